import CarrelConfiguration
import CarrelModel
import CarrelOpening
import CarrelStages
import Foundation

/// The candidates from the library's records: collections and items, as `ItemFinder` finds them.
struct LibraryCandidates {
    private let collections: [(address: String, key: CollectionKey, collection: ItemCollection)]
    private let selection: CollectionKey?
    private let printed: PrintedList?
    private let ignored: (items: [ItemKey], patterns: [String])

    /// Reads only the records; `nil` if they cannot be read.
    init?(_ opener: LibraryOpener) async {
        do {
            let library = try await opener.library(.shared)
            selection = try await library.selection()
            ignored = try await library.ignored()
            var printed: PrintedList?
            if let terminal = TerminalName.current {
                printed = try await library.printedList(of: terminal, at: Date())
            }
            self.printed = printed
            let known = try await library.knownCatalogs()
            let names = Dictionary(known.map { ($0.location, $0.name) }) { first, _ in first }
            var found: [(name: String?, key: CollectionKey, collection: ItemCollection)] = []
            for location in try await library.locations() {
                let recorded = try await library.reading(of: location)?.name
                let name = names[location] ?? recorded
                for collection in try await library.catalog(at: location)?.collections ?? [] {
                    let key = CollectionKey(catalog: location, collection: collection.id)
                    found.append((name, key, collection))
                }
            }
            let counts = Dictionary(found.map { ($0.collection.id.lowercased(), 1) }, uniquingKeysWith: +)
            collections = found.map { name, key, collection in
                let isAlone = counts[collection.id.lowercased()] == 1
                let scope = isAlone ? "" : name.map { "\($0)/" } ?? ""
                return (scope + collection.id, key, collection)
            }
        } catch {
            return nil
        }
    }

    func addCollections(to candidates: inout Candidates) {
        for row in collections { candidates.add(row.address, note: row.collection.title) }
    }

    /// Adds what is ignored: patterns, collections and items, as `carrel unignore` takes them.
    func addIgnored(to candidates: inout Candidates) {
        for pattern in ignored.patterns.sorted() { candidates.add(pattern) }
        let keys = Set(ignored.items)
        for row in collections {
            if keys.contains(row.key.allItems) { candidates.add(row.address, note: row.collection.title) }
            for (number, item) in row.collection.items.enumerated() {
                let key = ItemKey(catalog: row.key.catalog, collection: row.key.collection, item: item.id)
                if keys.contains(key) { candidates.add("\(row.address)/\(number + 1)", note: item.title) }
            }
        }
    }

    /// Adds items by number, by collection and number, and by titles that begin with what is typed.
    ///
    /// - Parameters:
    ///   - typed: the text so far.
    ///   - candidates: the list.
    func addItems(_ typed: String, to candidates: inout Candidates) {
        guard typed.isEmpty || !addItems(behind: typed, to: &candidates) else { return }
        for (number, title) in numbers { candidates.add(String(number), note: title) }
        for row in collections { candidates.add("\(row.address)/", note: row.collection.title) }
        guard !typed.isEmpty else { return }
        let titles = collections.flatMap { $0.collection.items.map(\.title).filter(candidates.begins) }
        let keys = titles.map { $0.lowercased() }
        let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
        for (title, key) in zip(titles, keys) where counts[key] == 1 { candidates.add(title) }
    }

    /// The numbers of items with their titles, from the list that was printed last or else from the selected or the only
    /// collection.
    private var numbers: [(number: Int, title: String)] {
        guard let printed else {
            let only = collections.count == 1 ? collections.first : nil
            let selected = collections.first { $0.key == selection } ?? only
            return (selected?.collection.items ?? []).enumerated().map { ($0 + 1, $1.title) }
        }
        let wanted = Set(printed.items.values)
        let places = Set(wanted.map { CollectionKey(of: $0) })
        var titles: [ItemKey: String] = [:]
        for row in collections where places.contains(row.key) {
            for item in row.collection.items {
                let key = ItemKey(catalog: row.key.catalog, collection: row.key.collection, item: item.id)
                if wanted.contains(key) { titles[key] = item.title }
            }
        }
        return printed.items.sorted { $0.key < $1.key }.compactMap { number, key in
            titles[key].map { (number, $0) }
        }
    }

    /// Adds the items of the collection with which the word begins.
    ///
    /// - Returns: whether it begins with a collection.
    private func addItems(behind typed: String, to candidates: inout Candidates) -> Bool {
        let typed = typed.lowercased()
        let rows = collections.filter { typed.hasPrefix("\($0.address.lowercased())/") }
        for row in rows {
            let hasNumber = typed.dropFirst(row.address.count + 1).allSatisfy(\.isNumber)
            for (number, item) in row.collection.items.enumerated() {
                hasNumber
                    ? candidates.add("\(row.address)/\(number + 1)", note: item.title)
                    : candidates.add("\(row.address)/\(item.title)")
            }
        }
        return !rows.isEmpty
    }
}
