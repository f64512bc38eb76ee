import CarrelBasics
import CarrelConfiguration
import CarrelFiles
import CarrelStages
import Foundation

/// Removes a library that the command began if it stays empty, for example because the catalogue could not be read.
struct NewLibrary {
    /// The folders that did not exist before, the outermost last; empty if the library existed.
    private let folders: [URL]
    private let builder: PluginBuilder

    /// Notes what exists before the command.
    init(_ workspace: Workspace) throws {
        builder = try workspace.builder()
        var folders: [URL] = []
        var next = try builder.makeStore().libraryFolder?.standardizedFileURL
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
            // An unstructured task, which a signal does not cancel.
            await Task { await removeIfUnused() }.value
            throw error
        }
    }

    private func removeIfUnused() async {
        guard let root = folders.first, isCarrelsAlone(root), let store = try? builder.makeStore(),
            let library = await opened(store),
            (try? await library.locations())?.isEmpty == true,
            (try? await library.knownCatalogs())?.isEmpty == true, isCarrelsAlone(root)
        else { return }
        try? FileManager.default.removeItem(at: root.appending(path: Self.own))
        // `rmdir` only removes empty folders.
        for folder in folders where rmdir(folder.path) != 0 { return }
        withExtendedLifetime(library) {}
    }

    /// Opens the library, so that nobody else can begin it meanwhile; `nil` if somebody uses it.
    ///
    /// The command's own desk may be just about to let go of it, on another thread.
    private func opened(_ store: any Store) async -> (any Library)? {
        guard let keeper = try? builder.makeLibraryKeeper(for: store) else { return nil }
        let end = ContinuousClock.now + .seconds(1)
        while true {
            do throws(StoreError) {
                return try await keeper.open(.exclusive)
            } catch {
                guard error.code == .busy, ContinuousClock.now < end,
                    (try? await Task.sleep(for: .milliseconds(10))) != nil
                else { return nil }
            }
        }
    }

    private static let own = ".carrel"

    private func isCarrelsAlone(_ root: URL) -> Bool {
        (try? Folder.open(root.path)?.holdsOnly(Self.own)) == true
    }
}
