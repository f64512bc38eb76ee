import CarrelBasics
import CarrelConfiguration
import CarrelFiles
import CarrelStages
import Foundation

/// Removes a library that was begun if it stays empty, for example because the catalogue could not be read.
public struct NewLibrary: Sendable {
    /// The folders that did not exist before, the outermost last; empty if the library existed.
    private let folders: [URL]
    private let opener: LibraryOpener

    /// Notes what exists before anything is written.
    ///
    /// - Parameter opener: what opens the library.
    /// - Throws: `ConfigurationError`.
    public init(_ opener: LibraryOpener) throws {
        var opener = opener
        // Whoever began it may be just about to let go of it, on another thread.
        opener.options.patience = .seconds(1)
        self.opener = opener
        var folders: [URL] = []
        var next = try opener.libraryFolder()?.standardizedFileURL
        while let folder = next, !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            folders.append(folder)
            next = folder.deletingLastPathComponent()
        }
        self.folders = folders
    }

    /// Does something that may begin the library.
    ///
    /// - Parameter body: what.
    /// - Returns: its result.
    /// - Throws: what it throws.
    public func keptIfUsed<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await body()
            await removeIfUnused()
            return result
        } catch {
            // An unstructured task, which a signal does not cancel.
            await Task { await removeIfUnused() }.value
            throw error
        }
    }

    private func removeIfUnused() async {
        guard let root = folders.first, isCarrelsAlone(root),
            // Opened, so that nobody else can begin it meanwhile.
            let library = try? await opener.library(.exclusive),
            (try? await library.locations())?.isEmpty == true,
            (try? await library.knownCatalogs())?.isEmpty == true, isCarrelsAlone(root)
        else { return }
        try? FileManager.default.removeItem(at: root.appending(path: Self.own))
        opener.options.presence.forget()
        // `rmdir` only removes empty folders.
        for folder in folders where rmdir(folder.path) != 0 { return }
        withExtendedLifetime(library) {}
    }

    private static let own = ".carrel"

    private func isCarrelsAlone(_ root: URL) -> Bool {
        (try? Folder.open(root.path)?.holdsOnly(Self.own)) == true
    }
}
