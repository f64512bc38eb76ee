import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Fetches documents into the store: a job goes in, a receipt comes out.
final class TransferWorker: Sendable {
    let fetcher: any Fetcher
    let store: any Store
    let options: DownloadOptions
    let now: @Sendable () -> Date
    private let room: DiskRoom
    private let time: MonotonicTime
    private let pace: @Sendable (_ count: Int) -> Duration?
    private let progress: @Sendable (TransferJob, _ bytes: Int64, _ total: Int64?) -> Void

    /// Makes a worker that can do any number of jobs at once.
    ///
    /// - Parameters:
    ///   - fetcher: performs the exchanges.
    ///   - store: takes the documents.
    ///   - room: has the space that they take.
    ///   - options: the options of the download stage.
    ///   - time: limits how often progress is reported.
    ///   - now: the time of day.
    ///   - pace: called on the fetcher's thread with the number of received bytes; returns how long to pause.
    ///   - progress: called on the fetcher's thread with the bytes so far, and the length if known.
    init(
        fetcher: any Fetcher, store: any Store, room: DiskRoom, options: DownloadOptions, time: MonotonicTime,
        now: @escaping @Sendable () -> Date,
        pace: @escaping @Sendable (_ count: Int) -> Duration?,
        progress: @escaping @Sendable (TransferJob, _ bytes: Int64, _ total: Int64?) -> Void
    ) {
        (self.fetcher, self.store, self.room, self.options) = (fetcher, store, room, options)
        (self.time, self.now, self.pace, self.progress) = (time, now, pace, progress)
    }

    /// The most parts of a document that are asked for in one try.
    private static let mostContinuations = 100

    /// Counts the bytes of a document that came as a whole.
    func note(bytes count: Int) { _ = pace(count) }

    /// Makes one try, which needs several exchanges if a partial document cannot be continued.
    ///
    /// - Parameters:
    ///   - job: the job.
    ///   - begun: its first exchange, if that was begun in a row.
    /// - Returns: its receipt; `.parked` if the task was cancelled.
    func transfer(_ job: TransferJob, continuing begun: (any OpenExchange)? = nil) async -> Receipt {
        let fetcher = begun.map { ContinuingFetcher($0, then: self.fetcher) } ?? self.fetcher
        let began = now()
        if let ending = job.endingAfterDeadline(at: began) { return Receipt(job, ending, at: began) }
        let target: TargetURI
        do {
            target = try RequestTarget.target(job.url)
        } catch {
            return Receipt(job, job.refusal(error.reason), at: began)
        }
        var account = TryAccount(of: job, target, began: began)
        var mode = job.asksForRest ? TransferExchange.Mode.continuing : .fresh
        // A request for the whole document cannot fail because of a range, so each mode follows another at most once. A
        // document that comes in parts is continued more often.
        var (changes, continuations) = (0, 0)
        while true {
            switch await exchange(target, mode: mode, over: fetcher, &account) {
            case .ended(let ending):
                // A part that was left for the whole is of no use behind it.
                if mode != .continuing, ending.bringsWhole { await discardPart(of: job) }
                return account.receipt(ending)
            case .next(.continuing):
                continuations += 1
                if continuations > Self.mostContinuations { return stuck(account) }
                mode = .continuing
            case .next(let next):
                changes += 1
                if next == mode || changes > 2 { return stuck(account) }
                mode = next
            }
        }
    }

    /// Drops the partial document of a job that asked for the whole in spite of it.
    private func discardPart(of job: TransferJob) async {
        guard job.ways.contains(.resuming) else { return }
        let intake = DocumentIntake(store: store, key: job.key)
        // If it cannot be opened, the next run tidies up.
        guard (try? await intake.resume(head: 0, tail: 0)) != nil else { return }
        await intake.discard()
    }

    private func stuck(_ account: TryAccount) -> Receipt {
        account.receipt(account.job.refusal("the server does not continue downloads"))
    }

