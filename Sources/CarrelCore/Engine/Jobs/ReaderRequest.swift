import CarrelBasics
import CarrelModel
import CarrelStages

/// What a reader requested, from that moment on: it can be cancelled before its jobs are made, and while it waits for
/// what others are fetching.
final class ReaderRequest: Sendable {
    private struct State {
        var cancelled: [JobSelection.Items] = []
        var waits: [ItemKey: Task<Void, Never>] = [:]
        var posted: Set<ItemKey> = []
    }

    /// Who requested it.
    let reader: Reader
    private let state = Locked(State())

    init(by reader: Reader) { self.reader = reader }

    /// Cancels items; those whose jobs are made already, the run cancels.
    func cancel(_ items: JobSelection.Items) {
        let waits = state.withLock { state in
            state.cancelled.append(items)
            return state.waits
        }
        for (key, wait) in waits where items.contains(key) { wait.cancel() }
    }

    /// What of it was cancelled.
    var cancelled: [JobSelection.Items] { state.withLock { $0.cancelled } }

    /// Whether an item is still wanted.
    func wants(_ key: ItemKey) -> Bool { !cancelled.contains { $0.contains(key) } }

    // MARK: Items that workers fetch

    /// The items of it that wait for workers, or that these fetch.
    var posted: Set<ItemKey> { state.withLock { $0.posted } }

    /// Notes items that wait for workers.
    func notePosted(_ keys: [ItemKey]) { state.withLock { $0.posted.formUnion(keys) } }

    /// Notes items that no longer do.
    func noteEnded(_ keys: [ItemKey]) { state.withLock { $0.posted.subtract(keys) } }

    // MARK: Waiting

    /// Waits for something about an item, as long as the item is wanted.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - body: waits; returns soon after its task is cancelled.
    func wait(for key: ItemKey, _ body: @escaping @Sendable () async -> Void) async {
        let wait = Task { await body() }
        state.withLock { $0.waits[key] = wait }
        // It may have been cancelled before there was anything to end.
        if !wants(key) { wait.cancel() }
        await wait.valueCancelledWithCaller
        state.withLock { $0.waits[key] = nil }
    }
}
