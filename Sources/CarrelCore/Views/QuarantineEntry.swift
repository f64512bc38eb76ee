import CarrelModel
import CarrelStages

/// A document of the quarantine as lists show it.
public struct QuarantineEntry: Sendable, Hashable {
    /// Its place in the list, from 1, the newest first.
    public let number: Int
    /// The title under which its item is or was listed; the document's name if that is not known.
    public let title: String
    /// What is recorded of it.
    public let document: QuarantinedDocument

    /// The entries of documents, in their order.
    ///
    /// - Parameters:
    ///   - documents: the documents, the newest first.
    ///   - view: knows the titles.
    /// - Returns: an entry for each.
    package static func entries(of documents: [QuarantinedDocument], in view: LibraryView) -> [Self] {
        let keys = Set(documents.compactMap(\.key))
        let collections = Set(keys.map(CollectionKey.init(of:)))
        let rows = view.collections.filter { collections.contains($0.key) }.flatMap(view.rows)
        let named = rows.filter { keys.contains($0.key) }.map { ($0.key, $0.item.title) }
        let titles = Dictionary(named) { first, _ in first }
        return documents.enumerated().map { index, document in
            let title = document.key.flatMap {
                titles[$0] ?? view.catalog(at: $0.catalog)?.memory.items[$0]?.title
            }
            return QuarantineEntry(number: index + 1, title: title ?? document.name, document: document)
        }
    }

    /// What front ends name it by: its item, or, where the records do not say which that is, a key of no catalogue.
    public var key: ItemKey { document.key ?? fileKey }

    /// A key of no catalogue for its file: of one item several may be set aside.
    public var fileKey: ItemKey { Self.key(ofToken: document.token) }

    /// The key of a document whose item is not known, by its name in the quarantine.
    public static func key(ofToken token: String) -> ItemKey {
        ItemKey(catalog: "", collection: "", item: token)
    }

    /// Its row where no catalogue lists its item any more, or nobody knows that.
    public var unlistedRow: LibraryView.Row {
        var item = Item(title: title, url: nil)
        item.id = key.item
        return LibraryView.Row(key: key, item: item, number: 0, status: .setAside(reason: document.reason))
    }

    /// Whether a text names it: its title, its item, a name of the document, or a number that was shown.
    ///
    /// Its number in the present list does not count: what nobody has seen yet may have taken the one of another.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - printed: the list whose numbers count, with each `fileKey`.
    /// - Returns: whether it does.
    public func isNamed(_ text: String, in printed: PrintedList? = nil) -> Bool {
        if let number = Int(text), let shown = printed?.items[number] { return shown == fileKey }
        return document.name == text || document.token == text || title.lowercased() == text.lowercased()
            || document.key?.item == text
    }
}

extension LibraryView.Row {
    /// Whether it stands for a document of the quarantine whose item nobody knows: there is nothing to accept that for.
    public var isOfUnknownItem: Bool { key == QuarantineEntry.key(ofToken: key.item) }
}
