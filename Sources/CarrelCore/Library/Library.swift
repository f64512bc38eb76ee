import Foundation

/// What Carrel remembers between runs, for one library.
///
/// It is the pipeline's memory, not a stage: stages get values from it and give values to it.
public protocol Library: Ledger, Listings, ReaderState {}

/// What a library is opened for.
public enum LibraryAccess: Sendable {
    /// To be written to by this process alone: the lock is taken, the memory created and migrated.
    case exclusive
    /// To be looked at, and to remember views and selections, beside a process that holds it.
    case shared
}

/// Identifies a collection in a library.
public struct CollectionKey: Sendable, Hashable, Codable {
    /// The location of the catalogue.
    public var catalog: String
    /// The collection's identity within the catalogue.
    public var collection: String

    /// Makes a key.
    public init(catalog: String, collection: String) {
        self.catalog = catalog
        self.collection = collection
    }
}