    /// Makes one exchange, notes it, and decides what follows.
    private func exchange(
        _ target: TargetURI, mode: TransferExchange.Mode, over fetcher: any Fetcher,
        _ account: inout TryAccount
    ) async -> TransferExchange.Step {
        let job = account.job
        let intake = intake(for: job, mode)
        let part: (head: [UInt8], tail: [UInt8])?
        do {
            part = try await resumedPart(of: intake, mode)
        } catch {
            return .ended(Receipt.Ending(error))
        }
        let request = request(job, url: target.text, mode: mode, intake: intake, tail: part?.tail)
        let sink = sink(for: job, request, intake, beginning: part?.head ?? [])
        defer { intake.endClaim() }
        var failure = await failure(of: fetchRequest(job, target, for: request), over: fetcher, into: sink)
        let state = sink.state
        account.note(state, failure)
        var (promise, refusal) = (job.promise, ResponseHead?.none)
        if failure == nil, state.bringsDocument {
            // If the checksum file cannot be read now, the document is kept until it can.
            do throws(FetchError) {
                refusal = try await addChecksum(to: &promise, of: job, target, &account.tries.connections)
            } catch {
                failure = error
            }
        }
        if let refusal { account.note(refusal) }
        let exchange = TransferExchange(
            worker: self, job: job, began: account.began, url: target.text, promise: promise, state: state,
            intake: intake, checksumRefusal: refusal)
        let step = await exchange.step(after: failure)
        account.tries.exchanges.append(
            AttemptExchange(
                asked: request.asked, url: target.text, head: state.head, trail: failure?.trail,
                digests: exchange.promised, decision: step.decision))
        return step
    }

    /// What takes the content of an exchange.
    private func intake(for job: TransferJob, _ mode: TransferExchange.Mode) -> DocumentIntake {
        DocumentIntake(
            store: store, key: job.key, pieces: job.promise.pieces,
            leavesPart: job.ways.contains(.resuming) && (mode == .whole || mode == .fresh))
    }

    /// Opens the partial document if the exchange is about it, and reads its first and last bytes; `nil` if it is not, or
    /// there is none.
    private func resumedPart(
        of intake: DocumentIntake, _ mode: TransferExchange.Mode
    ) async throws(StoreError) -> (head: [UInt8], tail: [UInt8])? {
        guard mode == .continuing || mode == .confirming else { return nil }
        return try await intake.resume(
            head: DocumentSink.beginningLength, tail: TransferRequest.overlapLength)
    }

    /// What takes the response of an exchange, claims the room for it and tells how far it is.
    private func sink(
        for job: TransferJob, _ request: TransferRequest, _ intake: DocumentIntake, beginning: [UInt8]
    ) -> DocumentSink {
        let meter = ProgressMeter(time)
        return DocumentSink(
            request: request, intake: intake, beginning: beginning, maxSize: job.limits.value.maxSize,
            stopsAtWrongPieces: !job.isLastMismatch,
            claim: { [room, options] (bytes) throws(TooLittleRoom) in
                try intake.claim(bytes, in: room, leaving: options.reserve)
            }, pace: pace
        ) { [progress] bytes, total in
            // The receipt reports that the document is whole.
            if bytes != total, meter.isDue(at: bytes, of: total) { progress(job, bytes, total) }
        }
    }

    /// Fetches into a sink; returns why that failed, `nil` if it did not.
    private func failure(
        of request: FetchRequest, over fetcher: any Fetcher, into sink: DocumentSink
    ) async -> FetchError? {
        do {
            try await fetcher.fetch(request, into: sink)
            return nil
        } catch {
            return error
        }
    }

