import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelStandard
import Foundation

/// The catalogues that the library knows.
extension Workspace {
    /// The catalogues that operands name, by their names in the profile or the library, or by their places.
    ///
    /// Without operands, those of the profile if it names any, otherwise those of the library.
    func choices(_ operands: [String]) async throws -> [Choice] {
        let listed = try configuration().catalogs
        guard operands.isEmpty else {
            let known = try await knownCatalogs()
            return operands.map { operand in
                listed.first { $0.name.lowercased() == operand.lowercased() }.map(Choice.listed)
                    ?? named(operand, in: known).map(Choice.known) ?? .place(operand)
            }
        }
        if !listed.isEmpty { return listed.map(Choice.listed) }
        if (try? location(of: .profile)) != nil { return [.profile] }
        let known = try await knownCatalogs()
        return known.isEmpty ? [.profile] : known.map(Choice.known)
    }

    /// The catalogues of the profile and those that the library knows, by their locations; without those that cannot be
    /// read with their profiles.
    func readable() async throws -> [String: Choice] {
        let choices =
            try configuration().catalogs.map(Choice.listed) + (try await knownCatalogs()).map(Choice.known)
        return choices.reduce(into: [:]) { readable, choice in
            guard let location = try? location(of: choice), readable[location] == nil else { return }
            readable[location] = choice
        }
    }

    /// The catalogues that the library knows, in the order in which they were added.
    func knownCatalogs() async throws -> [KnownCatalog] {
        if let known = known.value { return known }
        let builder = try builder()
        let keeper = try builder.makeLibraryKeeper(for: try builder.makeStore())
        let catalogs = try await keeper.open(.shared).knownCatalogs()
        known.withLock { $0 = catalogs }
        return catalogs
    }

    /// Has what the library knows read again by the next one who asks, and the profiles of its catalogues.
    func forgetKnown() {
        known.withLock { $0 = nil }
        configurations.withLock { $0 = [:] }
    }

    /// The known catalogue with a name, or at a place.
    func named(_ text: String, in known: [KnownCatalog]) -> KnownCatalog? {
        if let catalog = known.first(where: { $0.name.lowercased() == text.lowercased() }) { return catalog }
        guard let location = try? location(of: .place(text)),
            let catalog = Self.catalog(at: location, in: known),
            // For a place, settings of the library that are not trusted are not needed.
            (try? configuration(of: catalog)) != nil
        else { return nil }
        return catalog
    }

    /// The known catalogue at a location.
    static func catalog(at location: String, in known: [KnownCatalog]) -> KnownCatalog? {
        let key = CatalogIdentity.key(of: location)
        return known.first { CatalogIdentity.key(of: $0.location) == key }
    }

    /// The configuration of a known catalogue: as it was added, with the settings of this command line.
    func configuration(of catalog: KnownCatalog) throws -> Configuration {
        if let configuration = configurations.value[catalog] { return configuration }
        guard let root = try libraryFolder() else { return try configuration() }
        let profile = try loader.profile(of: catalog, in: root)
        let place = ConfigAssignment(
            key: "store.path", value: root.path, option: "--library \(root.path)")
        let configuration = try profile.configuration(try assignments() + [place]).kept(
            as: try configuration(), catalog, in: root)
        configurations.withLock { $0[catalog] = configuration }
        return configuration
    }

    /// The folder of the library, if it has one.
    func libraryFolder() throws -> URL? { try builder().makeStore().libraryFolder }

    // MARK: Adding

    /// Describes a catalogue of this command line for the library.
    ///
    /// - Parameters:
    ///   - choice: the catalogue.
    ///   - name: its name; `nil` to make one from its location.
    ///   - keepsAll: whether to keep all settings of the command line, and not only those for its place and kind.
    /// - Returns: the catalogue.
    /// - Throws: `CatalogNameError`; `CommandError` if the catalogue cannot be read a second time.
    func described(
        _ choice: Choice, as name: String? = nil, keepsAll: Bool = true
    ) async throws -> KnownCatalog {
        let (location, known) = (try location(of: choice), try await knownCatalogs())
        let others = known.filter { $0.location != location }
        if let error = name.flatMap({ CatalogNameError($0, among: others) }) { throw error }
        let taken = Set(others.map { $0.name.lowercased() })
        var settings = try lastingAssignments()
        if !keepsAll {
            settings.removeAll { !$0.key.hasPrefix("source.") && !$0.key.hasPrefix("parse.") }
        }
        if case .place(let place) = choice {
            settings += try Self.assignments(for: place, over: configuration(), registry: Standard.registry)
                .map { assignment in
                    guard assignment.key.hasSuffix("path") else { return assignment }
                    var assignment = assignment
                    assignment.value = Standard.makeContext().file(assignment.value).path
                    return assignment
                }
        }
        var profile = invocation.value("--config") ?? invocation.value("--profile")
        if profile == nil, FileManager.default.fileExists(atPath: locator.foundPath) {
            profile = locator.foundPath
        }
        if let path = profile, path.contains("/") || path.hasSuffix(".toml") {
            profile = Standard.makeContext().file(path).path
        }
        return KnownCatalog(
            location: location, name: name ?? Self.name(for: location, except: taken), profile: profile,
            settings: settings.map { "\($0.key)=\($0.value)" }, addedAt: Standard.makeContext().now())
    }

    /// The options that concern the catalogue, with absolute paths, so that they work in any folder.
    private func lastingAssignments() throws -> [ConfigAssignment] {
        let values = ((try? configuration())?.tables ?? []).flatMap { table in
            table.content.values.map { (key: "\(table.name).\($0.key)", value: $0) }
        }
        return try assignments().filter { $0.key != "store.path" }.map { assignment in
            let power = values.first { $0.key == assignment.key }?.value.power
            guard case .readFile(let path)? = power else { return assignment }
            var assignment = assignment
            assignment.value = assignment.value.replacing(path, with: Standard.makeContext().file(path).path)
            return assignment
        }
    }

    /// Whether the library's settings for a catalogue are trusted.
    func isTrusted(_ catalog: KnownCatalog) throws -> Bool {
        guard let root = try libraryFolder() else { return false }
        return try loader.trustQuestion(of: catalog, in: root).state == .trusted
    }

    /// Forgets what was trusted of a catalogue that is gone or has another name; the rest of the command has succeeded.
    ///
    /// - Parameters:
    ///   - name: the catalogue's name.
    ///   - renamed: the catalogue under its other name, which may be the same after all.
    func distrust(catalogNamed name: String, unlessIn renamed: KnownCatalog? = nil) {
        guard renamed?.name.singleLine != name.singleLine, let root = try? libraryFolder() else { return }
        try? loader.distrust(catalogNamed: name, in: root)
    }

    /// Trusts the library's settings for a catalogue, because the user typed them.
    func trust(_ catalog: KnownCatalog) throws {
        guard let root = try libraryFolder() else { return }
        do {
            try loader.trust(catalog, in: root)
        } catch let error as ConfigurationError {
            throw error
        } catch {
            LineWriter.error.line(
                "warning: your trust in “\(catalog.name)” could not be recorded: \(error.localizedDescription)"
                    .singleLine)
        }
    }

    /// A free name made from a location.
    static func name(for location: String, except taken: Set<String>) -> String {
        let plain = CatalogIdentity.name(for: location)
        guard taken.contains(plain.lowercased()) else { return plain }
        return (2...).lazy.map { "\(plain)-\($0)" }.first { !taken.contains($0.lowercased()) } ?? plain
    }
}
