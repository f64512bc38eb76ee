import Foundation

/// A folder for as long as something is done with it.
package enum PrivateFolder {
    /// Does something with an empty folder that nobody else can open, and removes it.
    ///
    /// - Parameter body: what to do.
    /// - Returns: its result.
    /// - Throws: what it throws; the system's error if there can be no folder.
    package static func with<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carrel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}
