import Foundation

/// A folder that goes when the test ends.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let url: URL

    /// Makes an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "carrel-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The names below a path, sorted.
    public func names(_ path: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.appending(path: path).path)) ?? [])
            .sorted()
    }

    /// Writes a file, with the folders that lead to it; returns where it is.
    @discardableResult
    public func write(_ path: String, _ text: String) throws -> URL { try write(path, Data(text.utf8)) }

    /// Writes a file, with the folders that lead to it; returns where it is.
    @discardableResult
    public func write(_ path: String, _ content: Data) throws -> URL {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
        return file
    }

    /// What a file holds.
    public func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: path)), as: UTF8.self)
    }
}
