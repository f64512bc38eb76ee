import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A document that matches a search, as it is stored now.
public struct SearchResult: Sendable {
    /// Where it matches.
    public var hit: SearchHit
    /// The document.
    public var document: StoredDocument

    /// The page of the best place, such as `slide 3`; `nil` without pages.
    package var place: String? {
        hit.page.map { (document.mediaType.map { PageKind($0) } ?? .page).number($0) }
    }
}

/// Searches the library.
extension Desk {
    /// The most hits that are checked against the filters.
    private static let maxLookedAt = 200_000
    /// The most documents that a search looks into again; `updateIndex(.files)` does the rest.
    private static let mostLookedAgain = 256

    /// The documents that match a query, best first.
    ///
    /// What is new is looked into first, and so is what matches and was edited since it was indexed; where that cannot be,
    /// it is shown as it was indexed. Documents that were deleted, replaced or set aside are left out, even if the index is
    /// not up to date. A damaged index is made again; one that cannot be written is searched as it is.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - limit: the most documents.
    ///   - isAsIs: whether to look into nothing.
    ///   - progress: gets how far the looking into new documents is, from any task.
    ///   - notUpToDate: called at most once, if the index could not be brought up to date, with the reason.
    /// - Returns: the documents.
    /// - Throws: `StoreError`, `PipelineError`, `ConfigurationError`; `CancellationError`.
    public func search(
        _ query: SearchQuery, limit: Int, asIs isAsIs: Bool = false,
        progress: @escaping @Sendable (IndexProgress) -> Void = { _ in },
        notUpToDate: (any Error) -> Void = { _ in }
    ) async throws -> [SearchResult] {
        let isUpToDate =
            isAsIs ? false : try await updating(notUpToDate) { try await updateIndex(.changes, progress) }
        if isUpToDate {
            let found = try await askingIndex { try await self.found(query, limit, $0) }
            if found.outdated.isEmpty { return found.results }
            _ = try await updating(notUpToDate) { try await lookAgain(into: found.outdated) }
        }
        return try await askingIndex { try await self.found(query, limit, $0, showsOutdated: true) }.results
    }

    /// Updates the index if it can be; says whether it was.
    private func updating(
        _ notUpToDate: (any Error) -> Void, _ update: () async throws -> Void
    ) async throws -> Bool {
        do {
            try await update()
            return true
        } catch {
            if Task.isCancelled { throw error }
            notUpToDate(error)
            return false
        }
    }

    /// Says which types a query wants that no document has; one sentence each.
    public func unknownTypes(in query: SearchQuery) async throws -> [String] {
        let wanted = query.filters.filter { $0.field == .type && !$0.isExcluded }.map(\.value)
        guard !wanted.isEmpty else { return [] }
        let types = Set(try await openIndex().kinds().map(\.mediaType).filter { !$0.isEmpty })
        return wanted.filter { value in
            !types.contains { SearchFilter.isType($0, value.lowercased()) }
        }.map { value in
            let others = types.sorted().prefix(10).joined(separator: ", ")
            return "no document is of the type “\(value)”" + (others.isEmpty ? "" : "; there are \(others)")
        }
    }

    /// What the index has of a query.
    private struct Found {
        /// The documents that are as they were indexed.
        var results: [SearchResult] = []
        /// Those that are not, but for the most that a search looks into again.
        var outdated: [IndexPlan.Wanted] = []
    }

    /// Asks the index.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - limit: the most documents.
    ///   - index: the index.
    ///   - showsOutdated: whether those that were edited since are shown as they were indexed.
    /// - Returns: what it has.
    /// - Throws: `StoreError`, `PipelineError`.
    private func found(
        _ query: SearchQuery, _ limit: Int, _ index: any DocumentIndex, showsOutdated: Bool = false
    ) async throws -> Found {
        let filter = try await SearchFilter(query.filters) { try await self.items(in: $0) }
        var found = Found()
        var looks: [String: LibraryMemory] = [:]
        var offset = 0
        var count = max(limit, 1)
        while found.results.count < limit, offset < Self.maxLookedAt {
            let hits = try await index.search(query, limit: count, offset: offset)
            let (stored, entries) = try await self.stored(hits.filter { filter.takes($0.item) })
            for result in stored {
                guard found.results.count < limit else { break }
                var (document, item) = (result.document, result.hit.item)
                guard filter.takes(document), let entry = entries[FileName(document.name)] else { continue }
                let isAsIndexed = ContentName(document, entry).text == item.content
                var content = isAsIndexed ? item.content : try await content(of: document, entry)
                if content != item.content,
                    let name = try await exchangedName(of: document, item.key, &looks)
                {
                    document.name = name
                    content = ContentName(document, nil).text
                }
                let isEdited = item.content.hasPrefix(document.sha256)
                if content == item.content || isEdited && showsOutdated {
                    found.results.append(SearchResult(hit: result.hit, document: document))
                } else if found.outdated.count < Self.mostLookedAgain {
                    item.content = content
                    found.outdated.append(IndexPlan.Wanted(item: item, document: document))
                }
            }
            offset += hits.count
            if hits.count < count { break }
            count = min(count * 4, 4096)
        }
        return found
    }

