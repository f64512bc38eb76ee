import CarrelBasics
import CarrelModel
import CarrelStages

/// The assignments of a run that are not done, by their numbers.
///
/// An assignment may leave jobs to others that asked for the same items. Then it is done without them, and stays here until
/// they have ended, because they go on with its names and its limits.
final class RunningAssignments: Sendable {
    private struct Running: Sendable {
        let assignment: Assignment
        var isDone = false
        /// How many jobs it has left to others, less those that were concluded.
        var left = 0
        /// The items of such jobs that have ended and are not concluded yet.
        var ending: Set<ItemKey> = []
        /// The assignments that count these as theirs.
        var heirs: [ItemKey: Int] = [:]
        /// How jobs ended that others had left to it.
        var inherited: [ItemKey: Receipt] = [:]
        /// Watches over it for as long as it is needed.
        var watching: Task<Void, Never>?

        /// Whether nothing needs it any longer.
        var isOver: Bool { isDone && left == 0 }

        init(_ assignment: Assignment) { self.assignment = assignment }

        /// Takes those of some items whose jobs it had left to others.
        mutating func take(_ keys: some Sequence<ItemKey>) -> Set<ItemKey> {
            guard !ending.isEmpty else { return [] }
            let mine = ending.intersection(keys)
            ending.subtract(mine)
            left -= mine.count
            return mine
        }
    }

    private let locked = Locked<[Int: Running]>([:])

    /// The assignment with a number; `nil` once it is done.
    subscript(number: Int) -> Assignment? { locked.withLock { $0[number]?.assignment } }

    /// The assignment that a job is part of; `nil` once it is done.
    subscript(job: TransferJob) -> Assignment? { self[job.assignment] }

    /// All of them.
    var all: [Assignment] { locked.withLock { $0.values.map(\.assignment) } }

    /// Takes an assignment that begins.
    func add(_ assignment: Assignment) { locked.withLock { $0[assignment.number] = Running(assignment) } }

    /// Has a task that watches over an assignment cancelled once nothing needs the assignment any longer.
    func keep(_ watching: Task<Void, Never>, of assignment: Assignment) {
        change(assignment.number) { $0.watching = watching }
    }

    /// Forgets an assignment that is done, as soon as what it left to others has ended.
    ///
    /// - Returns: how jobs ended that others had left to it, by their items.
    func remove(_ assignment: Assignment) -> [ItemKey: Receipt] {
        change(assignment.number) { running -> [ItemKey: Receipt] in
            running.isDone = true
            return running.inherited
        } ?? [:]
    }

    /// The numbers of what a reader requested.
    func numbers(of reader: Reader) -> Set<Int> {
        locked.withLock {
            Set($0.values.map(\.assignment).filter { $0.planned?.request?.reader == reader }.map(\.number))
        }
    }

    /// Tells each assignment how its jobs ended.
    func conclude(_ receipts: [Receipt]) {
        guard let first = receipts.first?.job.assignment else { return }
        // As a rule they are all of one.
        guard !receipts.allSatisfy({ $0.job.assignment == first }) else {
            return conclude(receipts, of: first)
        }
        for (number, receipts) in Dictionary(grouping: receipts, by: \.job.assignment) {
            conclude(receipts, of: number)
        }
    }

    private func conclude(_ receipts: [Receipt], of number: Int) {
        guard let (assignment, others) = end(receipts.lazy.map(\.job.key), of: number) else { return }
        guard !others.isEmpty else { return assignment.conclude(receipts) }
        assignment.conclude(receipts.filter { !others.contains($0.job.key) })
        // It no longer counts these, but whoever listens heard that they began.
        assignment.counts.tell(receipts.filter { others.contains($0.job.key) })
    }

    /// Tells the assignment of a job that it will not be done.
    ///
    /// - Parameters:
    ///   - job: the job.
    ///   - isIgnored: whether that is because somebody ignores its item.
    func drop(_ job: TransferJob, isIgnored: Bool) {
        guard let (assignment, others) = end(CollectionOfOne(job.key), of: job.assignment), others.isEmpty
        else { return }
        if isIgnored { assignment.counts.ignore(ItemEvent(job)) }
        assignment.drop(1)
    }

    // MARK: Jobs of others

    /// Has assignments leave jobs to others that want them.
    func leave(_ jobs: [TransferJob]) {
        for job in jobs {
            change(job.assignment) { $0.left += 1 }
            self[job]?.drop(1)
        }
    }

    /// Notes that jobs have ended which their assignments had left to others, before they are concluded.
    ///
    /// - Parameters:
    ///   - jobs: the jobs.
    ///   - heirs: the assignments that count them as theirs, by item.
    func noteEnding(ofOthers jobs: [TransferJob], heirs: [ItemKey: Int] = [:]) {
        for job in jobs {
            change(job.assignment) { running in
                running.ending.insert(job.key)
                running.heirs[job.key] = heirs[job.key]
            }
        }
    }

    /// Tells those that jobs were left to how they ended, before they hear that these have landed.
    ///
    /// What was given up they fetch themselves.
    func bequeath(_ receipts: [Receipt]) {
        locked.withLock { running in
            guard running.values.contains(where: { !$0.heirs.isEmpty }) else { return }
            for receipt in receipts {
                let (number, key) = (receipt.job.assignment, receipt.job.key)
                guard let heir = running[number]?.heirs.removeValue(forKey: key), receipt.outcome != .parked
                else { continue }
                running[heir]?.inherited[key] = receipt
            }
        }
    }

    /// Concludes jobs of an assignment.
    ///
    /// - Parameters:
    ///   - keys: their items.
    ///   - number: the assignment's number.
    /// - Returns: the assignment, and the items whose jobs it had left to others; `nil` once it is done.
    private func end(
        _ keys: some Sequence<ItemKey>, of number: Int
    ) -> (assignment: Assignment, others: Set<ItemKey>)? {
        change(number) { (assignment: $0.assignment, others: $0.take(keys)) }
    }

    /// Changes what is known of an assignment, and forgets it once nothing needs it.
    @discardableResult
    private func change<Value: Sendable>(_ number: Int, _ body: (inout Running) -> Value) -> Value? {
        let changed = locked.withLock { running -> (value: Value, watching: Task<Void, Never>?)? in
            guard var one = running[number] else { return nil }
            let value = body(&one)
            running[number] = one.isOver ? nil : one
            return (value: value, watching: one.isOver ? one.watching : nil)
        }
        changed?.watching?.cancel()
        return changed?.value
    }
}
