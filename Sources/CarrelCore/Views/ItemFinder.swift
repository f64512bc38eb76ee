import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Finds the collection or the item that the user names.
public struct ItemFinder: Sendable {
    /// The library, or what of it is looked at.
    public let view: LibraryView
    private let selection: CollectionKey?
    let printed: PrintedList?
    let index: ViewIndex

    /// What the collections are called.
    var collectionNames: CollectionNames { index.names }

    /// - Parameters:
    ///   - view: the library.
    ///   - selection: the selected collection, for numbers alone.
    ///   - printed: the list in which numbers are looked up; without it, in the selected collection.
    public init(_ view: LibraryView, selection: CollectionKey?, printed: PrintedList? = nil) {
        (self.view, self.selection, self.printed) = (view, selection, printed)
        index = ViewIndex(view)
    }

    /// The rows of a collection.
    func rows(of row: LibraryView.CollectionRow) -> [LibraryView.Row] { index.rows(of: row) }

    /// The row for an entry's key; `nil` if it is neither listed nor stored.
    public func row(of entry: ItemKey) -> LibraryView.Row? {
        collectionNames.row(of: CollectionKey(of: entry)).flatMap { index.row(of: entry, in: $0) }
    }

    /// Finds a collection by its identity, its title, or a part of either.
    ///
    /// The text may begin with the catalogue's name, as in `CATALOGUE/COLLECTION`, or be `LOCATION#IDENTITY`; the name
    /// or location of a catalogue is enough if it has only one collection. If several have the name, the only one that
    /// lists items is taken: a timetable has the modules of courses, and no items. Names do not depend on what is selected.
    public func collection(_ text: String) throws(FindError) -> LibraryView.CollectionRow {
        let all = view.collections
        guard !all.isEmpty else { throw FindError.nothing(in: view) }
        let named = listing(named: text)
        return try single(
            named.isEmpty ? collections(containing: text) : named, what: "collection", text: text,
            label: { "\(address(of: $0)) — \($0.collection.label)" },
            near: NearestName.of(text, among: all.map(\.collection.id) + view.catalogs.compactMap(\.name))
                ?? nearestUnnamed(text))
    }

    /// The location of the catalogue without a name that a text probably means, as lists show it.
    private func nearestUnnamed(_ text: String) -> String? {
        let unnamed = view.catalogs.filter { $0.name == nil }.map(\.location)
        return CatalogIdentity.nearest(to: text, among: unnamed).map { ShownText.of($0) }
    }

    /// The selected collection, or the first if none is selected.
    public func selectedCollection() throws(FindError) -> LibraryView.CollectionRow {
        if let selection, let row = collectionNames.row(of: selection) { return row }
        guard let first = view.collections.first else { throw FindError.nothing(in: view) }
        return first
    }

    /// The collection in which numbers alone are looked up, where no list was printed: the selected or the only one.
    func collection(ofNumbersAlone text: String) throws(FindError) -> LibraryView.CollectionRow {
        let row = try selectedCollection()
        guard row.key == selection || view.collections.count == 1 else {
            throw FindError(
                "\(text) in which collection? No list was printed in this terminal, and none is selected: use "
                    + "COLLECTION/\(text), or: carrel select COLLECTION")
        }
        return row
    }

    /// The collection of `COLLECTION/NUMBER`, or the selected one for a number alone; `nil` for any other text.
    public func collection(ofNumbered text: String) -> LibraryView.CollectionRow? {
        if ItemNumbers(text) != nil { return printed == nil ? try? collection(ofNumbersAlone: text) : nil }
        guard let slash = text.lastIndex(of: "/"), ItemNumbers(text[text.index(after: slash)...]) != nil
        else {
            return nil
        }
        return try? collection(String(text[..<slash]))
    }

    /// Finds an item by its number, title, document name, URL, identity, or a part of its title.
    ///
    /// A number is looked up in the list that was printed last, or else in the selected or the only collection;
    /// `COLLECTION/NUMBER` in that collection. The text may begin with a collection or a catalogue's name, as in
    /// `CATALOGUE/COLLECTION/TITLE`.
    public func item(_ text: String) throws(FindError) -> LibraryView.Row {
        if try !isCollection(numbered: text), let place = try place(ofNumber: text) {
            return try item(at: place)
        }
        guard !view.collections.isEmpty else { throw FindError.nothing(in: view) }
        var matches = named(text)
        if matches.isEmpty { matches = identified(text) }
        if matches.isEmpty { matches = scoped(text) }
        if matches.isEmpty { matches = rows { Self.contains($0.item.title, text) } }
        return try single(
            matches.uniqued(on: \.key), what: "item", text: text,
            label: { "\(address(of: $0)) — \($0.label)" },
            near: ItemNumbers.turned(text) ?? NearestName.of(text, among: view.allRows.map(\.item.title)))
    }

    /// The items that a text names exactly.
    func named(_ text: String) -> [LibraryView.Row] { rows(where: Self.isNamed(text)) }

    /// The items that have a text as their identity.
    func identified(_ text: String) -> [LibraryView.Row] { rows(where: Self.isIdentified(by: text)) }

