import CarrelModel

/// The status of items by what is remembered of them.
extension LibraryView {
    /// The failure of the last try to update a stored document.
    static func trouble(_ memory: ItemMemory) -> ItemStatus? {
        memory.isStored ? lastFailure(memory) : nil
    }

    /// What is wrong since the last try; of what is set aside why it is, whatever another try ended with.
    private static func lastFailure(_ memory: ItemMemory) -> ItemStatus? {
        if let reason = memory.asideReason { return .setAside(reason: reason) }
        return memory.lastFailure.map { .failed(reason: $0) }
    }

    /// The status of an item that this process does not fetch.
    public static func status(
        of item: Item, memory: ItemMemory, isIgnored: Bool = false
    ) -> ItemStatus {
        if memory.isStored {
            return memory.updateAvailable ? .updateAvailable : .stored
        }
        if isIgnored { return .ignored }
        if let partial = memory.partial, partial.isBeingWritten {
            return .downloading(fraction: partial.fraction)
        }
        if let status = lastFailure(memory) { return status }
        if let discarded = memory.discarded { return .discarded(reason: discarded.reason) }
        guard item.url != nil else { return .notAvailable }
        return memory.partial?.canBeContinued == true ? .paused : .available
    }
}

extension LibraryView.Row {
    /// Whether somebody fetches it, as was recorded: another process, unless this one does.
    package var isBeingFetched: Bool { if case .downloading = status { true } else { false } }
}
