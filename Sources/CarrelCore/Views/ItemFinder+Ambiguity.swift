import CarrelBasics
import CarrelModel
import CarrelStages

/// Tells the numbers of items from collections that are called by a number or a range, such as a year or a week.
extension ItemFinder {
    /// Whether a text is numbers of items, alone or behind their collection, or a pattern, and does not name a
    /// collection instead.
    public func namesItems(_ text: String) -> Bool {
        guard !isNumbers(text) else { return (try? isCollection(numbered: text)) != true }
        return Glob.isPattern(text) && collections(named: text).isEmpty
    }

    /// Finds a collection as `collection(_:)` does, unless the text is the number of an item.
    public func collection(unlessNumber text: String) throws(FindError) -> LibraryView.CollectionRow {
        guard !hasNumbers(text) || isLocator(text) else {
            throw FindError("“\(text)” is the number of an item")
        }
        return try collection(text)
    }

    /// Whether a text that could be numbers of items names a collection, or a catalogue: there are no such items.
    ///
    /// - Parameter text: any text.
    /// - Returns: `false` for a text that is not numbers, and where there is no collection of that name.
    /// - Throws: `FindError` if there are such items and such a collection.
    func isCollection(numbered text: String) throws(FindError) -> Bool {
        guard isNumbers(text), !collections(named: text).isEmpty else { return false }
        guard !isLocator(text), hasNumbers(text) else { return true }
        throw FindError(
            "“\(text)” could be a collection or the number of an item; use one of:",
            among: candidates(named: text) + candidates(numbered: text), \.self)
    }

    /// Whether there are items with the numbers of a text, in the list that was printed last or a collection.
    func hasNumbers(_ text: String) -> Bool {
        if let numbers = alone(text) {
            if let printed { return numbers.ranges.joined().allSatisfy { printed.items[$0] != nil } }
            guard let row = try? selectedCollection() else { return false }
            return Self.has(numbers, row)
        }
        guard let (name, numbers) = nameAndNumbers(text) else { return false }
        let rows = listing(named: name)
        return rows.count == 1 && Self.has(numbers, rows[0])
    }

    private func isNumbers(_ text: String) -> Bool { ItemNumbers(text) != nil || nameAndNumbers(text) != nil }

    /// Whether a text is the location of a catalogue, alone or with a collection's identity: it can mean nothing else.
    private func isLocator(_ text: String) -> Bool {
        view.collections.contains { $0.key.catalog == text || Self.locator($0.key) == text }
    }

    private static func has(_ numbers: ItemNumbers, _ row: LibraryView.CollectionRow) -> Bool {
        numbers.ranges.allSatisfy { $0.upperBound <= row.collection.items.count }
    }

    /// The items that a text numbers, each with its address; those that are no longer listed have none.
    private func candidates(numbered text: String) -> [String] {
        guard let rows = try? numbered(text) else { return [] }
        return rows.map { "\(address(of: $0)) — \($0.label)" }
    }
}
