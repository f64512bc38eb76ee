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
    }
}
