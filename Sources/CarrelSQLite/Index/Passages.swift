import CarrelBasics
import CarrelModel
import CarrelStages

/// The passages of a document that are found each for itself.
enum Passages {
    /// A part of a document's text.
    struct Passage {
        /// The page that it is; `nil` in a document without pages.
        var page: Int?
        /// Its bytes in the text; `nil` for all of them.
        var bytes: Range<Int>?
        var text: String
    }

    /// One passage for each page; one for a document without pages, or without a preview: its title is found, too.
    static func of(_ preview: Preview?) -> [Passage] {
        guard let preview else { return [Passage(text: "")] }
        guard !preview.pageMarks.isEmpty else { return [Passage(text: preview.text)] }
        let bytes = Array(preview.text.utf8)
        return preview.pageMarks.indices.map { index in
            let start = min(max(0, preview.pageMarks[index].offset), bytes.count)
            let next = index + 1 < preview.pageMarks.count ? preview.pageMarks[index + 1].offset : bytes.count
            let end = min(max(start, next), bytes.count)
            return Passage(
                page: preview.pageMarks[index].page, bytes: start..<end,
                text: String(decoding: bytes[start..<end], as: UTF8.self))
        }
    }

    /// What the document says of itself.
    static func facts(of preview: Preview?) -> String {
        guard let preview else { return "" }
        let values = preview.metadata.sorted { $0.key < $1.key }.map(\.value)
        return ([preview.title].compactMap(\.self) + values).joined(separator: "\n").prefix(utf8: 8192).text
    }
}

/// What the index is told of a passage, and is told again to forget it.
struct WordsRow {
    let title, collection, facts, text: String

    /// What the index is told of a passage of an item; without a text, of the item alone.
    init(_ item: IndexedItem, facts: String = "", text: String = "") {
        self.init(
            title: item.title, collection: item.collection, catalog: item.catalog, facts: facts, text: text)
    }

    init(title: String, collection: String, catalog: String, facts: String, text: String) {
        self.title = title.spacedCharacters
        self.collection = "\(collection) \(catalog)".spacedCharacters
        self.facts = facts.spacedCharacters
        self.text = text.spacedCharacters
    }
}
