import CarrelModel

/// What `carrel import --json` says of an item or a file.
public struct ImportRow: Encodable, Sendable {
    /// What became of it.
    public enum State: String, Encodable, Sendable {
        /// The file is the item's document now.
        case imported
        /// The file's content is an item's document already.
        case present
        /// The file would be imported.
        case matched
        /// The file was removed from the folder, because its content is in the library.
        case removed
        /// The file would be removed from the folder.
        case removable
        /// The file could not be imported.
        case failed
        /// Several files or items come into question.
        case ambiguous
        /// A file with the item's name is not what was promised.
        case refused
        /// No file looks like the item's document.
        case missing
        /// A program has not finished the file.
        case unfinished
        /// It is not looked at: a link, a pipe, a device, a library, a folder that may not be read, or a name that is not
        /// UTF-8.
        case outside
        /// The file belongs to none of the items.
        case unused
    }

    /// What became of it.
    public var state: State
    /// The item, by its catalogue's location, its collection and its identity there.
    public var catalog, collection, item: String?
    /// Its title.
    public var title: String?
    /// The files, as paths.
    public var files: [String]
    /// Why the file is the item's document: `digest`, `size` or `name`.
    public var by: String?
    /// The name of the document.
    public var name: String?
    /// Its size in bytes.
    public var bytes: Int64?
    /// Its SHA-256, in hexadecimal digits.
    public var sha256: String?
    /// Why there is no document; of what is outside, what it is.
    public var reason: String?

    /// Makes a row of files; what it says of an item is added.
    public init(_ state: State, files: [String] = []) { (self.state, self.files) = (state, files) }

    /// Makes a row of an item.
    public init(_ state: State, _ key: ItemKey, title: String, files: [String] = [], reason: String? = nil) {
        self.init(state, files: files)
        (catalog, collection, item) = (key.catalog, key.collection, key.item)
        (self.title, self.reason) = (title, reason)
    }
}
