import CPlatform
import CarrelCore
import Foundation

/// An open file that closes itself.
///
/// Calls are retried when a signal interrupts them.
struct FileDescriptor: ~Copyable {
    let raw: Int32
    let path: String

    /// Opens a file, never through a symbolic link.
    init(_ path: String, _ flags: Int32, doing: String) throws(StoreError) {
        var descriptor: Int32
        repeat {
            descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o644)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw StoreError(systemError: errno, subject: path, doing: doing) }
        raw = descriptor
        self.path = path
    }

    /// Opens a folder, which a symbolic link may stand for.
    init(folder path: String, doing: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(systemError: errno, subject: path, doing: doing) }
        raw = descriptor
        self.path = path
    }

    /// Creates a file in an open folder, for writing; it must not exist.
    init(creating name: String, in folder: borrowing FileDescriptor) throws(StoreError) {
        path = folder.path + "/" + name
        var descriptor: Int32
        repeat { descriptor = carrel_create_file(folder.raw, name) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else {
            throw StoreError(systemError: errno, subject: path, doing: "the document could not be created")
        }
        raw = descriptor
    }

    deinit { close(raw) }

    /// Writes all bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Foundation.write(
                raw, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0 {
                if errno == EINTR { continue }
                throw StoreError(
                    systemError: errno, subject: path, doing: "the document could not be written")
            }
            rest = rest.dropFirst(written)
        }
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(StoreError) {
        try bytes.withUnsafeBytes { buffer in
            Result { () throws(StoreError) in try write(buffer) }
        }.get()
    }

    /// Reads to the end in pieces of 1 MiB, unless the task is cancelled meanwhile.
    func readAll(_ body: (UnsafeRawBufferPointer) -> Void) throws(StoreError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            if Task.isCancelled {
                throw StoreError(.cancelled, subject: path, reason: "reading was cancelled")
            }
            let count = Foundation.read(raw, buffer.baseAddress, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw StoreError(systemError: errno, subject: path, doing: "the document could not be read")
            }
            guard count > 0 else { return }
            body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Reads bytes from a place; fewer where the file ends before.
    func read(_ range: Range<Int64>) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    raw, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
                    off_t(range.lowerBound) + off_t(filled))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw StoreError(systemError: errno, subject: path, doing: "the document could not be read")
            }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes.prefix(filled))
    }

    /// Makes the content durable.
    func flush() throws(StoreError) {
        guard fsync(raw) == 0 else {
            throw StoreError(systemError: errno, subject: path, doing: "could not be made durable")
        }
    }

    /// The length in bytes.
    func length() throws(StoreError) -> Int64 {
        var status = stat()
        guard fstat(raw, &status) == 0 else {
            throw StoreError(systemError: errno, subject: path, doing: "could not be examined")
        }
        return Int64(status.st_size)
    }
}
