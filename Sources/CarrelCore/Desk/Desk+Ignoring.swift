import CarrelModel
import CarrelStages

/// What is left alone: never fetched, never told.
extension Desk {
    /// The items and patterns that are left alone.
    public func ignored() async throws(StoreError) -> (items: [ItemKey], patterns: [String]) {
        try await library.ignored()
    }

    /// Leaves items and patterns alone from now on, or no longer.
    public func setIgnored(
        _ isIgnored: Bool, _ items: [ItemKey], patterns: [String]
    ) async throws(StoreError) {
        try await library.setIgnored(isIgnored, items, patterns: patterns)
    }
}
