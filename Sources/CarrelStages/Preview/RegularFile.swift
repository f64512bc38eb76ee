import CarrelBasics
import Foundation

/// Reads the files of documents for the plug-ins that look into them.
///
/// Only regular files are read: reading a pipe or a device could wait for ever.
public enum RegularFile {
    /// The beginning of a file.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - limit: the most bytes to read.
    /// - Returns: the bytes, and whether they are the whole file.
    /// - Throws: `PreviewError` with code `.unreadable`.
    public static func beginning(of file: URL, limit: Int) throws(PreviewError) -> (
        data: Data, isWhole: Bool
    ) {
        let opened = try OpenedFile(file)
        // One byte more than is told tells whether there is a rest, even of a file that grows.
        let most = min(max(0, limit), Int.max - 1)
        let data = try opened.read(upTo: min(most, max(opened.size, 4096)) + 1, from: 0)
        return (data.prefix(most), data.count <= most)
    }

    /// The end of a file.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - count: the number of bytes to read.
    /// - Returns: the last bytes, or all of a smaller file, and the size of the file in bytes.
    /// - Throws: `PreviewError` with code `.unreadable`.
    public static func end(of file: URL, count: Int) throws(PreviewError) -> (data: Data, size: Int) {
        let opened = try OpenedFile(file)
        let wanted = min(opened.size, max(0, count))
        return (try opened.read(upTo: wanted, from: opened.size - wanted), opened.size)
    }

    /// Checks that a file is there and is a regular one.
    ///
    /// - Parameter file: the file, or a symbolic link to it.
    /// - Throws: `PreviewError` with code `.unreadable`.
    public static func require(_ file: URL) throws(PreviewError) {
        var status = stat()
        guard stat(file.path, &status) == 0 else {
            throw PreviewError(.unreadable, file: file, reason: "there is no such file")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PreviewError(.unreadable, file: file, reason: "not a regular file")
        }
    }
}

/// A regular file that is open for reading.
private struct OpenedFile: ~Copyable {
    private let descriptor: Int32
    private let file: URL
    /// In bytes, when it was opened.
    let size: Int

    init(_ file: URL) throws(PreviewError) {
        try RegularFile.require(file)
        // What has become a pipe meanwhile is not waited for.
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(file) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Self.failure(file)
        }
        (self.descriptor, self.file, size) = (descriptor, file, Int(status.st_size))
    }

    deinit { close(descriptor) }

    /// Bytes from a place; fewer where the file ends before.
    func read(upTo count: Int, from offset: Int) throws(PreviewError) -> Data {
        var data = Data(count: count)
        let (filled, code) = data.withUnsafeMutableBytes { $0.fill(from: descriptor, at: Int64(offset)) }
        guard code == 0 else { throw Self.failure(file) }
        return data.prefix(filled)
    }

    private static func failure(_ file: URL) -> PreviewError {
        PreviewError(
            .unreadable, file: file, reason: "the file cannot be read", remedy: "Check that you may read it")
    }
}
