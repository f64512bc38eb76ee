import CarrelBasics
import Foundation

/// A folder for as long as something is done with it.
package enum PrivateFolder {
    /// Does something with an empty folder that nobody else can open, and removes it.
    ///
    /// - Parameter body: what to do.
    /// - Throws: what it throws; `StoreError` if there can be no folder.
    package static func with<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let place = FileManager.default.temporaryDirectory
        let folder = place.appending(path: "carrel-\(UUID().uuidString)")
        guard mkdir(folder.path, 0o700) == 0 else {
            throw StoreError(
                systemError: errno, subject: place.path, doing: "no temporary folder could be made in it"
            ).ofTemporaryFile
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}

extension StoreError {
    /// The same error of a temporary file or folder, with what helps there.
    package var ofTemporaryFile: StoreError {
        StoreError(
            code, subject: subject, reason: reason, remedy: "TMPDIR names the folder of temporary files")
    }
}
