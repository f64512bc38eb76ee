import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import Foundation

/// A library that stays open for a front end, with every catalogue that it knows at each moment.
public actor OpenedLibrary: LibraryHost {
    private let opener: LibraryOpener
    private var current: Desk?
    // A desk over no library stays empty, also when somebody else begins one.
    private var isOverLibrary = false
    // A library that was taken away and came back may be on another disk, and another one may be in its place: what the
    // desk has open is not.
    private var wasGone = false
    // How often this changed what the library knows, and what of that the desk has.
    private var (changes, seen) = (0, 0)
    // The catalogues that are being added, which the library does not know yet, by their locations.
    private var adding: [String: CatalogChoice] = [:]
    // The catalogues as the desk has them: any other it would read as that of the profile.
    private var known: [KnownCatalog] = []
    // Where the library is, once that was asked; `.some(nil)` for a store without a folder.
    private var folder: URL??

    /// Makes one; nothing is opened yet.
    ///
    /// - Parameter opener: what opens it.
    public init(_ opener: LibraryOpener) {
        var opener = opener
        // Whoever clicks does not know of the command that is about to end.
        opener.options.patience = .seconds(5)
        self.opener = opener
    }

    /// The desk, made anew if another process has added a catalogue or changed how one is read.
    public func desk() async throws -> Desk {
        try checkPresence()
        let isBegun = try await isBegunSince()
        // Whoever asked at the same time may have replaced the desk meanwhile.
        if let desk = current, await !desk.isInPlace, desk === current { wasGone = true }
        if let current, changes == seen, !isBegun, !wasGone {
            // Another process may have added a catalogue, or changed how one is read.
            do throws(StoreError) {
                if try await current.knownCatalogs() == known { return current }
            } catch {
                guard error.code == .gone else { throw error }
                // It had nothing open just now, and another library is in its place.
                if current === self.current { wasGone = true }
            }
        }
        return try await renewed()
    }

    /// The desk with every catalogue that the library knows now, and those that are being added.
    ///
    /// - Returns: the desk: the one of before, where what it has open is still the library.
    /// - Throws: what `LibraryOpener.deskParts` throws; `StoreError` with `.gone` if the library was taken away.
    private func renewed() async throws -> Desk {
        try checkPresence()
        let changes = changes
        opener.forgetKnown()
        // One that cannot be read with the profile that it was added with does not keep anybody from the others.
        var choices = readable(try await opener.choices([]))
        if choices.isEmpty { choices = readable(try await opener.knownCatalogs().map(CatalogChoice.known)) }
        let parts = try await opener.deskParts(
            reading: choices + adding.values, with: .profile, previews: true)
        let listed = try await opener.knownCatalogs()
        (isOverLibrary, known, seen) = (parts.pipeline.library.isThere, listed, changes)
        // Or else the parts may be those of another library.
        if let current, !wasGone, await current.isInPlace {
            await current.take(parts)
            await current.recover()
            return current
        }
        current?.close()
        let desk = Desk(parts)
        (current, wasGone) = (desk, false)
        await desk.recover()
        return desk
    }

    private func readable(_ choices: [CatalogChoice]) -> [CatalogChoice] {
        choices.filter { (try? opener.readableLocation(of: $0)) != nil }
    }

    /// The tiles that the catalogue's own profile names, or else the library's.
    public func mapTiles(for location: String) async -> MapTiles? {
        let known = try? await opener.knownCatalogs()
        let catalog = known.flatMap { LibraryOpener.catalog(at: location, in: $0) }
        let own = catalog.flatMap { try? opener.configuration(of: $0) }
        for configuration in [own, try? opener.configuration()] {
            if let tiles = configuration.flatMap({ MapTiles($0.settings(of: MapSettings.table)) }) {
                return tiles
            }
        }
        return nil
    }

    /// Whether there is a library now, and the desk was made when there was none.
    private func isBegunSince() async throws -> Bool {
        guard current != nil, !isOverLibrary else { return false }
        return try await opener.isThere()
    }

    /// Refuses to go on where the library was taken away.
    ///
    /// - Throws: `StoreError` with `.gone`.
    private func checkPresence() throws {
        if folder == nil { folder = .some(try opener.libraryFolder()) }
        do {
            try opener.options.presence.check(folder ?? nil)
        } catch {
            wasGone = true
            throw error
        }
    }

    /// Looks at a catalogue over a desk of its own, which knows it.
    public func look(_ address: String, name: String?) async throws -> CatalogLook {
        let place = try await place(address, name: name)
        guard case .new(let catalog, let choice) = place else { return .known(place.catalog) }
        let desk = try await opener.desk(reading: [choice], with: .profile, previews: true)
        defer { desk.close() }
        let outline = try await desk.examine(catalog.location)
        let others = try await opener.knownCatalogs().filter { $0.location != catalog.location }
        if let other = others.first(where: { $0.location == outline.location }) { return .known(other) }
        return .found(outline, name: catalog.name)
    }

    /// Adds a catalogue, and trusts what its settings may do: the person named it.
    ///
    /// - Returns: the catalogue; if the library knows it already, that one, whatever its name.
    public func add(_ address: String, name: String?) async throws -> KnownCatalog {
        let place = try await place(address, name: name)
        guard case .new(let catalog, let choice) = place else { return place.catalog }
        adding[catalog.location] = choice
        // Whether or not it can be added.
        defer {
            adding[catalog.location] = nil
            changes += 1
        }
        do {
            _ = try await renewed().add(catalog)
        } catch let error as KnownCatalogError {
            return error.catalog
        }
        try opener.trust(catalog)
        return catalog
    }

    /// How a catalogue is read; `nil` if it is one of a profile, or unknown.
    public func settings(of location: String) async throws -> CatalogSettings? {
        opener.forgetKnown()
        let known = LibraryOpener.catalog(at: location, in: try await opener.knownCatalogs())
        return try known.map { try opener.settings(of: $0) }
    }

    /// A catalogue as somebody wants it.
    private struct Change {
        /// The catalogue as the library knows it.
        var known: KnownCatalog
        /// The same with other settings.
        var changed: KnownCatalog
        /// Its name from now on.
        var name: String
        /// Whether what the library knows was trusted; then the changed one is, too.
        var wasTrusted: Bool

        var isNone: Bool { changed == known && name == known.name }
    }

    /// Changes a catalogue, which then can do only what it could do before.
    public func change(_ location: String, name: String?, values: [String: String]) async throws
        -> KnownCatalog?
    {
        let desk = try await desk()
        // What is refused, or changes nothing, waits for nobody.
        guard let first = try await checked(location, name: name, values: values, desk) else { return nil }
        // It is not kept yet.
        if first.wasTrusted { try opener.trust(first.known) }
        guard !first.isNone else { return first.known }
        return try await desk.stayingOpen {
            // Whoever had the library may have changed the catalogue, or removed it.
            try await desk.waitUntilWritable()
            return try await self.changeNow(location, name: name, values: values)
        }
    }

    /// Changes a catalogue of the library, which is open for writing.
    private func changeNow(
        _ location: String, name: String?, values: [String: String]
    ) async throws -> KnownCatalog? {
        let desk = try await desk()
        guard let wanted = try await checked(location, name: name, values: values, desk) else { return nil }
        guard !wanted.isNone else { return wanted.known }
        let kept = try await opener.keep(wanted.changed, named: wanted.name, desk)
        changes += 1
        return kept
    }

    /// What somebody wants of a catalogue; `nil` if the library does not know it.
    ///
    /// - Throws: `RefusedSettings`; what reading the library throws.
    private func checked(
        _ location: String, name: String?, values: [String: String], _ desk: Desk
    ) async throws -> Change? {
        let all = try await desk.knownCatalogs()
        guard let known = LibraryOpener.catalog(at: location, in: all) else { return nil }
        var (changed, refused) = (known, RefusedSettings())
        if let name, let error = CatalogNameError(name, among: all.filter { $0.location != known.location }) {
            refused.reasons["name"] = "\(error)"
        }
        let wasTrusted = try opener.isTrusted(known)
        do {
            changed = try opener.catalog(known, checking: values)
        } catch let error as RefusedSettings {
            refused.add(error)
        }
        guard refused.isEmpty else {
            // What is not kept is not trusted.
            if wasTrusted { try opener.trust(known) }
            throw refused
        }
        return Change(known: known, changed: changed, name: name ?? known.name, wasTrusted: wasTrusted)
    }

    /// Forgets what was trusted of a removed catalogue.
    public func distrust(catalogNamed name: String) { opener.distrust(catalogNamed: name) }

    /// What is at an address.
    private enum Place {
        case known(KnownCatalog)
        /// A catalogue as it would be added, and how it is read until then.
        case new(KnownCatalog, CatalogChoice)

        var catalog: KnownCatalog {
            switch self {
            case .known(let catalog), .new(let catalog, _): catalog
            }
        }
    }

    private func place(_ address: String, name: String?) async throws -> Place {
        try checkPresence()
        // It is that of the program around it: the keys of a terminal, or nothing.
        guard CatalogPlace(of: address) != .standardInput else { throw OpeningError.standardInput }
        let choice = CatalogChoice.place(address)
        let location = try opener.location(of: choice)
        opener.forgetKnown()
        let known = try await opener.knownCatalogs()
        if let catalog = LibraryOpener.catalog(at: location, in: known) { return .known(catalog) }
        return .new(try opener.described(choice, as: name, among: known), choice)
    }
}
