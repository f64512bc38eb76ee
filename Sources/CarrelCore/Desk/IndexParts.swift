import CarrelModel
import CarrelStages

/// What a desk needs to search.
public struct IndexParts: Sendable {
    /// How documents are indexed.
    public var settings: IndexSettings
    private let opening: @Sendable () async throws(StoreError) -> any DocumentIndex

    /// Makes the parts.
    ///
    /// - Parameters:
    ///   - settings: how documents are indexed.
    ///   - open: opens the index.
    public init(
        _ settings: IndexSettings, open: @escaping @Sendable () async throws(StoreError) -> any DocumentIndex
    ) {
        (self.settings, opening) = (settings, open)
    }

    /// Opens the index.
    func open() async throws(StoreError) -> any DocumentIndex { try await opening() }
}

/// How far the indexing of a library has come.
public struct IndexProgress: Sendable, Hashable {
    /// How many documents were looked into.
    public var done = 0
    /// How many there are to look into.
    public var total = 0
    /// How many of them could not be looked into.
    public var failed = 0
    /// How many are indexed in all.
    public var indexed = 0
}

/// What decides how a document's preview comes out: what is kept of one is good for any other of that name.
struct ContentName {
    /// The name.
    let text: String

    /// The name of a document.
    ///
    /// - Parameters:
    ///   - document: the document, as it is recorded.
    ///   - entry: what the store has under its name: somebody may have written into it.
    init(_ document: StoredDocument, _ entry: StoreEntry?) {
        var parts = [document.sha256]
        // Text is read by what its server and its name say it is.
        if let dot = document.name.lastIndex(of: "."), !document.name[dot...].contains("/") {
            parts.append(document.name[dot...].lowercased())
        }
        if let type = document.mediaType { parts.append("\(type)") }
        if let entry, entry.size != document.size || entry.isTouched(since: document) {
            parts.append("changed \(entry.size) \(entry.fileTime.map { "\($0.nanoseconds)" } ?? "")")
        }
        text = parts.joined(separator: " ")
    }
}
