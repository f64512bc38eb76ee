import CarrelBasics
import CarrelFiles
import CarrelStages
import Foundation

/// Whether there is a library.
extension LibraryOpener {
    /// Whether there is a library for whoever opens it now: its records, and not only its folder.
    func isThere() async throws -> Bool { try await library(.shared).isThere }

    /// Refuses a folder that somebody named and that does not exist, because its name is probably misspelt.
    func checkNamed(_ root: URL?) throws(OpeningError) {
        guard let name = options.folder, let root, Folder.isMissing(root.path) else { return }
        throw .noLibrary(in: name)
    }

    /// Opens the library for a desk.
    ///
    /// - Parameters:
    ///   - access: what for.
    ///   - keeper: whose library it is.
    ///   - root: the folder of its documents; `nil` for a store without one.
    ///   - begins: whether whoever writes begins one where none is there.
    /// - Throws: `OpeningError` with `.noLibrary` if whoever writes finds none, because its place is probably misspelt; what
    ///   `opened(_:_:begins:)` throws.
    func opened(
        _ access: LibraryAccess, _ keeper: any LibraryKeeper, in root: URL?, begins: Bool
    ) async throws -> any Library {
        do throws(StoreError) {
            return try await opened(access, keeper, begins: begins)
        } catch {
            guard error.code == .notFound, !begins else { throw error }
            let typed = error.subject == root?.path ? options.folder : nil
            throw OpeningError.noLibrary(in: typed ?? error.subject)
        }
    }
}
