import CarrelModel
import CarrelStages

/// The items viewed most recently, each once, and of several that are the same document the first.
package struct RecentViews {
    package private(set) var views: [RecentView] = []
    private var seen = Set<String>()
    private let limit: Int

    package init(atMost limit: Int) { self.limit = limit }

    /// Adds an item unless there are enough, or it is there already.
    ///
    /// - Parameter row: the item in three columns, its title and when it was viewed, and two texts that name its document.
    package mutating func add(_ row: borrowing some RecordRow) {
        // What is listed in several places is one document by its URL, within one by what it repeats.
        let names = [row.text(5), row.text(6)].compactMap(\.self)
        guard views.count < limit, seen.isDisjoint(with: names) else { return }
        seen.formUnion(names)
        views.append(RecentView(key: row.key(from: 0), title: row.text(3) ?? "", date: row.date(4)))
    }
}

extension PrintedList {
    /// Adds an item: its number, when the list was printed, and the item in three columns.
    package mutating func add(_ row: borrowing some RecordRow) {
        date = row.date(1)
        items[Int(clamping: row.integer(0) ?? 0)] = row.key(from: 2)
    }
}
