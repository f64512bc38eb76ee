import CarrelBasics
import CarrelModel
import CarrelStages

/// Lists that end within an address.
///
/// The last line of a list may lack its line break, so that it alone tells nothing. But where an address that was listed before
/// is missing and begins as the list ends, the list was probably cut. Somebody may also have shortened the address: what the next
/// reading finds is as it is meant.
extension Catalog {
    /// Leaves out the address at the very end if the list was probably cut within it.
    ///
    /// An address that is listed elsewhere in it, too, is whole. A list of what is wanted now says nothing of what was listed
    /// before.
    ///
    /// - Parameter earlier: what was listed before.
    mutating func leaveOutCutEnd(since earlier: Catalog) {
        guard !listsLatestOnly, let end = openEnd, !earlier.hasDoubted(.cut(within: end)) else { return }
        let former = earlier.collections.flatMap(\.items).compactMap(\.url)
        let longer = former.filter { end.isBeginning(of: $0) }
        guard !longer.isEmpty, !former.contains(end) else { return }
        let listed = collections.flatMap(\.items).compactMap(\.url)
        guard listed.count(where: { $0 == end }) == 1, !Set(longer).isSubset(of: listed) else { return }
        changeCollections { collection in
            guard collection.items.last?.url == end else { return }
            collection.items.removeLast()
            collection.markDuplicates()
        }
        problems.append(.cut(within: end))
    }
}

extension Pipeline {
    private static let pageSize = 4096

    /// What is known of the last reading of a catalogue in parts, without what it lists; `nil` if there was none.
    func lastNotes(of location: String) async throws(PipelineError) -> Catalog? {
        try await asPipelineError { () async throws(StoreError) -> Catalog? in
            guard let reading = try await library.reading(of: location),
                var catalog = try await library.parts?.outline(of: location)?.catalog
            else { return nil }
            catalog.sections = []
            catalog.heed(reading)
            return catalog
        }
    }

    /// Whether a list in parts was probably cut within the address at its very end, as the stored documents tell.
    ///
    /// An address that is listed elsewhere in it, too, is whole. Documents that somebody was told are no longer listed tell
    /// nothing.
    ///
    /// - Parameters:
    ///   - parted: the list, which was read once.
    ///   - end: the address.
    /// - Returns: whether it is.
    /// - Throws: `PipelineError` if the library cannot be read.
    func isCut(_ parted: PartedCatalog, within end: String) async throws(PipelineError) -> Bool {
        let survey = await parted.survey
        return try await asPipelineError { () async throws(StoreError) in
            guard let listings = library.parts, let outline = try await listings.outline(of: parted.location)
            else { return false }
            let keys = outline.catalog.collections.map {
                ItemKey(catalog: parted.location, collection: $0.id, item: Item.identity(of: end))
            }
            guard !keys.contains(where: { survey.repeats($0.collection, $0.item) }),
                try await library.memory(ofItems: keys).isEmpty
            else { return false }
            var place: Int64?
            repeat {
                let page = try await listings.storedItems(
                    of: parted.location, after: place, atMost: Self.pageSize)
                let isCut = page.items.contains { key, memory in
                    !memory.isToldUnlisted && !survey.lists(key.collection, key.item)
                        && memory.ofDocument { end.isBeginning(of: $0.listedURL) } == true
                }
                if isCut { return true }
                place = page.end
            } while place != nil && !Task.isCancelled
            return false
        }
    }
}

extension CatalogProblem {
    /// That a list was probably cut within an address.
    static func cut(within end: String) -> CatalogProblem {
        let found = "“\(end.titleText)” has no line break, and one that was listed before begins like it"
        return CatalogProblem(
            place: "the last line",
            reason: "the list was probably cut: \(found); skipped; if the list is whole, sync again",
            gap: .doubtful)
    }
}

extension String {
    /// Whether another text is longer and begins with this one.
    fileprivate func isBeginning(of other: String) -> Bool {
        utf8.count < other.utf8.count && other.utf8.starts(with: utf8)
    }
}
