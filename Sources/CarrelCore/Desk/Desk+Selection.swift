import CarrelModel
import CarrelStages

/// The selection of readers, and what it cancels; what they looked at, and which modules they chose.
extension Desk {
    /// Selects a collection for a reader.
    ///
    /// Cancels what this reader requested in the previous collection, queued or in flight, but not what others
    /// requested. For a new reader, the previous one is the one that is remembered.
    ///
    /// - Parameters:
    ///   - collection: the collection.
    ///   - reader: the reader.
    ///   - isRemembered: whether the next reader begins there, and numbers on a command line are about it.
    public func select(
        _ collection: CollectionKey, for reader: Reader, isRemembered: Bool = true
    ) async throws(StoreError) {
        let own = selections.updateValue(collection, forKey: reader)
        let before = if let own { own } else { try await selection() }
        if let before, before != collection { await cancel(before, for: reader) }
        // The reader may have gone on to another one meanwhile, which is remembered already.
        guard isRemembered, selections[reader] == collection else { return }
        try await library.select(collection)
    }

    /// Forgets what a reader selected, because it is gone; what it requested goes on.
    public func leave(_ reader: Reader) { selections[reader] = nil }

    /// The collection that a reader selected last; `nil` if it selected none.
    public func selection(of reader: Reader) -> CollectionKey? { selections[reader] }

    /// The collection that is remembered; `nil` if none was selected yet.
    public func selection() async throws(StoreError) -> CollectionKey? { try await library.selection() }

    /// Cancels what a reader requested in a collection.
    public func cancel(_ collection: CollectionKey, for reader: Reader) async {
        await cancel(
            .ofCollection(catalog: collection.catalog, collection: collection.collection), for: reader)
    }

    /// Cancels items that a reader requested.
    ///
    /// - Returns: whether any of them goes on, because a sync or another reader of this desk wants it, too. What others
    ///   posted for workers is not looked at: the queue still has what is about to be withdrawn.
    @discardableResult
    public func cancel(_ items: [ItemKey], for reader: Reader) async -> Bool {
        await cancel(.these(Set(items)), for: reader)
        let isPosted = requests.contains { request in
            items.contains { request.posted.contains($0) && request.wants($0) }
        }
        return isPosted ? true : await runs.isAnyWanted(items)
    }

    private func cancel(_ items: JobSelection.Items, for reader: Reader) async {
        // First those without a job yet: what gets one meanwhile, the run finds.
        for request in requests where request.reader == reader { request.cancel(items) }
        await runs.cancel(items, for: reader)
    }

    /// Chooses modules of timetables, or leaves them out.
    public func setChosen(_ isChosen: Bool, _ modules: [CollectionKey]) async throws(StoreError) {
        try await library.setChosen(isChosen, modules)
    }

    /// Records that somebody looked at an item.
    ///
    /// Ignores errors, because a library that cannot be written to can still be looked at.
    public func noteView(of key: ItemKey) async {
        try? await library.recordView(of: key, at: parts.pipeline.context.now())
    }

    /// Records that somebody looked at an item, unless what was shown is the version before, as its document waits for its name.
    public func noteView(of row: LibraryView.Row) async {
        if !row.isUnnamed { await noteView(of: row.viewKey) }
    }

    /// Marks documents as looked at, or as new; `noteView(of:)` also marks its document as looked at.
    public func mark(_ items: [ItemKey], asRead isRead: Bool) async throws(StoreError) {
        try await library.setRead(isRead, items)
    }
}
