import CarrelStages

/// One of the two libraries of a copy.
public struct CopySide: Sendable {
    /// What people call it.
    public var title: String
    /// The documents.
    public var store: any Store
    /// The profile with which its catalogues are read, as the records name it; `nil` for none.
    public var profile: String?
    /// Opens the records.
    public var open: @Sendable (LibraryAccess) async throws(StoreError) -> any Library

    /// Describes a library; nothing is opened.
    public init(
        title: String, store: any Store, profile: String? = nil,
        open: @escaping @Sendable (LibraryAccess) async throws(StoreError) -> any Library
    ) {
        (self.title, self.store, self.profile, self.open) = (title, store, profile, open)
    }

    /// What gives or takes the records of the library.
    func records(of library: any Library) throws(StoreError) -> any RecordTransfer {
        guard let transfer = library.transfer else { throw impossible("records") }
        return transfer
    }

    /// What gives or takes the documents.
    func documents() throws(StoreError) -> any DocumentTransfer {
        guard let transfer = store.transfer else { throw impossible("documents") }
        return transfer
    }

    private func impossible(_ what: String) -> StoreError {
        StoreError(.system, subject: title, reason: "its \(what) are kept in a way that cannot be copied")
    }
}
