import CarrelBasics
import CarrelHTTP
import Foundation

/// The door to the thread that does the transfers: a mailbox, and what wakes the thread.
///
/// Tasks may run on the thread, too: one that awaits an exchange and has the next one ready goes on where the exchange
/// ended, without a way through other threads.
final class CurlLoop: TaskExecutor {
    private struct Mailbox {
        var mail = Mail()
        var jobs: [UnownedJob] = []
        /// Why there is no thread; it counts as asked to end then.
        var refusal: String?
        var lastTicket: UInt64 = 0
        /// Whether the thread waits for something to happen.
        var isResting = false
    }

    /// What came since the last look.
    struct Mail: Sendable {
        var orders: [CurlOrder] = []
        var batches: [CurlBatchOrder] = []
        var attachments: [CurlAttachment] = []
        var cancellations: [CurlTicket] = []
        /// Whoever wants to know which connections are mixed.
        var looks: [CheckedContinuation<Set<ConnectionID>, Never>] = []
        /// Whether the thread is to end.
        var isStopped = false

        /// Whether there is nothing that the thread could act on.
        var isEmpty: Bool {
            orders.isEmpty && batches.isEmpty && attachments.isEmpty && cancellations.isEmpty
                && looks.isEmpty && !isStopped
        }
    }

    /// What the thread moves transfers with; `nil` if libcurl could not be started, mostly for lack of open files.
    ///
    /// The thread and the fetcher both hold the loop, so that it is there as long as either may use it.
    private let multi: CurlMulti?
    private let mailbox = Locked(Mailbox())

    private init(isSecond: Bool) { multi = CurlMulti(isSecond: isSecond) }

    /// Makes a loop and starts its thread.
    ///
    /// - Parameters:
    ///   - options: the options.
    ///   - isSecond: whether it is the second one of a fetcher, so that its connections have other numbers.
    ///   - begin: what begins the thread.
    /// - Returns: the loop.
    static func start(
        _ options: CurlOptions, isSecond: Bool = false, begin: OwnThread.Beginning = OwnThread.begin
    ) -> CurlLoop {
        let loop = CurlLoop(isSecond: isSecond)
        guard let multi = loop.multi else { return loop }
        do throws(POSIXError) {
            try begin {
                Thread.current.name = "carrel.curl"
                CurlEngine(loop, multi, options).run()
            }
        } catch {
            let reason = String(cString: strerror(error.code.rawValue))
            loop.mailbox.withLock { mailbox in
                mailbox.refusal = "the system begins no further thread: \(reason)"
                mailbox.mail.isStopped = true
            }
        }
        return loop
    }

    /// Whether it has no thread.
    var isRefused: Bool { multi == nil || mailbox.withLock { $0.refusal != nil } }

    /// Makes a name for a new exchange.
    func makeTicket() -> CurlTicket {
        let number = mailbox.withLock { mailbox in
            mailbox.lastTicket += 1
            return mailbox.lastTicket
        }
        return CurlTicket(number: number)
    }

    /// Hands an exchange to the thread.
    ///
    /// - Returns: why it is not made; `nil` if it is.
    func start(_ order: CurlOrder) -> FetchError? {
        guard !take({ $0.mail.orders.append(order) }) else { return nil }
        let ending = ending
        return order.error(ending.code, ending.reason, remedy: ending.remedy)
    }

    /// Hands a batch to the thread.
    func start(_ batch: CurlBatchOrder) {
        guard !take({ $0.mail.batches.append(batch) }) else { return }
        let ending = ending
        batch.fail(ending.code, ending.reason, remedy: ending.remedy)
    }

    /// Why the thread takes nothing.
    private var ending: (code: FetchError.Code, reason: String, remedy: String?) {
        guard multi != nil else {
            return (.system, "libcurl could not be started", "Allow more open files: ulimit -n")
        }
        let refusal = mailbox.withLock { $0.refusal }
        return refusal.map { (.unreachable, $0, nil) } ?? (.cancelled, CurlEngine.stoppedReason, nil)
    }

    /// Hands the thread a sink for an exchange that a batch handed over.
    func attach(_ attachment: CurlAttachment) {
        // Once the thread has ended, so has the exchange.
        if !take({ $0.mail.attachments.append(attachment) }) { attachment.deliver() }
    }

    /// Cancels an exchange.
    ///
    /// Does nothing after it ended.
    func cancel(_ ticket: CurlTicket) {
        ticket.markCancelled()
        post { $0.mail.cancellations.append(ticket) }
    }

    /// Asks the thread to look at idle connections.
    ///
    /// - Returns: those that ever brought more than was asked for.
    func lookAtConnections() async -> Set<ConnectionID> {
        await withCheckedContinuation { continuation in
            if !take({ $0.mail.looks.append(continuation) }) { continuation.resume(returning: []) }
        }
    }

    /// Has a piece of a task run on the thread; elsewhere once that has ended, or if there is none.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard !take({ $0.jobs.append(job) }) else { return }
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs what tasks have to do; for the thread.
    func runJobs() {
        let jobs = mailbox.withLock { mailbox in
            mailbox.isResting = false
            guard !mailbox.jobs.isEmpty else { return [UnownedJob]() }
            defer { mailbox.jobs.removeAll() }
            return mailbox.jobs
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Asks the thread to end; exchanges that still run end with an error.
    func stop() {
        post { $0.mail.isStopped = true }
    }

    /// Takes everything out of the mailbox; for the thread.
    func takeMail() -> Mail {
        mailbox.withLock { mailbox in
            mailbox.isResting = false
            defer { mailbox.mail = Mail(isStopped: mailbox.mail.isStopped) }
            return mailbox.mail
        }
    }

    /// Asks whether the thread may wait for something to happen; from then on it is woken by what it can act on.
    ///
    /// - Returns: `false` if something has come that it has not seen.
    func mayRest() -> Bool {
        mailbox.withLock { mailbox in
            mailbox.isResting = mailbox.mail.isEmpty && mailbox.jobs.isEmpty
            return mailbox.isResting
        }
    }

    /// Puts something into the mailbox, unless the thread has been asked to end or there is none.
    private func take(_ put: (inout Mailbox) -> Void) -> Bool {
        guard multi != nil else { return false }
        return post { mailbox in
            let isStopped = mailbox.mail.isStopped
            if !isStopped { put(&mailbox) }
            return !isStopped
        }
    }

    /// Changes the mailbox, and wakes the thread only where it rests: otherwise it looks again before it does.
    private func post<Answer: Sendable>(_ change: (inout Mailbox) -> Answer) -> Answer {
        let (wakes, answer) = mailbox.withLock { mailbox in
            let wakes = mailbox.isResting
            if wakes { mailbox.isResting = false }
            return (wakes, change(&mailbox))
        }
        if wakes { multi?.wakeUp() }
        return answer
    }
}
