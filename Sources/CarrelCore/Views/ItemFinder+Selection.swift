import CarrelBasics
import CarrelModel
import CarrelStages

/// Finds several items at once: ranges of numbers, patterns, collections, catalogues.
extension ItemFinder {
    /// The items of a selection, each once, in the order of the texts; without texts, those of the whole library.
    ///
    /// - Throws: `FindError` for a text that matches nothing; a filter that leaves nothing is not an error.
    public func items(_ selection: ItemSelection) throws(FindError) -> [LibraryView.Row] {
        var rows = selection.texts.isEmpty ? view.allRows : []
        for text in selection.texts { rows += try items(text) }
        return rows.filter(selection.filter.takes).uniqued(on: \.entry)
    }

    /// The items for one text: an item as `item(_:)` finds it, `COLLECTION/3-7`, a pattern such as `*.pdf` or
    /// `COMP304/Week*`, a collection, or a catalogue by its name.
    private func items(_ text: String) throws(FindError) -> [LibraryView.Row] {
        guard !view.collections.isEmpty else { throw FindError.nothing(in: view) }
        if try !isCollection(numbered: text), let rows = try numbered(text) { return rows }
        let namesCollection = !collections(named: text).isEmpty
        // A text that is the whole title of an item means that item; an identity may look like a pattern.
        guard namesCollection || Glob.isPattern(text), named(text).isEmpty,
            namesCollection || identified(text).isEmpty
        else { return [try item(text)] }
        if let collections = try wholeCollections(text) {
            let rows = collections.flatMap(self.rows(of:))
            if rows.isEmpty, let error = noItem(text) { throw error }
            return rows
        }
        let rows = matching(Glob(text))
        guard rows.isEmpty else { return rows }
        throw FindError("no item matches “\(text)”", remedy: .list)
    }

    /// The collection that a text names exactly, or all those of a catalogue; `nil` if it names none.
    ///
    /// - Throws: `FindError` if it names several, or collections and a catalogue that has more of them.
    public func wholeCollections(_ text: String) throws(FindError) -> [LibraryView.CollectionRow]? {
        let rows = collections(named: text)
        guard !rows.isEmpty else { return nil }
        let larger = largerCatalogs(named: text, than: rows)
        guard larger.isEmpty else {
            throw FindError(
                "“\(text)” is a catalogue and a collection; use one of:", among: candidates(named: text),
                \.self)
        }
        let isCatalog = view.catalogs.contains { catalog in
            catalog.name.map { Self.equal($0, text) } == true
                || catalog.location == text || ShownText.of(catalog.location) == text
        }
        if isCatalog, Set(rows.map(\.key.catalog)).count == 1 { return rows }
        return [try collection(text)]
    }

    /// The items of `COLLECTION/3-7`, or of `3-7` alone; `nil` for any other text.
    func numbered(_ text: String) throws(FindError) -> [LibraryView.Row]? {
        var rows: [LibraryView.Row] = []
        if printed != nil, let numbers = alone(text) {
            for number in numbers.ranges.joined() { rows.append(try item(at: place(ofNumber: number))) }
            return rows
        }
        guard let (row, numbers) = try collectionAndNumbers(text) else { return nil }
        if let number = numbers.single { return [try item(at: .listed(number: number, row))] }
        let listed = self.rows(of: row)
        // One by one: there may be billions of numbers, and the first that names nothing is the last that is looked for.
        for number in numbers.ranges.joined() { rows.append(try item(number: number, of: listed, in: row)) }
        return rows
    }

    /// The collection and the numbers in `COLLECTION/3-7`, or in `3-7` alone; `nil` for any other text.
    func collectionAndNumbers(
        _ text: String
    ) throws(FindError) -> (row: LibraryView.CollectionRow, numbers: ItemNumbers)? {
        if let numbers = alone(text) { return (try collection(ofNumbersAlone: text), numbers) }
        guard let (name, numbers) = nameAndNumbers(text) else { return nil }
        return (try collection(name), numbers)
    }

    /// The name of a collection, or of several, and the numbers in `COLLECTION/3-7`; `nil` for any other text.
    func nameAndNumbers(_ text: String) -> (name: String, numbers: ItemNumbers)? {
        guard ItemNumbers(text) == nil, let slash = text.lastIndex(of: "/"),
            let numbers = ItemNumbers(text[text.index(after: slash)...]),
            case let name = String(text[..<slash]), !collections(named: name).isEmpty
        else { return nil }
        return (name, numbers)
    }

    /// Numbers without a collection, unless they are the title of an item, such as 2025-26.
    func alone(_ text: String) -> ItemNumbers? {
        guard let numbers = ItemNumbers(text) else { return nil }
        return Int(text) != nil || named(text).isEmpty ? numbers : nil
    }

    private func matching(_ glob: Glob) -> [LibraryView.Row] {
        view.collections.flatMap { collection in
            let catalog = view.catalog(at: collection.key.catalog)?.name
            return rows(of: collection).filter { row in
                Self.names(of: row, catalog: catalog).contains(where: glob.matches)
            }
        }
    }

    /// The texts that a pattern may match.
    private static func names(of row: LibraryView.Row, catalog: String?) -> [String] {
        let key = row.key
        let names = row.item.names(in: key.collection, of: key.catalog, named: catalog)
        let number = row.number > 0 ? "\(key.collection)/\(row.number)" : nil
        return names + [row.document?.name, number].compactMap(\.self)
    }
}
