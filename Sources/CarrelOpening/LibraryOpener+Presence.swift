import CarrelBasics
import CarrelFiles
import CarrelStages
import Foundation

/// Whether there is a library.
extension LibraryOpener {
    /// Whether there is a library for whoever opens it now: its records, and not only its folder.
    func isThere() async throws -> Bool { try await library(.shared).isThere }

    /// Refuses a place without a library, because it is probably misspelt: a folder that somebody named and that does not
    /// exist, and for whoever writes any other place, too.
    ///
    /// - Parameters:
    ///   - root: the library's folder; `nil` for a store without one, which is not looked for.
    ///   - keeper: what keeps the library.
    ///   - isWriting: whether opening it would begin one.
    /// - Throws: `OpeningError` with `.noLibrary`; `StoreError`.
    func checkLibrary(
        in root: URL?, _ keeper: any LibraryKeeper, isWriting: Bool
    ) async throws {
        guard let root else { return }
        var isThere = options.folder == nil || !Folder.isMissing(root.path)
        if isThere, isWriting { isThere = try await keeper.open(.shared).isThere }
        guard !isThere else { return }
        throw OpeningError(
            .noLibrary,
            "there is no library in \(ShownText.of(options.folder ?? root.path)). "
                + "Begin one there with: carrel add URL")
    }
}