    private func rows(where isMeant: (LibraryView.Row) -> Bool) -> [LibraryView.Row] {
        collectionNames.rows.flatMap { rows(of: $0).filter(isMeant) }
    }

    /// The items that a text names after a collection or catalogue; the shortest such beginning with items counts.
    private func scoped(_ text: String) -> [LibraryView.Row] {
        for slash in text.indices where text[slash] == "/" {
            let rest = String(text[text.index(after: slash)...])
            let rows = collections(named: String(text[..<slash])).flatMap(self.rows(of:))
            let tests: [(LibraryView.Row) -> Bool] = [
                Self.isNamed(rest), Self.isIdentified(by: rest), { Self.contains($0.item.title, rest) },
            ]
            for isMeant in tests {
                let matches = rows.filter(isMeant)
                if !matches.isEmpty { return matches }
            }
        }
        return []
    }

    /// Tells whether a text names an item exactly.
    private static func isNamed(_ text: String) -> (LibraryView.Row) -> Bool {
        let lowercased = text.lowercased()
        let mayBeLabel = text.contains(" · ")
        // Browsers show addresses without escapes.
        let escaped = text.contains("://") ? (try? RequestTarget.check(text))?.absoluteString : nil
        return { row in
            if let url = row.item.url, url == text || url == escaped { return true }
            return row.document?.name == text
                || row.item.title.lowercased() == lowercased || isShown(row, as: text)
                || mayBeLabel && row.label.lowercased() == lowercased
        }
    }

    /// Tells whether a text is the identity of an item, whole or as rows show it, which is without secrets.
    private static func isIdentified(by text: String) -> (LibraryView.Row) -> Bool {
        let mayBeShown = text.contains("…")
        return { $0.item.id == text || mayBeShown && ShownText.of($0.item.id) == text }
    }

    /// Whether the title or the URL of an item is that text for people, who see no secrets.
    private static func isShown(_ row: LibraryView.Row, as text: String) -> Bool {
        guard text.contains("…") else { return false }
        return ShownText.of(row.item.title) == text || row.item.url.map { ShownText.of($0) } == text
    }

    private func single<Match>(
        _ matches: [Match], what: String, text: String, label: (Match) -> String,
        near: @autoclosure () -> String?
    ) throws(FindError) -> Match {
        guard let first = matches.first else {
            // Who gives an address that is not listed wants what is there.
            let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
            let question =
                near().map { "; did you mean “\($0)”?" }
                ?? (isAddress ? "; what a page or a list links to is fetched with carrel sync URL" : nil)
            throw FindError(
                "there is no \(what) “\(text)”\(question ?? "")", remedy: question == nil ? .list : nil)
        }
        guard matches.count == 1 else {
            throw FindError(
                "“\(text)” matches \(matches.count) \(what)s; use one of:", among: matches, label)
        }
        return first
    }

    static func equal(_ left: String, _ right: String) -> Bool {
        left.lowercased() == right.lowercased()
    }

    static func contains(_ text: String, _ part: String) -> Bool {
        !part.isEmpty && text.lowercased().contains(part.lowercased())
    }
}

/// Why a text matches nothing, or too much.
public struct FindError: RemediedError, Sendable, Hashable {
    /// What is wrong.
    public let reason: String
    /// What the text could mean.
    public let candidates: [String]
    /// How many more things it could mean.
    public let more: Int
    /// What helps, if the reason does not say it.
    public let remedy: Remedy?

    /// How many of its candidates are listed at most.
    private static let mostListed = 8

    /// The error for a text that matches nothing.
    init(_ reason: String, remedy: Remedy? = nil) {
        (self.reason, candidates, more, self.remedy) = (reason, [], 0, remedy)
    }

    /// The error for a text that could mean several things.
    ///
    /// - Parameters:
    ///   - reason: what is wrong.
    ///   - meanings: what the text could mean.
    ///   - candidate: what says one of them; asked of those that are listed.
    init<Meaning>(_ reason: String, among meanings: [Meaning], _ candidate: (Meaning) -> String) {
        (self.reason, remedy) = (reason, nil)
        candidates = meanings.prefix(Self.mostListed).map(candidate)
        more = meanings.count - candidates.count
    }

    /// The error for a library without catalogues.
    private static let emptyLibrary = FindError("the library is empty; add a catalogue: carrel add URL")

    /// The error for a library whose catalogues list nothing.
    private static let emptyCatalogs = FindError(
        "the library's catalogues list nothing; carrel catalogues shows them")

    /// The error for a library without collections.
    static func nothing(in view: LibraryView) -> FindError {
        view.catalogs.isEmpty ? emptyLibrary : emptyCatalogs
    }

    /// Whether nothing was found because the library lists nothing.
    public var isOfEmptyLibrary: Bool { self == Self.emptyLibrary || self == Self.emptyCatalogs }

    /// The reason and the remedy, then the candidates, one on each line.
    public func sentence(_ words: (Remedy) -> String) -> String {
        let first = reason + (remedy.map { "; \(words($0))" } ?? "")
        let rest = more > 0 ? ["  … and \(more) more"] : []
        return ([first] + candidates.map { "  \($0)" } + rest).joined(separator: "\n")
    }

    /// The same, with the remedy as a command line says it.
    public var description: String { sentence(\.commandWords) }
}
