import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelStages
import Foundation

/// What catalogues of the library may do.
extension LibraryOpener {
    /// Whether the library's settings for a catalogue are trusted.
    public func isTrusted(_ catalog: KnownCatalog) throws -> Bool {
        guard let root = try libraryFolder() else { return false }
        return try loader.trustQuestion(of: catalog, in: root).state == .trusted
    }

    /// Forgets what was trusted of a catalogue that is gone or has another name; the rest of the command has succeeded.
    ///
    /// - Parameters:
    ///   - name: the catalogue's name.
    ///   - renamed: the catalogue under its other name, which may be the same after all.
    public func distrust(catalogNamed name: String, unlessIn renamed: KnownCatalog? = nil) {
        guard renamed?.name.singleLine != name.singleLine, let root = try? libraryFolder() else { return }
        try? loader.distrust(catalogNamed: name, in: root)
    }

    /// Keeps a catalogue, perhaps under another name, and trusts it if it was trusted.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue with its name of before.
    ///   - name: its name from now on.
    ///   - desk: the library.
    /// - Returns: the catalogue as the library knows it.
    /// - Throws: what keeping it throws; `ConfigurationError`.
    public func keep(
        _ catalog: KnownCatalog, named name: String, _ desk: Desk
    ) async throws -> KnownCatalog {
        let isTrusted = try isTrusted(catalog)
        var renamed = catalog
        renamed.name = name
        try await desk.keep(renamed)
        if isTrusted { try trust(renamed) }
        distrust(catalogNamed: catalog.name, unlessIn: renamed)
        return renamed
    }

    /// Trusts the library's settings for a catalogue, because the user typed them.
    public func trust(_ catalog: KnownCatalog) throws {
        guard let root = try libraryFolder() else { return }
        do {
            try loader.trust(catalog, in: root)
        } catch let error as ConfigurationError {
            throw error
        } catch {
            tell(.trustNotRecorded(catalog, reason: "\(error)"))
        }
    }
}
