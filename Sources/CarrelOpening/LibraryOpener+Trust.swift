import CarrelBasics
import CarrelConfiguration
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
