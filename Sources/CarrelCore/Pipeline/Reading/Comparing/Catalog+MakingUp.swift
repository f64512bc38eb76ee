import CarrelModel

/// What stays listed although a reading lacks it.
extension Catalog {
    /// How many readings in a row keep what was listed before where there are doubts.
    ///
    /// A page that always ends otherwise would keep all that it ever listed.
    static let keepingReadings = 3

    /// Whether what was listed before stays listed, because the next reading may list it, too.
    var keepsListed: Bool {
        hasGap(.passing) || (hasGap(.doubtful) && doubtfulReadings <= Self.keepingReadings)
    }

    /// Makes up for items that it may lack.
    ///
    /// Where the next reading may list them, or tells whether they are missing at all, what was listed before stays listed: so
    /// that reading is compared with all of it. Where no reading lists them, that would be for ever, and documents that are not
    /// listed are only not called orphaned. How many that are is said.
    ///
    /// - Parameter earlier: what was listed before; `nil` for a new catalogue.
    /// - Returns: whether nothing is missing that the next reading may list.
    mutating func makeUp(from earlier: Catalog?) -> Bool {
        if let earlier {
            leaveOutCutEnd(since: earlier)
            doubtUnsaid(since: earlier)
            keepIdentities(of: earlier)
        }
        if hasGap(.lasting) { isIncomplete = true }
        settleDoubts(since: earlier)
        guard keepsListed else {
            if hasGap(.doubtful) { isIncomplete = true }
            if isIncomplete, !listsLatestOnly, let earlier { problems += leftOut(since: earlier) }
            return !hasGap(.doubtful)
        }
        if let earlier { keep(earlier) }
        // Whether it is a login page is decided by what all its pages list.
        if earlier?.asksForPassword != true { asksForPassword = false }
        // None is that of a page as it is: what was listed before may be among its items.
        changeCollections { $0.forgetDate() }
        return false
    }

    /// Has all that was listed before stay listed, and says how many items are so.
    private mutating func keep(_ earlier: Catalog) {
        // What that one left out may be in what is missing now.
        if earlier.leavesOutItems { isIncomplete = true }
        let read = Dictionary(collections.map { ($0.id, $0.items.count) }) { first, _ in first }
        var joined = JoinedPages(self)
        joined.append(earlier, continues: false, isRecorded: true)
        self = joined.end()
        var lacking: [String: Set<String>] = [:]
        for collection in collections where collection.further == nil {
            let items = collection.items.dropFirst(read[collection.id] ?? 0)
            if !items.isEmpty { lacking[collection.id] = Set(items.lazy.map(\.id)) }
        }
        // A page that does not come says nothing against its documents.
        if !hasGap(.passing) { kept = lacking }
        let count = lacking.values.reduce(0) { $0 + $1.count }
        let them = count == 1 ? "It stays" : "They stay"
        let until = hasGap(.passing) ? "until everything can be read" : "unless the next sync finds the same"
        problems += Self.missing(count, "\(them) listed \(until)")
    }

    /// Says how many items of an earlier reading are not listed, if any.
    private func leftOut(since earlier: Catalog) -> [CatalogProblem] {
        Self.missing(
            missingCount(since: earlier), "As not everything could be listed, they are not called orphaned")
    }

    /// The number of items of an earlier reading that are not listed.
    func missingCount(since earlier: Catalog) -> Int {
        var listed: [String: Set<String>] = [:]
        for collection in collections {
            listed[collection.id, default: []].formUnion(collection.items.lazy.map(\.id))
        }
        let further = Set(collections.lazy.filter { $0.further != nil }.map(\.id))
        return earlier.collections.reduce(0) { count, collection in
            // Those of a further catalogue are not this one's to list.
            guard !further.contains(collection.id) else { return count }
            let known = listed[collection.id] ?? []
            return count + collection.items.count(where: { !known.contains($0.id) })
        }
    }

    /// Says that a number of items are missing, if any, and what follows.
    private static func missing(_ count: Int, _ consequence: String) -> [CatalogProblem] {
        guard count > 0 else { return [] }
        let reason =
            "\(count) that \(count == 1 ? "was" : "were") listed before \(count == 1 ? "is" : "are") missing. "
        return [CatalogProblem(place: "items", reason: reason + consequence)]
    }
}
