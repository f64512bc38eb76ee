import CarrelBasics
import CarrelModel

/// What a reader requested, from that moment on: it can be cancelled before its jobs are made.
final class ReaderRequest: Sendable {
    /// Who requested it.
    let reader: Reader
    private let cancellations = Locked<[@Sendable (ItemKey) -> Bool]>([])

    init(by reader: Reader) { self.reader = reader }

    /// Cancels items; those whose jobs are made already, the run cancels.
    func cancel(where condition: @escaping @Sendable (ItemKey) -> Bool) {
        cancellations.withLock { $0.append(condition) }
    }

    /// Whether any of it was cancelled.
    var isCancelledInPart: Bool { cancellations.withLock { !$0.isEmpty } }

    /// Whether an item is still wanted.
    func wants(_ key: ItemKey) -> Bool { !cancellations.value.contains { $0(key) } }
}
