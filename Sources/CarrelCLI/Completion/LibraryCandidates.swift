import CarrelConfiguration
import CarrelModel
import CarrelStages

/// What the library's records offer: collections and items, as `ItemFinder` finds them.
struct LibraryCandidates {
    private let collections: [(address: String, key: CollectionKey, collection: ItemCollection)]
    private let selection: CollectionKey?

    /// Reads what is recorded, and nothing else; `nil` where that cannot be read.
    init?(_ workspace: Workspace) async {
        do {
            let builder = try workspace.builder()
            let library = try await builder.makeLibraryKeeper(for: try builder.makeStore()).open(.shared)
            selection = try await library.selection()
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

    /// Adds the collections.
    func addCollections(to candidates: inout Candidates) {
        for row in collections { candidates.add(row.address, note: row.collection.title) }
    }

    /// Adds the items: by their numbers in the selected collection, by collection and number, and by titles that begin as
    /// it is typed.
    ///
    /// - Parameters:
    ///   - typed: what stands there so far.
    ///   - candidates: the list.
    func addItems(_ typed: String, to candidates: inout Candidates) {
        guard typed.isEmpty || !addItems(behind: typed, to: &candidates) else { return }
        let selected = collections.first { $0.key == selection } ?? collections.first
        for (number, item) in (selected?.collection.items ?? []).enumerated() {
            candidates.add(String(number + 1), note: item.title)
        }
        for row in collections { candidates.add("\(row.address)/", note: row.collection.title) }
        guard !typed.isEmpty else { return }
        let beginning = typed.lowercased()
        let titles = collections.flatMap(\.collection.items).map(\.title).filter {
            $0.lowercased().hasPrefix(beginning)
        }
        let counts = Dictionary(titles.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
        for title in titles where counts[title.lowercased()] == 1 { candidates.add(title) }
    }

    /// Adds the items of the collection that the word begins with.
    ///
    /// - Returns: whether it begins with one.
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
