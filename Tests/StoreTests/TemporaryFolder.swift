import Foundation

/// A folder that goes when the test ends.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "carrel-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The names below a path, sorted.
    func names(_ path: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.appending(path: path).path)) ?? [])
            .sorted()
    }

    func write(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: url.appending(path: path))
    }

    func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: path)), as: UTF8.self)
    }
}
