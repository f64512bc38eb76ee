import CarrelBasics
import CarrelModel
import CarrelStages

/// The assignments of a run that are not done, by their numbers.
final class RunningAssignments: Sendable {
    private let locked = Locked<[Int: Assignment]>([:])

    /// The assignment with a number; `nil` once it is done.
    subscript(number: Int) -> Assignment? { locked.withLock { $0[number] } }

    /// The assignment that a job is part of; `nil` once it is done.
    subscript(job: TransferJob) -> Assignment? { self[job.assignment] }

    /// Takes an assignment that begins.
    func add(_ assignment: Assignment) { locked.withLock { $0[assignment.number] = assignment } }

    /// Forgets an assignment that is done.
    func remove(_ assignment: Assignment) { locked.withLock { $0[assignment.number] = nil } }

    /// The numbers of what a reader requested.
    func numbers(of reader: Reader) -> Set<Int> {
        locked.withLock { Set($0.values.filter { $0.planned?.request?.reader == reader }.map(\.number)) }
    }

    /// Tells each assignment how its jobs ended.
    func conclude(_ receipts: [Receipt]) {
        guard let first = receipts.first?.job.assignment else { return }
        // As a rule they are all of one.
        guard !receipts.allSatisfy({ $0.job.assignment == first }) else {
            self[first]?.conclude(receipts)
            return
        }
        for (number, receipts) in Dictionary(grouping: receipts, by: \.job.assignment) {
            self[number]?.conclude(receipts)
        }
    }
}