    private func request(
        _ job: TransferJob, url: String, mode: TransferExchange.Mode, intake: DocumentIntake, tail: [UInt8]?
    ) -> TransferRequest {
        if intake.hasPieces, intake.count > 0 { return .proven(offset: intake.count, size: job.promise.size) }
        if let note = intake.note, note.origin.isOf(url), let tail {
            if mode == .confirming { return .confirmation(note) }
            if let rest = TransferRequest.continuing(count: intake.count, note: note, tail: tail) {
                return rest
            }
        }
        return mode == .whole ? .whole : Self.freshRequest(job, url: url)
    }

    /// The request if nothing is continued; the same for the short and the long way.
    static func freshRequest(_ job: TransferJob, url: String) -> TransferRequest {
        guard job.action == .revalidate, let origin = job.stored, origin.isOf(url),
            !origin.validators.sendable.isEmpty
        else { return .whole }
        return .unlessUnchanged(origin, sha256: job.promise.knownSHA256)
    }

    func fetchRequest(_ job: TransferJob, _ target: TargetURI, for request: TransferRequest) -> FetchRequest {
        var fields = request.fields
        if job.ways.contains(.pastCaches) { fields.append("Cache-Control", "no-cache") }
        if options.asksForDigests { fields.append("Want-Repr-Digest", DigestField.wanted) }
        var fetch = FetchRequest(target: target, fields: fields, limits: limits(of: job))
        // The fetcher looks up the credentials by origin.
        fetch.catalogOrigin = options.catalogOrigin
        fetch.usesOwnConnection = job.ways.contains(.ownConnection)
        fetch.fileCoding = job.promise.fileCoding
        fetch.mayHoldPage =
            job.promise.compressedExtension.map { ContentSniff.mayBeHTML(fileExtension: $0) } ?? false
        return fetch
    }

    /// The limits of an exchange of a job, which ends with the job's time.
    private func limits(of job: TransferJob) -> FetchLimits {
        var limits = job.limits.value
        guard let deadline = job.deadline else { return limits }
        let rest = Duration.seconds(max(0.001, deadline.timeIntervalSince(now())))
        limits.totalTimeout = min(limits.totalTimeout ?? rest, rest)
        return limits
    }

    /// Adds the digest in the checksum file beside a document, if the profile asks for it.
    ///
    /// - Returns: the answer of a server that sends the file later; `nil` if it was read or is not there, or nothing asks
    ///   for it.
    /// - Throws: `FetchError` if the file could not be read.
    private func addChecksum(
        to promise: inout DocumentPromise, of job: TransferJob, _ target: TargetURI,
        _ connections: inout [ConnectionID]
    ) async throws(FetchError) -> ResponseHead? {
        guard options.usesChecksumFiles else { return nil }
        let fetch = ChecksumFetch(
            fetcher: fetcher, limits: limits(of: job), catalogOrigin: options.catalogOrigin,
            usesOwnConnection: job.ways.contains(.ownConnection))
        switch try await fetch.find(beside: target.url, connections: &connections) {
        case .refused(let head): return head
        case .digest(let digest):
            if let digest { promise.digests.append(digest) }
            return nil
        }
    }
}

/// What a try has sent and received so far.
private struct TryAccount {
    let job: TransferJob
    var tries: TransferJob.Tries
    let began: Date
    private var url: String
    private var status: Int?

    init(of job: TransferJob, _ target: TargetURI, began: Date) {
        (self.job, self.began, url) = (job, began, target.text)
        tries = job.tries?.value ?? TransferJob.Tries(began: began)
    }

    /// Notes the result of an exchange.
    mutating func note(_ state: DocumentSink.State, _ failure: FetchError?) {
        tries.bytes += state.received
        if let failure { tries.connections += failure.connections }
        guard let head = state.head else { return }
        tries.connections += head.connections
        note(head)
    }

    /// Notes the last response.
    mutating func note(_ head: ResponseHead) { (status, url) = (head.status, head.target.text) }

    /// The receipt of a try that ended.
    func receipt(_ ending: Receipt.Ending) -> Receipt {
        Receipt(job, ending, at: began, url: url, status: status, tries: tries)
    }
}
