import Foundation

/// Reads the files of documents for the plug-ins that look into them.
///
/// Only regular files are opened: reading a pipe or a device could wait for ever.
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
        try require(file)
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            let data = try handle.read(upToCount: max(0, limit)) ?? Data()
            let next = try handle.read(upToCount: 1) ?? Data()
            return (data, next.isEmpty)
        } catch {
            throw PreviewError(
                .unreadable, file: file, reason: "the file cannot be read",
                remedy: "Check that you may read it")
        }
    }

    /// The end of a file.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - count: the number of bytes to read.
    /// - Returns: the last bytes, or all of a smaller file, and the size of the file in bytes.
    /// - Throws: `PreviewError` with code `.unreadable`.
    public static func end(of file: URL, count: Int) throws(PreviewError) -> (data: Data, size: Int) {
        try require(file)
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            let size = try handle.seekToEnd()
            try handle.seek(toOffset: size - min(size, UInt64(max(0, count))))
            return (try handle.read(upToCount: max(0, count)) ?? Data(), Int(clamping: size))
        } catch {
            throw PreviewError(
                .unreadable, file: file, reason: "the file cannot be read",
                remedy: "Check that you may read it")
        }
    }

    /// Checks that a file is there and is a regular one.
    ///
    /// - Parameter file: the file, or a symbolic link to it.
    /// - Throws: `PreviewError` with code `.unreadable`.
    public static func require(_ file: URL) throws(PreviewError) {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: file.resolvingSymlinksInPath().path)
        switch attributes?[.type] as? FileAttributeType {
        case .typeRegular?: return
        case nil: throw PreviewError(.unreadable, file: file, reason: "there is no such file")
        default: throw PreviewError(.unreadable, file: file, reason: "not a regular file")
        }
    }
}
