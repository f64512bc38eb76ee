/// The items that are being fetched: who wants one that is on its way waits for it instead of fetching it again.
actor ItemFlights {
    private var waiting: [ItemKey: [Int: CheckedContinuation<Void, Never>]] = [:]
    private var lastNumber = 0

    /// Claims items.
    ///
    /// - Parameter keys: the wanted items.
    /// - Returns: those that nobody is fetching; they are claimed until `land`.
    func claim(_ keys: [ItemKey]) -> Set<ItemKey> {
        var mine = Set<ItemKey>()
        for key in keys where waiting[key] == nil && mine.insert(key).inserted { waiting[key] = [:] }
        return mine
    }

    /// Lets go of items that were fetched, or not; whoever waits for one goes on.
    func land(_ keys: Set<ItemKey>) {
        for key in keys {
            for continuation in (waiting.removeValue(forKey: key) ?? [:]).values { continuation.resume() }
        }
    }

    /// Waits until nobody fetches an item any more; ends at once when the task is cancelled.
    func wait(for key: ItemKey) async {
        lastNumber += 1
        let number = lastNumber
        await withTaskCancellationHandler {
            guard waiting[key] != nil, !Task.isCancelled else { return }
            await withCheckedContinuation { waiting[key]?[number] = $0 }
        } onCancel: {
            Task { await self.leave(key, number) }
        }
    }

    private func leave(_ key: ItemKey, _ number: Int) {
        waiting[key]?.removeValue(forKey: number)?.resume()
    }
}
