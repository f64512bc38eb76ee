import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelPage
import CarrelStages

/// The library of a command as a page needs it.
actor WorkspaceHost: LibraryHost {
    private let workspace: Workspace
    private var current: Desk?

    init(_ workspace: Workspace) { self.workspace = workspace }

    func desk() async throws -> Desk {
        if let current { return current }
        // One that cannot be read with the profile that it was added with does not keep anybody from the others.
        let choices = try await workspace.choices([]).filter { (try? workspace.location(of: $0)) != nil }
        let desk = try await workspace.desk(
            reading: choices, with: .profile, previews: true, observer: SilentObserver())
        current = desk
        return desk
    }

    func add(_ address: String, name: String?) async throws -> KnownCatalog {
        let choice = Workspace.Choice.place(address)
        let location = try workspace.location(of: choice)
        workspace.known.withLock { $0 = nil }
        if let known = Workspace.catalog(at: location, in: try await workspace.knownCatalogs()) {
            return known
        }
        let catalog = try await workspace.described(choice, as: name)
        let desk = try await workspace.desk(
            reading: [choice], with: .profile, previews: true, observer: SilentObserver())
        _ = try await desk.add(catalog)
        try workspace.trust(catalog)
        workspace.known.withLock { $0 = nil }
        // The desk of before knows nothing of it; whoever listens to it listens to the next one.
        current?.close()
        current = nil
        return catalog
    }
}
