import CarrelModel
import CarrelStages

/// Marks of new and updated documents.
extension Desk {
    /// Marks documents as looked at, or as new; `noteView(of:)` also marks its document as looked at.
    public func mark(_ items: [ItemKey], asRead isRead: Bool) async throws(StoreError) {
        try await library.setRead(isRead, items)
    }
}
