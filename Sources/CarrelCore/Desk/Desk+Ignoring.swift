import CarrelModel
import CarrelStages

/// Ignored items: never fetched, never mentioned.
extension Desk {
    /// The ignored items and patterns; `CollectionKey.allItems` stands for an ignored collection.
    public func ignored() async throws(StoreError) -> (items: [ItemKey], patterns: [String]) {
        try await library.ignored()
    }

    /// Ignores items, collections (`CollectionKey.allItems`) and patterns from now on, or no longer.
    ///
    /// What waits is not fetched, and what is in flight is cancelled, whoever asked for it.
    public func setIgnored(
        _ isIgnored: Bool, _ items: [ItemKey], patterns: [String]
    ) async throws(StoreError) {
        try await library.setIgnored(isIgnored, items, patterns: patterns)
        guard isIgnored else { return }
        await runs.heedIgnored()
        if let queue = try await sharedQueue { try await withdrawIgnored(from: queue) }
    }

    /// Has the patterns that name a catalogue follow it to its new name, or end with it.
    ///
    /// - Parameters:
    ///   - former: the name that the catalogue had.
    ///   - name: its new name; `nil` if it was removed.
    ///   - library: the library, open for writing.
    static func carryIgnored(
        from former: String, to name: String?, in library: any Library
    ) async throws(StoreError) {
        guard former != name else { return }
        let beginning = "\(former)/".lowercased()
        // Of two parts the first is a collection. In whatever case a pattern has the name, it means this catalogue.
        let patterns = try await library.ignored().patterns.filter { pattern in
            pattern.lowercased().hasPrefix(beginning) && pattern.count(where: { $0 == "/" }) > 1
        }
        guard !patterns.isEmpty else { return }
        let renamed: [String] = name.map { name in patterns.map { name + $0.dropFirst(former.count) } } ?? []
        if !renamed.isEmpty { try await library.setIgnored(true, [], patterns: renamed) }
        // One that had the new name already, in that case of letters, stays.
        try await library.setIgnored(false, [], patterns: patterns.filter { !renamed.contains($0) })
    }

    /// Takes what is ignored by now out of the queue of a library whose machines share it.
    private func withdrawIgnored(from queue: any SharedQueue) async throws(StoreError) {
        let keys: [ItemKey]
        do {
            keys = try await view().allRows.filter(\.isIgnored).map(\.key)
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.system, subject: "the library", reason: "\(error)")
        }
        if !keys.isEmpty { try await queue.withdraw(.ofItems(keys)) }
    }
}
