import Foundation

/// Reads files that the user names, such as a config file or a plan, up to a limit.
///
/// The name may be that of anything: a device, which might never end, is refused; a pipe is read.
public enum InputFile {
    /// Why a file could not be read.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The system's error number.
        case system(Int32)
        /// It is a folder.
        case folder
        /// It is not a file, but for example a device.
        case notAFile
        /// It is larger than the limit.
        case tooLarge(limit: Int)
        /// The task was cancelled.
        case cancelled

        /// What happened, without the file's name.
        public var description: String {
            switch self {
            case .system(let code): String(cString: strerror(code))
            case .folder: "it is a folder"
            case .notAFile: "it is neither a file nor a pipe that can be read to its end"
            case .tooLarge(let limit): "it is larger than \(ByteCount(Int64(limit)).exactText)"
            case .cancelled: "cancelled"
            }
        }
    }

    /// The content of a file.
    ///
    /// - Parameters:
    ///   - path: the file, a symbolic link to it, or `-` for standard input.
    ///   - limit: the most bytes to read.
    ///   - takesPipes: whether it may be a pipe, such as a shell's `<(command)`.
    /// - Returns: the bytes.
    public static func data(of path: String, limit: Int, takesPipes: Bool) throws(Failure) -> Data {
        var data = Data()
        try read(path, limit: limit, takesPipes: takesPipes, isCancelled: { Task.isCancelled }) { bytes in
            data.append(contentsOf: bytes)
            return true
        }
        return data
    }

    /// Reads a file piece by piece; blocks the thread.
    ///
    /// - Parameters:
    ///   - path: the file, a symbolic link to it, or `-` for standard input, which may be of any kind.
    ///   - limit: the most bytes to read.
    ///   - takesPipes: whether it may be a pipe.
    ///   - isCancelled: whether to stop waiting; asked ten times a second and after each piece.
    ///   - body: gets each piece, of at most 64 KiB; `false` ends the reading.
    public static func read(
        _ path: String, limit: Int, takesPipes: Bool, isCancelled: () -> Bool,
        _ body: (UnsafeRawBufferPointer) -> Bool
    ) throws(Failure) {
        let isInput = path == "-"
        // Without O_NONBLOCK, opening a named pipe would wait for a writer.
        let descriptor = isInput ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { if !isInput { close(descriptor) } }
        if !isInput { try check(descriptor, limit: limit, takesPipes: takesPipes) }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var total = 0
        while true {
            try wait(for: descriptor, isCancelled)
            let count = buffer.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw .system(errno)
            }
            guard count > 0 else { return }
            total += count
            guard total <= limit else { throw .tooLarge(limit: limit) }
            guard buffer.withUnsafeBytes({ body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else {
                return
            }
        }
    }

    private static func check(_ descriptor: Int32, limit: Int, takesPipes: Bool) throws(Failure) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            guard Int64(status.st_size) <= Int64(limit) else { throw .tooLarge(limit: limit) }
        case S_IFIFO where takesPipes: return
        case S_IFDIR: throw .folder
        default: throw .notAFile
        }
    }

    /// Waits until there is something to read, or the writer of a pipe has gone.
    private static func wait(for descriptor: Int32, _ isCancelled: () -> Bool) throws(Failure) {
        while true {
            guard !isCancelled() else { throw .cancelled }
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&waited, 1, 100) > 0 { return }
        }
    }
}
