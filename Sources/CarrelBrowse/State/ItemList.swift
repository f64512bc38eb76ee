import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages

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

    /// Whether it takes the place of items and document.
    var isApplication: Bool { self == .week || self == .converter }
}

/// Items in a list, with a note each where they come from several places.
package struct ItemList: Sendable {
    /// The items.
    package var rows: [LibraryView.Row]
    /// What is told beside them, such as their collections; as long as `rows`, or empty.
    package var notes: [String]
    /// The whole number, where more were found than are listed.
    package var total: Int

    package init(_ rows: [LibraryView.Row] = [], notes: [String] = [], total: Int? = nil) {
        (self.rows, self.notes) = (rows, notes)
        self.total = total ?? rows.count
    }

    /// The row at a place.
    func row(at index: Int) -> LibraryView.Row? { rows.indices.contains(index) ? rows[index] : nil }
}
