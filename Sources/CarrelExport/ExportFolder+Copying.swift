import CarrelBasics
import CarrelDigest
import CarrelModel
import Foundation

/// Copies files, and digests them as they are read.
extension ExportFolder {
    /// Copies a file with the time of its content; `nil`, and nothing is written, if there is none.
    ///
    /// Errors of the copy name it as `place`.
    static func copy(_ source: URL, to target: URL, as place: String) throws -> ContentDigest? {
        let input = opened(source.path)
        guard input >= 0 else {
            if errno == ENOENT { return nil }
            throw ExportError(reading: source.path, code: errno)
        }
        defer { close(input) }
        let output = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard output >= 0 else { throw ExportError(copyTo: place, code: errno) }
        defer { close(output) }
        do {
            let digest = try copy(input, of: source, to: output, as: place)
            noteTime(of: input, on: output)
            return digest
        } catch {
            unlink(target.path)
            throw error
        }
    }

    private static func copy(
        _ input: Int32, of source: URL, to output: Int32, as place: String
    ) throws -> ContentDigest {
        let digest = SHA256()
        var size: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            try Task.checkCancellation()
            let count = read(input, buffer.baseAddress, buffer.count)
            if count == 0 { return ContentDigest(size: size, sha256: digest.finish()) }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw ExportError(reading: source.path, code: errno)
            }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            digest.update(piece)
            size += Int64(count)
            let code = piece.writeAll(to: output)
            guard code == 0 else { throw ExportError(copyTo: place, code: code) }
        }
    }

    /// Gives a copy the time of its source, if the file system can.
    ///
    /// By that and the size rsync sees that it has the file.
    private static func noteTime(of input: Int32, on output: Int32) {
        var status = stat()
        guard fstat(input, &status) == 0 else { return }
        #if canImport(Darwin)
        let written = status.st_mtimespec
        #else
        let written = status.st_mtim
        #endif
        _ = futimens(output, [written, written])
    }

    /// Opens a file for reading; on file systems that are mounted from elsewhere a signal may interrupt that.
    private static func opened(_ path: String) -> Int32 {
        while true {
            let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            if file >= 0 || errno != EINTR { return file }
        }
    }
}
