import Foundation

/// A file without a name, which disappears when it is closed or the process is killed.
public final class UnnamedFile: Sendable {
    /// A failed call, with the system's error number.
    public struct Failure: Error {
        /// The number.
        public var code: Int32
    }

    private let descriptor: Int32

    /// Makes an empty file that nobody else can open.
    ///
    /// - Parameter folder: a folder of the file system that holds its bytes.
    public init(in folder: String) throws(Failure) {
        var template = Array((folder + "/carrel-XXXXXX").utf8CString)
        descriptor = template.withUnsafeMutableBufferPointer { path in
            guard let path = path.baseAddress else { return -1 }
            // Only for this user: 0600.
            let descriptor = mkstemp(path)
            if descriptor >= 0 { unlink(path) }
            return descriptor
        }
        guard descriptor >= 0 else { throw Failure(code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Removes all bytes, to free their space.
    func empty() { _ = ftruncate(descriptor, 0) }

    /// Writes bytes at an offset.
    ///
    /// - Throws: `Failure`, with `ENOSPC` if the disk is full.
    public func write(_ bytes: [UInt8], at offset: Int64) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                pwrite(
                    descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done,
                    off_t(offset) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(code: count < 0 ? errno : ENOSPC) }
            done += count
        }
    }

    /// Reads bytes that were written.
    public func read(_ range: Range<Int64>) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let (count, code) = bytes.withUnsafeMutableBytes { $0.fill(from: descriptor, at: range.lowerBound) }
        guard count == bytes.count else { throw Failure(code: code == 0 ? EIO : code) }
        return bytes
    }
}
