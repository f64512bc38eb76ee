import CarrelBasics
import CarrelStages
import Foundation

/// Makes documents durable, records them and gives them their names, in groups.
///
/// While one group is flushed the next one gathers, so that a slow disk makes groups larger instead of every document
/// slower. The order makes the guarantees: stage and flush the bytes, record them with pending publications, publish
/// the names. The next group settles the publications, because its flush has made the names durable. Where others wait
/// for that, they are settled after a moment, if no group comes.
final class Committer: Sendable {
    private struct Mailbox {
        /// The next group.
        var group = Group()
        var size = 0
        var stagedSize: Int64 = 0
        var hasEnded = false
        var failure: StoreError?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// What is committed together.
    private struct Group {
        var receipts: [Receipt] = []
        var others = CommitRecords()
        var whenRecorded: [CheckedContinuation<Void, Never>] = []
        var isLast = false

        var isEmpty: Bool { receipts.isEmpty && others.isEmpty }
    }

    /// Bytes that may wait in memory before `add` waits.
    private static let highWater = 2 << 20

    /// The number of small documents, or of their bytes, that is enough for a group; fewer wait a moment for others.
    private static let manyReceipts = 256
    private static let manyBytes = 1 << 20

    /// The number of changes that is enough for a transaction.
    private static let manyChanges = 512

    /// How long names wait for the next group where others wait for them.
    static let patience = Duration.milliseconds(200)

    private let work: CommitWork
    private let moment: Duration
    private let settlesWithin: Duration?
    private let mailbox = Locked(Mailbox())
    private let signal = Signal()

    /// - Parameters:
    ///   - work: commits a group.
    ///   - moment: how long a few small documents wait for others.
    ///   - settlesWithin: how long names wait for the next group to be settled with; `nil` for as long as it takes.
    init(_ work: CommitWork, moment: Duration = .milliseconds(20), settlesWithin: Duration? = nil) {
        (self.work, self.moment, self.settlesWithin) = (work, moment, settlesWithin)
    }

    /// Why nothing further can be committed; `nil` while all is well.
    var failure: StoreError? { mailbox.withLock { $0.failure } }

    /// Whether documents go to another machine.
    var isElsewhere: Bool { work.store.root == nil }

    /// Adds receipts with documents to the next group; waits while too many bytes are in memory, or staged in a store that
    /// has little room for that.
    ///
    /// - Parameters:
    ///   - receipts: the receipts.
    ///   - canWait: whether others may follow at once, which a few small documents wait for.
    func add(_ receipts: [Receipt], canWait: Bool = true) async {
        let responses = receipts.map(\.response)
        let sizes = responses.map { $0?.body.size ?? 0 }
        let stagedSize = responses.reduce(Int64(0)) { $0 + ($1?.body.stagedSize ?? 0) }
        let (isFull, isFirst, isEnough) = mailbox.withLock { mailbox in
            let isFirst = mailbox.group.receipts.isEmpty
            mailbox.group.receipts += receipts
            mailbox.size += sizes.reduce(0, +)
            mailbox.stagedSize += stagedSize
            let isEnough =
                !canWait || sizes.contains(0) || mailbox.group.receipts.count >= Self.manyReceipts
                || mailbox.size >= Self.manyBytes
            return (self.isFull(mailbox), isFirst, isEnough)
        }
        if isEnough { signal.set() } else if isFirst { setSoon() }
        guard isFull else { return }
        await withCheckedContinuation { continuation in
            let goesOn = mailbox.withLock { mailbox in
                guard self.isFull(mailbox) else { return true }
                mailbox.waiting.append(continuation)
                return false
            }
            if goesOn { continuation.resume() }
        }
    }

    private func isFull(_ mailbox: Mailbox) -> Bool {
        mailbox.size > Self.highWater || work.store.stagingRoom.map { mailbox.stagedSize > $0 } ?? false
    }

    /// Lets the next group begin after a moment.
    private func setSoon() {
        // By the system's clock, even if the run has a manual one: this is about the time that threads need.
        Task { [signal, moment] in
            try? await Task.sleep(for: moment)
            signal.set()
        }
    }

