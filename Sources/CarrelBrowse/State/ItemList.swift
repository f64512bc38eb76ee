import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTerminal

/// What the middle pane lists.
package enum ListedPlace: Sendable, Hashable {
    /// The items of a collection.
    case collection(CollectionKey)
    /// What came since somebody last looked.
    case news
    /// What servers sent instead of what was promised.
    case setAside
    /// What was looked at last.
    case recent
    /// What was found.
    case search(String)
    /// The week of the timetables.
    case week
    /// The converter.
    case converter

    /// What it is called; `nil` for a collection, and for what was found.
    var title: String? {
        switch self {
        case .news: "New"
        case .setAside: "Set aside"
        case .recent: "Recently viewed"
        case .week: "Week"
        case .converter: "Converter"
        case .collection, .search: nil
        }
    }

    /// Whether it takes the place of items and document.
    var isApplication: Bool { self == .week || self == .converter }
}

/// Items in a list, with a note each where they come from several places.
package struct ItemList: Sendable {
    /// The items.
    package var rows: [LibraryView.Row]
    /// What is told beside them, such as their collections; as long as `rows`, or empty.
    package var notes: [String]
    /// The names in the quarantine of what the rows offer to accept or to discard; as long as `rows`, or empty.
    package var files: [String?]
    /// What a search found in the documents, which is told in place of notes; as long as `rows`, or empty.
    package var hits: [HitExcerpt] = []
    /// The whole number, where more were found than are listed.
    package var total: Int

    /// What tells a row apart from all others, also in a later list.
    package struct Anchor: Sendable, Equatable {
        /// The item.
        package var entry: ItemKey
        /// Its file in the quarantine: what is set aside may have several rows of one item.
        package var file: String?
    }

    package init(
        _ rows: [LibraryView.Row] = [], notes: [String] = [], files: [String?] = [], total: Int? = nil
    ) {
        (self.rows, self.notes, self.files) = (rows, notes, files)
        self.total = total ?? rows.count
    }

    /// What names the row at a place.
    func anchor(at index: Int) -> Anchor? {
        row(at: index).map { Anchor(entry: $0.entry, file: file(at: index)) }
    }

    /// Where a row is by now: the same item, with the same file if that is still there.
    package func index(of anchor: Anchor) -> Int? {
        let places = rows.indices.filter { rows[$0].entry == anchor.entry }
        return places.first { file(at: $0) == anchor.file } ?? places.first
    }

    /// The file in the quarantine of the row at a place.
    func file(at index: Int) -> String? { files.indices.contains(index) ? files[index] : nil }

    /// What a search found in the row at a place.
    func hit(at index: Int) -> HitExcerpt? { hits.indices.contains(index) ? hits[index] : nil }

    /// What is told beside the row at a place, as far as some columns show it.
    func note(at index: Int, in columns: Int) -> String? {
        if let hit = hit(at: index) { return hit.text(in: columns) }
        return notes.indices.contains(index) ? TextWidth.cut(notes[index].singleLine, to: columns) : nil
    }

    /// The row at a place.
    func row(at index: Int) -> LibraryView.Row? { rows.indices.contains(index) ? rows[index] : nil }
}
