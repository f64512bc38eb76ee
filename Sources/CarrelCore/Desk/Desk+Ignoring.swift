import CarrelModel
import CarrelStages

/// Ignored items: never fetched, never mentioned.
extension Desk {
    /// The ignored items and patterns.
    public func ignored() async throws(StoreError) -> (items: [ItemKey], patterns: [String]) {
        try await library.ignored()
    }

    /// Ignores items and patterns from now on, or no longer.
    public func setIgnored(
        _ isIgnored: Bool, _ items: [ItemKey], patterns: [String]
    ) async throws(StoreError) {
        try await library.setIgnored(isIgnored, items, patterns: patterns)
        if isIgnored, let queue = try await sharedQueue { try await withdrawIgnored(from: queue) }
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
