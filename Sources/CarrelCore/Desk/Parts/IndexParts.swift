import CarrelModel
import CarrelStages

/// What a desk needs to search.
public struct IndexParts: Sendable {
    /// How documents are indexed.
    public var settings: IndexSettings
    /// Opens the index; makes it anew where it is to be replaced.
    let open: @Sendable (_ replacing: Bool) async throws(StoreError) -> any DocumentIndex

    public init(
        _ settings: IndexSettings,
        open: @escaping @Sendable (_ replacing: Bool) async throws(StoreError) -> any DocumentIndex
    ) {
        (self.settings, self.open) = (settings, open)
    }
}

/// How much of a library is compared with its index.
public enum IndexExtent: Sendable, Hashable {
    /// What changed in the records since the last update.
    case changes
    /// Every document with its file: what somebody wrote into is looked into again.
    case files
    /// Every document, after everything that the index has was forgotten.
    case rebuild
}

/// How far the indexing of a library has come.
public struct IndexProgress: Sendable, Hashable {
    /// The number of documents that were compared with the index.
    public var compared = 0
    /// The number of documents that were indexed now.
    public var done = 0
    /// The number of documents to index now.
    public var total = 0
    /// The number of documents without a preview, because it failed.
    public var failed = 0
    /// Those documents, the first thousand of them.
    public private(set) var failures: [Failure] = []

    /// A document without a preview.
    public struct Failure: Sendable, Hashable {
        /// The item.
        public let item: IndexedItem
        /// Why there is none.
        public let reason: String
    }

    mutating func note(_ further: [Failure]) {
        failed += further.count
        failures += further.prefix(max(0, 1000 - failures.count))
    }
}

/// Names everything that decides how a document's preview comes out: documents with the same name share a kept preview.
struct ContentName {
    /// The name.
    let text: String

    /// Names a document's content.
    ///
    /// - Parameters:
    ///   - document: the document's record.
    ///   - entry: the store's entry for it, which differs if somebody edited it.
    init(_ document: StoredDocument, _ entry: StoreEntry?) {
        var parts = [document.sha256]
        // The server's type and the extension decide how text is read.
        if let dot = document.name.lastIndex(of: "."), !document.name[dot...].contains("/") {
            parts.append(document.name[dot...].lowercased())
        }
        if let type = document.mediaType { parts.append("\(type)") }
        if let entry, entry.differs(from: document) {
            parts.append("changed \(entry.size) \(entry.fileTime.map { "\($0.nanoseconds)" } ?? "")")
        }
        text = parts.joined(separator: " ")
    }
}
