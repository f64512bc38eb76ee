import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// Catalogues as the library remembers them.
extension LibraryOpener {
    /// Describes a catalogue for the library.
    ///
    /// - Parameters:
    ///   - choice: the catalogue.
    ///   - name: its name; `nil` to make one from its location.
    ///   - known: the catalogues that the library knows.
    ///   - keepsAll: whether to keep all settings of the opener, and not only those for its place and kind.
    /// - Throws: `CatalogNameError`; `OpeningError` with `.severalLines`; what `location(of:)` throws.
    public func described(
        _ choice: CatalogChoice, as name: String? = nil, among known: [KnownCatalog], keepsAll: Bool = true
    ) throws -> KnownCatalog {
        let location = try location(of: choice)
        let others = known.filter { $0.location != location }
        if let error = name.flatMap({ CatalogNameError($0, among: others) }) { throw error }
        var settings = lastingAssignments()
        if !keepsAll {
            settings.removeAll { !$0.key.hasPrefix("source.") && !$0.key.hasPrefix("parse.") }
        }
        settings += try placeAssignments(choice)
        let profile = lastingProfile()
        for (what, text) in settings.map({ ($0.key, $0.value) }) + [("its profile", profile ?? "")]
        where what.hasControls || text.hasControls {
            throw OpeningError.severalLines(what)
        }
        return KnownCatalog(
            location: location,
            name: name ?? Self.freeName(CatalogIdentity.name(for: location), among: others), profile: profile,
            settings: settings.map { "\(ConfigLayer.written(key: $0.key))=\($0.value)" },
            addedAt: surroundings.context.now())
    }

    /// The settings that concern the catalogue, with absolute paths, so that they work in any folder.
    private func lastingAssignments() -> [ConfigAssignment] {
        let configuration = try? configuration()
        return assignments.filter { !concernsWholeLibrary($0.key) }.map { assignment in
            var assignment = assignment
            assignment.value = lasting(assignment.value, of: assignment.key, in: configuration)
            return assignment
        }
    }

    /// A catalogue with absolute paths in some of its settings, so that they work in any folder.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue, trusted, with these settings.
    ///   - changes: the settings, as somebody typed them.
    /// - Throws: what reading its settings throws.
    public func lasting(_ catalog: KnownCatalog, setting changes: [(key: String, value: String)]) throws
        -> KnownCatalog
    {
        let configuration = try configuration(of: catalog)
        return Self.catalog(
            catalog,
            setting: changes.map { ($0.key, lasting($0.value, of: $0.key, in: configuration)) })
    }

    private func lasting(_ value: String, of key: String, in configuration: Configuration?) -> String {
        let key = ConfigLayer.written(key: key)
        for table in configuration?.tables ?? [] {
            for known in table.content.values where "\(table.name).\(known.key)" == key {
                guard let path = known.power?.file, value.hasSuffix(path) else { continue }
                return "\(value.dropLast(path.count))\(absolute(path))"
            }
        }
        return value
    }

    /// The settings for the place that somebody named, with an absolute path.
    private func placeAssignments(_ choice: CatalogChoice) throws -> [ConfigAssignment] {
        guard case .place(let place) = choice else { return [] }
        return try assignments(for: place, over: configuration()).map { assignment in
            guard assignment.key.hasSuffix("path") else { return assignment }
            var assignment = assignment
            assignment.value = absolute(assignment.value)
            return assignment
        }
    }

    /// The profile that the catalogue is read with: a name, or the absolute path of a file.
    private func lastingProfile() -> String? {
        if let file = options.config { return absolute(file) }
        if let name = options.profile { return lasting(profile: name) }
        let found = locator.foundPath
        return FileManager.default.fileExists(atPath: found) ? absolute(found) : nil
    }

    /// A profile as every folder finds it: its name, or the absolute path of its file.
    public func lasting(profile: String) -> String {
        ProfileLocator.isPath(profile) ? absolute(profile) : profile
    }

    private func absolute(_ path: String) -> String { surroundings.context.file(path).path }

    /// A name that a catalogue can have, made from one that it perhaps cannot have.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - others: the other catalogues of the library.
    /// - Returns: the name, if the catalogue can have it.
    public static func name(like name: String, among others: [KnownCatalog]) -> String {
        let plain = name.replacing("/", with: "-").singleLine
        return freeName(KnownCatalog.isName(plain) ? plain : "catalogue", among: others)
    }

    /// The name, or with a number behind it, which no other catalogue has.
    private static func freeName(_ plain: String, among others: [KnownCatalog]) -> String {
        let taken = Set(others.map { $0.name.lowercased() })
        guard taken.contains(plain.lowercased()) else { return plain }
        return (2...).lazy.map { "\(plain)-\($0)" }.first { !taken.contains($0.lowercased()) } ?? plain
    }
}
