import CarrelModel
import CarrelStages

/// What is new, until somebody has looked at it.
extension Desk {
    /// Marks documents as looked at, or not; `noteView(of:)` marks what it is told of, too.
    public func mark(_ items: [ItemKey], asRead isRead: Bool) async throws(StoreError) {
        try await library.setRead(isRead, items)
    }
}
