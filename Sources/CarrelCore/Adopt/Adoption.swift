import CarrelModel
import CarrelStages

/// A file from outside the library that is to become the document of an item.
public struct Adoption: Sendable {
    /// The item.
    public var wanted: WantedItem
    /// Where the file is, for the record.
    public var path: String
    /// Gives the file's bytes to the closure, in order; blocks.
    ///
    /// Throws `StoreError`: what the closure throws, or an error of its own if the file cannot be read or changed
    /// meanwhile.
    public var read: Reader

    /// Reads a file.
    public typealias Reader =
        @Sendable (_ take: (UnsafeRawBufferPointer) throws(StoreError) -> Void) throws(StoreError) -> Void

    public init(_ wanted: WantedItem, path: String, read: @escaping Reader) {
        (self.wanted, self.path, self.read) = (wanted, path, read)
    }
}

/// What became of an adoption.
public enum AdoptionResult: Sendable, Hashable {
    /// The item has the document.
    case stored(StoredDocument)
    /// The item has none; the file stays as it is.
    case failed(reason: String)
}
