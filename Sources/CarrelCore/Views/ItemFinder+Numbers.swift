import CarrelModel
import CarrelStages

/// Finds items by their numbers, in a collection or in the list that was printed last.
extension ItemFinder {
    /// Where an item is that a number names.
    enum NumberPlace {
        /// At a number of a collection.
        case listed(number: Int, LibraryView.CollectionRow)
        /// At a number of the list that was printed last.
        case printed(number: Int, ItemKey)
    }

    /// Whether texts may name items by single numbers, as far as texts alone tell: titles do not.
    public static func mayBeNumbers(_ texts: [String]) -> Bool {
        !texts.isEmpty && texts.allSatisfy { Int($0.split(separator: "/").last ?? "") != nil }
    }

    /// Where an item is that a text names by a single number; `nil` for any other text.
    ///
    /// It takes no item to tell.
    func place(ofNumber text: String) throws(FindError) -> NumberPlace? {
        if let number = Int(text) { return try place(ofNumber: number) }
        guard let slash = text.lastIndex(of: "/"), let number = Int(text[text.index(after: slash)...]),
            case let name = String(text[..<slash]), !collections(named: name).isEmpty
        else { return nil }
        return .listed(number: number, try collection(name))
    }

    /// Where the item is that a number alone names.
    func place(ofNumber number: Int) throws(FindError) -> NumberPlace {
        guard let printed else {
            return .listed(number: number, try collection(ofNumbersAlone: "\(number)"))
        }
        guard let entry = printed.items[number] else {
            throw FindError(
                "the list that was printed last has no number \(number)", remedy: .list)
        }
        return .printed(number: number, entry)
    }

    func item(at place: NumberPlace) throws(FindError) -> LibraryView.Row {
        switch place {
        case .listed(let number, let row):
            guard let found = index.row(number: number, of: row) else { throw Self.noItem(number, in: row) }
            return found
        case .printed(let number, let entry):
            guard let found = row(of: entry) else {
                throw FindError("number \(number) of the list that was printed last is no longer listed")
            }
            return found
        }
    }

    /// The item with a number, of the rows of a collection.
    func item(
        number: Int, of rows: [LibraryView.Row], in row: LibraryView.CollectionRow
    ) throws(FindError) -> LibraryView.Row {
        guard number > 0, number <= row.collection.items.count, number <= rows.count else {
            throw Self.noItem(number, in: row)
        }
        // Listed items come first, in order.
        return rows[number - 1]
    }

    private static func noItem(_ number: Int, in row: LibraryView.CollectionRow) -> FindError {
        FindError(
            "there is no item \(number) in \(row.collection.id), which has \(row.collection.items.count)")
    }
}
