import CarrelCore
import CarrelStages

/// What a front end needs of the program around it: a library that catalogues can be added to.
public protocol LibraryHost: Sendable {
    /// The desk over the library, with every catalogue that the library knows now.
    ///
    /// - Throws: `StoreError`, `ConfigurationError`.
    func desk() async throws -> Desk

    /// Looks at a catalogue that may be added; the library stays as it is.
    ///
    /// - Parameters:
    ///   - address: its URL.
    ///   - name: what to call it; `nil` for a name made of its address.
    /// - Returns: what it is.
    /// - Throws: `PipelineError`, `StoreError`, `ConfigurationError`, or an error with a sentence for the person.
    func look(_ address: String, name: String?) async throws -> CatalogLook

    /// Looks at a catalogue and has the library know it.
    ///
    /// - Parameters:
    ///   - address: its URL.
    ///   - name: what to call it; `nil` for a name made of its address.
    /// - Returns: the catalogue as the library knows it.
    /// - Throws: `PipelineError`, `StoreError`, `ConfigurationError`, or an error with a sentence for the person.
    func add(_ address: String, name: String?) async throws -> KnownCatalog

    /// How a catalogue is read.
    ///
    /// - Parameter location: where the catalogue is.
    /// - Returns: its settings; `nil` if it is one of a profile, or unknown.
    /// - Throws: `StoreError`, `ConfigurationError`.
    func settings(of location: String) async throws -> CatalogSettings?

    /// Changes the name of a catalogue and how it is read.
    ///
    /// - Parameters:
    ///   - location: where the catalogue is.
    ///   - name: its name; `nil` to keep the one that it has.
    ///   - values: the values of settings by their keys; an empty one takes back what was set, and the others stay.
    /// - Returns: the catalogue; `nil` if the library does not know it.
    /// - Throws: `RefusedSettings` with the key `name` for a name that it cannot have, `StoreError`,
    ///   `ConfigurationError`.
    func change(_ location: String, name: String?, values: [String: String]) async throws -> KnownCatalog?

    /// Forgets what the person trusted of a catalogue that was removed.
    func distrust(catalogNamed name: String) async

    /// Where maps for a catalogue get their tiles from.
    ///
    /// - Parameter location: where the catalogue is.
    /// - Returns: the server; `nil` if no profile names one.
    func mapTiles(for location: String) async -> MapTiles?
}

/// What somebody who wants to add a catalogue sees first.
public enum CatalogLook: Sendable, Hashable {
    /// The library knows it already.
    case known(KnownCatalog)
    /// What it lists, and what it would be called.
    case found(CatalogOutline, name: String)
}