    /// The name of a document's file, if somebody exchanged that for another one; `nil` if it has its own name.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - key: its item.
    ///   - looks: what was found of catalogues that were looked at; gets that of the item's.
    private func exchangedName(
        of document: StoredDocument, _ key: ItemKey, _ looks: inout [String: LibraryMemory]
    ) async throws -> String? {
        let look: LibraryMemory
        if let known = looks[key.catalog] {
            look = known
        } else {
            look = try await pipeline().runParts.memory(of: key.catalog)
            looks[key.catalog] = look
        }
        guard let name = look.items[key]?.document?.name, FileName(name) != FileName(document.name) else {
            return nil
        }
        return name
    }

    /// The documents of hits, each with the name that its file has now, also if somebody renamed it, and what is there.
    private func stored(
        _ hits: [SearchHit]
    ) async throws -> (results: [SearchResult], entries: [FileName: StoreEntry]) {
        let documents = try await library.memory(ofItems: hits.map(\.item.key)).compactMapValues(\.document)
        var results = hits.compactMap { hit in
            documents[hit.item.key].map { SearchResult(hit: hit, document: $0) }
        }
        let entries = try await store.entries(of: results.map(\.document.name))
        let missing = results.filter { entries[FileName($0.document.name)] == nil }
            .map { ($0.hit.item.key, ItemMemory(document: $0.document)) }
        guard !missing.isEmpty else { return (results, entries) }
        let moves = try await pipeline().runParts.movedDocuments(
            among: Dictionary(missing) { first, _ in first })
        let names = Dictionary(moves.map { ($0.key, $0.name) }) { first, _ in first }
        for index in results.indices {
            if let name = names[results[index].hit.item.key] { results[index].document.name = name }
        }
        let moved = try await store.entries(of: Array(names.values))
        return (results, entries.merging(moved) { first, _ in first })
    }

    /// The items in each of some states, as lists select them.
    private func items(in states: Set<StateWord>) async throws -> [StateWord: Set<ItemKey>] {
        let rows = try await view().allRows
        return states.reduce(into: [:]) { items, state in
            items[state] = Set(rows.filter(ItemFilter([state]).takes).map(\.key))
        }
    }
}

/// The filters of a query, each with its value as it is read once.
struct SearchFilter {
    private enum Condition {
        case collection(String), catalogue(String), type(String)
        case items(Set<ItemKey>)
        case after(Date), before(Date)
    }

    private let conditions: [(condition: Condition, isExcluded: Bool)]

    /// - Parameters:
    ///   - filters: the filters.
    ///   - items: reads the items in states; only called if a filter needs them.
    init(
        _ filters: [SearchQuery.Filter],
        items: (Set<StateWord>) async throws -> [StateWord: Set<ItemKey>]
    ) async throws {
        let states = Set(filters.compactMap(Self.state))
        let inState = states.isEmpty ? [:] : try await items(states)
        conditions = filters.compactMap { filter in
            Self.condition(filter, inState).map { (condition: $0, isExcluded: filter.isExcluded) }
        }
    }

    /// The state that a filter asks for; `nil` for a filter on something else.
    private static func state(_ filter: SearchQuery.Filter) -> StateWord? {
        filter.field == .status ? StateWord(typed: filter.value) : nil
    }

    /// The condition of a filter; `nil` for a value that no query has, since reading one refuses it.
    private static func condition(
        _ filter: SearchQuery.Filter, _ inState: [StateWord: Set<ItemKey>]
    ) -> Condition? {
        let value = filter.value.lowercased()
        return switch filter.field {
        case .collection: .collection(value)
        case .catalogue: .catalogue(value)
        case .type: .type(value)
        case .status: state(filter).map { .items(inState[$0] ?? []) }
        case .after: SearchQuery.day(value).map { .after($0) }
        case .before: SearchQuery.day(value).map { .before($0) }
        }
    }

    /// Whether an item passes the filters on collection, catalogue, type and status.
    func takes(_ item: IndexedItem) -> Bool {
        conditions.allSatisfy { condition, isExcluded in
            let isSo: Bool
            switch condition {
            case .collection(let value):
                isSo = Self.matches(item.collection, value) || item.key.collection.lowercased() == value
            case .catalogue(let value):
                isSo = Self.matches(item.catalog, value) || item.key.catalog.lowercased() == value
            case .type(let value): isSo = Self.isType(item.mediaType, value)
            case .items(let keys): isSo = keys.contains(item.key)
            case .after, .before: return true
            }
            return isSo != isExcluded
        }
    }

    /// Whether a document passes the filters on the day when it was stored.
    func takes(_ document: StoredDocument) -> Bool {
        conditions.allSatisfy { condition, isExcluded in
            switch condition {
            case .after(let day): (document.storedAt >= day) != isExcluded
            case .before(let day): (document.storedAt < day) != isExcluded
            case .collection, .catalogue, .type, .items: true
            }
        }
    }

    /// Whether a text matches: a pattern must match all of it, other values may be anywhere in it.
    private static func matches(_ text: String, _ value: String) -> Bool {
        let text = text.lowercased()
        guard value.contains(where: { "*?".contains($0) }) else { return text.contains(value) }
        return Glob(value).matches(text)
    }

    /// Whether a media type has that name: `application/pdf`, `image`, `pdf`, or an extension.
    static func isType(_ essence: String, _ value: String) -> Bool {
        let parts = essence.split(separator: "/")
        return essence == value || parts.first.map(String.init) == value
            || parts.last.map(String.init) == value
            || MediaType.forFileExtension(value)?.essence == essence
    }
}
