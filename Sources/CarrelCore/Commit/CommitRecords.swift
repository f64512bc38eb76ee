import CarrelModel
import CarrelStages

/// What is recorded of jobs that ended without a document.
struct CommitRecords: Sendable {
    /// The changes, in order.
    var changes: [LibraryChange] = []
    /// The jobs to take out of the shared queue.
    var tickets: [JobTicket] = []

    var isEmpty: Bool { changes.isEmpty && tickets.isEmpty }

    /// Whether an item's document goes to another item.
    func handsOver(_ owner: ItemKey) -> Bool {
        changes.contains { if case .handedOver(owner, _) = $0 { true } else { false } }
    }

    /// Adds the end of a job.
    mutating func add(_ receipt: Receipt, _ ticket: JobTicket?) {
        changes += receipt.changes
        if let ticket { tickets.append(ticket) }
    }
}
