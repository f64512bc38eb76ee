import CarrelBasics
import CarrelConfiguration
import CarrelFiles
import CarrelStages
import Foundation

/// Removes a library that was begun if it stays empty, for example because the catalogue could not be read.
public struct NewLibrary: Sendable {
    /// The folder of the library, which was not begun before; `nil` if it was.
    private let root: URL?
    /// What somebody had in that folder before.
    private let others: Set<String>
    /// The folders that did not exist before, the outermost last.
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
        let root = try opener.libraryFolder()?.standardizedFileURL
        let isNew = root.map { Folder.isMissing($0.appending(path: Self.own).path) } ?? false
        self.root = isNew ? root : nil
        others = isNew ? root.flatMap { Self.names(in: $0) } ?? [] : []
        var next = root
        while let folder = next, !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            folders.append(folder)
            next = folder.deletingLastPathComponent()
        }
        self.folders = folders
    }

    /// Does something that may begin the library.
    ///
    /// - Parameter body: what.
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
        guard let root, isUnused(root),
            // Opened, so that nobody else can begin it meanwhile.
            let library = try? await opener.library(.exclusive, begins: false),
            (try? await library.locations())?.isEmpty == true,
            (try? await library.knownCatalogs())?.isEmpty == true, isUnused(root)
        else { return }
        try? FileManager.default.removeItem(at: root.appending(path: Self.own))
        opener.options.presence.forget()
        // `rmdir` only removes empty folders.
        for folder in folders where rmdir(folder.path) != 0 { return }
        withExtendedLifetime(library) {}
    }

    private static let own = ".carrel"

    /// Whether a library was begun, and nothing else was added to the folder: of one that remembers nothing, documents may be
    /// all that there is.
    private func isUnused(_ root: URL) -> Bool {
        let names = others.union([Self.own])
        // One name more is enough to tell: after a run there may be thousands.
        return Self.names(in: root, atMost: names.count + 1) == names
    }

    /// The names in a folder; `nil` if there is none, or it cannot be listed.
    private static func names(in folder: URL, atMost most: Int = .max) -> Set<String>? {
        guard let names = try? Folder.open(folder.path)?.names(atMost: most) else { return nil }
        return Set(names.files + names.folders)
    }
}