    /// Adds changes without documents to the next group.
    ///
    /// - Parameters:
    ///   - changes: the changes.
    ///   - tickets: the jobs of the shared queue that end with them.
    ///   - canWait: whether many changes may gather before they are recorded.
    func add(_ changes: [LibraryChange], ending tickets: [JobTicket] = [], canWait: Bool = false) {
        let isEnough = mailbox.withLock { mailbox in
            mailbox.group.others.changes += changes
            mailbox.group.others.tickets += tickets
            return !canWait || mailbox.group.others.changes.count >= Self.manyChanges
        }
        if isEnough { signal.set() }
    }

    /// Waits until everything that was added so far is recorded, or can no longer be.
    ///
    /// What ended without a document is told before it is recorded: whoever is about to read or change the same records
    /// waits first.
    func waitUntilRecorded() async {
        await withCheckedContinuation { continuation in
            let hasEnded = mailbox.withLock { mailbox in
                if !mailbox.hasEnded { mailbox.group.whenRecorded.append(continuation) }
                return mailbox.hasEnded
            }
            if hasEnded { continuation.resume() } else { signal.set() }
        }
    }

    /// Lets `run` return once everything that was added is committed.
    func finish() {
        mailbox.withLock { $0.group.isLast = true }
        signal.set()
    }

    /// Waits until the library is lost, from when on nothing is committed; `nil` if the task is cancelled before.
    func waitUntilLost() async -> StoreError? {
        guard let loss = await work.library.waitUntilLost() else { return nil }
        mailbox.withLock { $0.failure = $0.failure ?? loss }
        return loss
    }

    /// Commits groups until `finish`.
    ///
    /// Cancellation does not end it, because whole documents are to be committed. Where the store gives up because of it,
    /// the documents of that group are left for the next run.
    ///
    /// - Parameter onFailure: called once, when the library can no longer be written to.
    func run(onFailure: @Sendable () -> Void) async {
        defer { end() }
        var pending: [Publication] = []
        while true {
            let group = takeGroup()
            defer { for continuation in group.whenRecorded { continuation.resume() } }
            if group.isEmpty {
                if group.isLast { return await settle(pending) }
                // Otherwise it is this empty group that settles them.
                guard group.whenRecorded.isEmpty, await isQuiet(after: pending) else { continue }
            }
            if let failure {
                await work.refuse(group.receipts, because: failure)
                continue
            }
            do {
                pending = try await work.commit(group.receipts, after: group.others, settling: pending)
            } catch {
                // A cancelled run leaves documents for the next one.
                guard error.code != .cancelled else { continue }
                mailbox.withLock { $0.failure = error }
                onFailure()
            }
        }
    }

    /// Waits for the next group.
    ///
    /// - Parameter pending: the publications that it settles.
    /// - Returns: whether they are to be settled without it.
    private func isQuiet(after pending: [Publication]) async -> Bool {
        guard let settlesWithin, !pending.isEmpty, failure == nil, !Task.isCancelled else {
            await signal.wait()
            return false
        }
        return await !signal.wait(atMost: settlesWithin)
    }

    /// Nothing is recorded any more, and nobody waits for it.
    private func end() {
        let waiting = mailbox.withLock { mailbox in
            mailbox.hasEnded = true
            defer { mailbox.group.whenRecorded = [] }
            return mailbox.group.whenRecorded
        }
        for continuation in waiting { continuation.resume() }
    }

    private func settle(_ pending: [Publication]) async {
        guard failure == nil, !pending.isEmpty else { return }
        do {
            try await work.settle(pending)
        } catch {
            mailbox.withLock { $0.failure = error }
        }
    }

    private func takeGroup() -> Group {
        let (group, waiting) = mailbox.withLock { mailbox in
            let (group, waiting) = (mailbox.group, mailbox.waiting)
            // Whatever comes behind the last group is one, too.
            (mailbox.group, mailbox.waiting) = (Group(isLast: group.isLast), [])
            (mailbox.size, mailbox.stagedSize) = (0, 0)
            return (group, waiting)
        }
        for continuation in waiting { continuation.resume() }
        return group
    }
}
