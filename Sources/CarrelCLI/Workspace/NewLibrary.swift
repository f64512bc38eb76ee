import CarrelBasics
import CarrelConfiguration
import CarrelStages
import Foundation

/// A library that a command may begin: its folder goes again if nothing came into it.
///
/// A catalogue that could not be read is not a reason to leave an empty library behind.
struct NewLibrary {
    /// The folders that were not there before, the outermost last; none if the library was.
    private let folders: [URL]
    private let builder: PluginBuilder

    /// Looks what is there before a command begins.
    init(_ workspace: Workspace) throws {
        builder = try workspace.builder()
        var folders: [URL] = []
        var next = try builder.makeStore().root?.standardizedFileURL
        while let folder = next, !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            folders.append(folder)
            next = folder.deletingLastPathComponent()
        }
        self.folders = folders
    }

    /// Does something that may begin the library.
    func keptIfUsed<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await body()
            await removeIfUnused()
            return result
        } catch {
            // A task of its own, which a signal does not cancel.
            await Task { await removeIfUnused() }.value
            throw error
        }
    }

    private func removeIfUnused() async {
        guard let root = folders.first, isCarrelsAlone(root), let store = try? builder.makeStore(),
            // Nobody else begins it meanwhile.
            let library = try? await builder.makeLibraryKeeper(for: store).open(.exclusive),
            (try? await library.locations())?.isEmpty == true,
            (try? await library.knownCatalogs())?.isEmpty == true, isCarrelsAlone(root)
        else { return }
        try? FileManager.default.removeItem(at: root.appending(path: Self.own))
        // Only what is empty.
        for folder in folders where rmdir(folder.path) != 0 { return }
        withExtendedLifetime(library) {}
    }

    private static let own = ".carrel"

    private func isCarrelsAlone(_ root: URL) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: root.path)) == [Self.own]
    }
}
