import CarrelBasics
import CarrelBrowse
import CarrelConfiguration
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelPage
import CarrelStages
import Foundation

/// The library of a command as a page and the browser need it.
actor WorkspaceHost: BrowserHost {
    private let workspace: Workspace
    private var current: Desk?
    // A desk over no library stays empty, also when somebody else begins one.
    private var isOverLibrary = false
    // A library that was taken away and came back may be on another disk: what the desk has open is not.
    private var wasGone = false
    // How often this changed what the library knows, and what of that the desk has.
    private var (changes, seen) = (0, 0)
    // The catalogues that are being added, which the library does not know yet, by their locations.
    private var adding: [String: Workspace.Choice] = [:]
    // The catalogues as the desk has them: any other it would read as that of the profile.
    private var known: [KnownCatalog] = []
    // Where the library is, once that was asked; `.some(nil)` for a store without a folder.
    private var folder: URL??

    init(_ workspace: Workspace) {
        var workspace = workspace
        // Whoever clicks does not know of the command that is about to end.
        workspace.patience = .seconds(5)
        self.workspace = workspace
    }

    func desk() async throws -> Desk {
        let isBegun = try hasLibrary()
        if let current, changes == seen, isOverLibrary || !isBegun, !wasGone {
            // Another process may have added a catalogue, or changed how one is read.
            if try await current.knownCatalogs() == known { return current }
        }
        return try await renewed()
    }

    /// The desk with every catalogue that the library knows now, and those that are being added.
    ///
    /// - Returns: the desk: the one of before, where what it has open is still the library.
    /// - Throws: what `Workspace.deskParts` throws; `StoreError` with `.gone` if the library was taken away.
    private func renewed() async throws -> Desk {
        let (isBegun, changes) = (try hasLibrary(), changes)
        workspace.forgetKnown()
        // One that cannot be read with the profile that it was added with does not keep anybody from the others.
        let choices = try await workspace.choices([]).filter { (try? workspace.location(of: $0)) != nil }
        let parts = try await workspace.deskParts(
            reading: choices + adding.values, with: .profile, previews: true)
        let listed = try await workspace.knownCatalogs()
        (isOverLibrary, known, seen) = (isBegun, listed, changes)
        if let current, !wasGone {
            await current.take(parts)
            await current.recover()
            return current
        }
        current?.close()
        let desk = Desk(parts, observer: SilentObserver())
        (current, wasGone) = (desk, false)
        await desk.recover()
        return desk
    }

    func mapTiles(for location: String) async -> MapTiles? {
        let known = try? await workspace.knownCatalogs()
        let catalog = known.flatMap { Workspace.catalog(at: location, in: $0) }
        let own = catalog.flatMap { try? workspace.configuration(of: $0) }
        for configuration in [own, try? workspace.configuration()] {
            if let tiles = configuration.flatMap({ MapTiles($0.settings(of: MapSettings.table)) }) {
                return tiles
            }
        }
        return nil
    }

    /// Whether there is a library; a store without a folder counts as one.
    ///
    /// - Throws: `StoreError` with `.gone` if there was one.
    private func hasLibrary() throws -> Bool {
        if folder == nil { folder = .some(try workspace.libraryFolder()) }
        guard let root = folder ?? nil else { return true }
        let isThere = FileManager.default.fileExists(atPath: root.appending(path: ".carrel").path)
        guard isThere || !isOverLibrary else {
            wasGone = true
            throw StoreError.gone(root.path)
        }
        return isThere
    }

    func open(_ document: StoredDocument, _ desk: Desk) async throws {
        try await DesktopViewer.open(document, desk, isQuiet: true)
    }

    func look(_ address: String, name: String?) async throws -> CatalogLook {
        let place = try await place(address, name: name)
        guard case .new(let catalog, let choice) = place else { return .known(place.catalog) }
        let desk = try await workspace.desk(
            reading: [choice], with: .profile, previews: true, observer: SilentObserver())
        defer { desk.close() }
        return .found(try await desk.examine(catalog.location), name: catalog.name)
    }

    func add(_ address: String, name: String?) async throws -> KnownCatalog {
        let place = try await place(address, name: name)
        guard case .new(let catalog, let choice) = place else { return place.catalog }
        adding[catalog.location] = choice
        // Whether or not it can be added.
        defer {
            adding[catalog.location] = nil
            changes += 1
        }
        _ = try await renewed().add(catalog)
        try workspace.trust(catalog)
        return catalog
    }

    func settings(of location: String) async throws -> CatalogSettings? {
        workspace.forgetKnown()
        let known = Workspace.catalog(at: location, in: try await workspace.knownCatalogs())
        return try known.map { try workspace.settings(of: $0) }
    }

    func change(_ location: String, name: String, values: [String: String]) async throws -> KnownCatalog? {
        let desk = try await desk()
        let all = try await desk.knownCatalogs()
        guard let known = Workspace.catalog(at: location, in: all) else { return nil }
        if let error = CatalogNameError(name, among: all.filter { $0.location != known.location }) {
            throw RefusedSettings(reasons: ["name": "\(error)"])
        }
        var changed = try workspace.catalog(known, checking: values)
        let isTrusted = try workspace.isTrusted(changed)
        changed.name = name
        guard changed != known else { return known }
        try await desk.keep(changed)
        if isTrusted { try workspace.trust(changed) }
        workspace.distrust(catalogNamed: known.name, unlessIn: changed)
        changes += 1
        return changed
    }

    func distrust(catalogNamed name: String) { workspace.distrust(catalogNamed: name) }

    /// What is at an address.
    private enum Place {
        case known(KnownCatalog)
        /// A catalogue as it would be added, and how it is read until then.
        case new(KnownCatalog, Workspace.Choice)

        var catalog: KnownCatalog {
            switch self {
            case .known(let catalog), .new(let catalog, _): catalog
            }
        }
    }

    private func place(_ address: String, name: String?) async throws -> Place {
        _ = try hasLibrary()
        let choice = Workspace.Choice.place(address)
        let location = try workspace.location(of: choice)
        workspace.forgetKnown()
        if let known = Workspace.catalog(at: location, in: try await workspace.knownCatalogs()) {
            return .known(known)
        }
        return .new(try await workspace.described(choice, as: name), choice)
    }
}
