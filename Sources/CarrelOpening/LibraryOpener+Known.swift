import CarrelBasics
import CarrelConfiguration
import CarrelModel
import CarrelStages
import Foundation

/// The catalogues that a profile lists and those that the library knows.
extension LibraryOpener {
    /// The catalogues that operands name, by their names in the profile or the library, or by their places.
    ///
    /// Without operands, those of the profile if it names any, even one that lacks a document; otherwise those of the
    /// library.
    public func choices(_ operands: [String]) async throws -> [CatalogChoice] {
        guard operands.isEmpty else {
            let listed = try configuration().catalogs
            let known = try await knownCatalogs()
            let choices = operands.map { (operand) -> CatalogChoice in
                // Whatever a library of an earlier version calls so.
                if CatalogPlace(of: operand) == .standardInput { return .place(operand) }
                return listed.first { $0.name.lowercased() == operand.lowercased() }.map(CatalogChoice.listed)
                    ?? named(operand, in: known).map(CatalogChoice.known) ?? .place(operand)
            }
            for case .place(let place) in choices { try await checkIsNotOfProfile(place) }
            return choices
        }
        if let named = try namedByProfile() { return named }
        let known = try await knownCatalogs()
        return known.isEmpty ? [.profile] : known.map(CatalogChoice.known)
    }

    /// Refuses the name of a catalogue whose items the library has, while only a profile says how it is read.
    private func checkIsNotOfProfile(_ name: String) async throws {
        guard CatalogPlace(of: name) == .path,
            !FileManager.default.fileExists(atPath: surroundings.context.file(name).path)
        else { return }
        let library = try await library(.shared)
        for location in try await library.locations() {
            guard try await library.reading(of: location)?.name?.lowercased() == name.lowercased() else {
                continue
            }
            throw OpeningError(
                .unclear,
                "“\(name.singleLine)” is a catalogue of a profile, which says how it is read. Name that: "
                    + "--profile NAME or --config FILE")
        }
    }

    /// The catalogues that the profile names; `nil` if it names none.
    private func namedByProfile() throws -> [CatalogChoice]? {
        let profile = try configuration()
        if !profile.catalogs.isEmpty { return profile.catalogs.map(CatalogChoice.listed) }
        // Where a part of the profile's catalogue is missing, nobody means those of the library.
        if profile.namesPlace || (try? location(of: .profile)) != nil { return [.profile] }
        return nil
    }

    /// Where the catalogues are that `choices` gives without operands, as far as that can be told.
    ///
    /// - Parameter known: the catalogues that the library knows.
    /// - Throws: `ConfigurationError`.
    func keptLocations(_ known: [KnownCatalog]) throws -> Set<String> {
        guard let named = try namedByProfile() else { return Set(known.map(\.location)) }
        return Set(named.compactMap { try? location(of: $0) })
    }

    /// Where that came from which the library lists, but does not keep up to date.
    public func unkeptLocations() async throws -> [String] {
        let kept = Set(try keptLocations(try await knownCatalogs()).map(CatalogIdentity.key))
        return try await library(.shared).locations().filter { !kept.contains(CatalogIdentity.key(of: $0)) }
    }

    /// The catalogues of `choices`, for whoever is about to read them.
    ///
    /// - Parameters:
    ///   - operands: names or places.
    ///   - command: what reads them, as it is typed up to the operands, such as `carrel plan`; for the error.
    /// - Throws: `OpeningError` if nothing says which, although the library has a listing, such as that of a saved
    ///   plan; `ConfigurationError`, `StoreError`.
    public func choicesToRead(_ operands: [String], for command: String) async throws -> [CatalogChoice] {
        let choices = try await choices(operands)
        guard operands.isEmpty, choices.count == 1, case .profile = choices[0] else { return choices }
        do {
            _ = try location(of: .profile)
        } catch let error as OpeningError where error.code == .unclear {
            let listed = try await library(.shared).locations()
            if let first = listed.first { throw OpeningError.notKept(first, for: command) }
        } catch {
            // Whoever reads it says what is wrong.
        }
        return choices
    }

    /// The catalogues of the profile and those that the library knows, by their locations; without those that cannot be
    /// read with their profiles.
    public func readable() async throws -> [String: CatalogChoice] {
        let choices =
            try configuration().catalogs.map(CatalogChoice.listed)
            + (try await knownCatalogs()).map(CatalogChoice.known)
        return choices.reduce(into: [:]) { readable, choice in
            guard let location = try? location(of: choice), readable[location] == nil else { return }
            readable[location] = choice
        }
    }

    /// The catalogues that the library knows, in the order in which they were added.
    public func knownCatalogs() async throws -> [KnownCatalog] {
        if let known = known.value { return known }
        let catalogs = try await library(.shared).knownCatalogs()
        known.withLock { $0 = catalogs }
        return catalogs
    }

    /// Has what the library knows read again by the next one who asks, and the profiles of its catalogues.
    public func forgetKnown() {
        known.withLock { $0 = nil }
        configurations.withLock { $0 = [:] }
    }

    /// The known catalogue with a name, or at a place: the location that lists of catalogues show, or what leads there.
    func named(_ text: String, in known: [KnownCatalog]) -> KnownCatalog? {
        if let catalog = known.first(where: { $0.name.lowercased() == text.lowercased() }) { return catalog }
        let shown = known.filter { $0.location == text || ShownText.of($0.location) == text }
        let placed = location(ofPlace: text).flatMap { Self.catalog(at: $0, in: known) }
        guard let catalog = placed ?? (shown.count == 1 ? shown.first : nil),
            // For a place, settings of the library that are not trusted are not needed.
            (try? configuration(of: catalog)) != nil
        else { return nil }
        return catalog
    }

    /// The known catalogue at a location.
    public static func catalog(at location: String, in known: [KnownCatalog]) -> KnownCatalog? {
        let key = CatalogIdentity.key(of: location)
        return known.first { CatalogIdentity.key(of: $0.location) == key }
    }

    /// The configuration of a known catalogue: as it was added, with the settings of this opener.
    func configuration(of catalog: KnownCatalog) throws -> Configuration {
        if let configuration = configurations.value[catalog] { return configuration }
        guard let root = try libraryFolder() else { return try configuration() }
        let profile = try loader.profile(of: catalog, in: root)
        let place = ConfigAssignment(
            key: "store.path", value: root.path, option: "--library \(root.path)")
        let configuration = try profile.configuration(assignments + [place]).kept(
            as: try configuration(), catalog, in: root)
        configurations.withLock { $0[catalog] = configuration }
        return configuration
    }
}
