import Foundation

/// Brings documents from their URLs into the store's hands: one try of a plan entry a call.
final class ItemTransfer: Sendable {
    /// How a try ended.
    enum Outcome: Sendable {
        /// The whole document is there.
        case received(DocumentIntake.Received, Representation)
        /// A body is there, but it is not what was promised.
        case nonsense(Body, Representation, reason: String)
        /// The stored version is current.
        case unchanged(DocumentOrigin)
        /// It failed for good; with `updateAvailable` the server has a newer version than the stored one.
        case failed(reason: String, updateAvailable: Bool)
        /// It failed, and a later try may succeed.
        case passing(PassingFailure)
        /// The store cannot take it, so the run must end.
        case storeFailed(StoreError)
        /// It was cancelled; what came is kept.
        case parked
    }

    /// What came and is set aside.
    struct Body: Sendable {
        var document: StagedDocument
        /// Whether it came to its end.
        var isWhole = true
    }

    /// What the server said of the version that was fetched.
    struct Representation: Sendable {
        var origin: DocumentOrigin
        var mediaType: MediaType?
        /// The `Content-Disposition` field.
        var contentDisposition: String?
        /// The first bytes of the document.
        var beginning: [UInt8] = []
    }

    /// A failure that may pass.
    struct PassingFailure: Sendable {
        var reason: String
        /// How long the server asked to wait.
        var retryAfter: Duration?
        /// Whether it says something about the host rather than the document.
        var isOfHost = false
        /// Whether the server asks every client for patience: 429 and 503.
        var asksForPatience = false
        /// Whether the body differed from its promised digest.
        var isMismatch = false
        var updateAvailable = false
    }

    /// What a try came to.
    struct Result: Sendable {
        var outcome: Outcome = .parked
        var exchanges: [AttemptExchange] = []
        var status: Int?
        var bytes: Int64 = 0
        var url: String
        /// What it came over, as far as the fetcher tells.
        var connections: [ConnectionID] = []
    }

    /// What is to be fetched, and what is known of it.
    struct Order: Sendable {
        var key: ItemKey
        /// The checked URL.
        var url: URL
        var promise: DocumentPromise
        /// The stored version, if there is one.
        var stored: StoredDocument?
        /// Whether to ask first if the stored version is still current.
        var revalidates: Bool
        /// Whether there may be a partial document to continue.
        var mayResume: Bool
        /// Whether a body with another digest than the promised one is final.
        var isLastMismatch: Bool
        /// Whether caches on the way are told to ask the server: what was wrong before may be theirs.
        var asksPastCaches: Bool
        /// Whether every request has a connection of its own.
        var usesOwnConnection = false
        /// Called from the fetcher's thread with the bytes there are and the length if known.
        var progress: @Sendable (_ bytes: Int64, _ total: Int64?) -> Void
    }

    let fetcher: any Fetcher
    let store: any Store
    let options: DownloadOptions
    let now: @Sendable () -> Date
    private let pace: @Sendable (_ count: Int) -> Duration?

    /// Makes a value for all transfers of a run.
    ///
    /// - Parameters:
    ///   - fetcher: fetches.
    ///   - store: takes what comes.
    ///   - options: limits and what is asked for.
    ///   - now: the time of day.
    ///   - pace: called from the fetcher's thread with the number of bytes that came; how long to pause.
    init(
        fetcher: any Fetcher, store: any Store, options: DownloadOptions, now: @escaping @Sendable () -> Date,
        pace: @escaping @Sendable (_ count: Int) -> Duration?
    ) {
        (self.fetcher, self.store, self.options, self.now, self.pace) = (fetcher, store, options, now, pace)
    }

    /// How an exchange goes about what is there.
    enum Mode {
        /// Continues the partial document.
        case continuing
        /// Asks whether the partial document, which has every byte, is current.
        case confirming
        /// Leaves the partial document alone; the stored one may be current.
        case fresh
        /// Asks for the whole document, whatever is there.
        case whole
    }

    /// What one exchange came to.
    enum Step {
        case ended(Outcome)
        case next(Mode)
    }

    /// Makes one try; several exchanges where what is there cannot be continued.
    func run(_ order: Order) async -> Result {
        var result = Result(url: order.url.absoluteString)
        var mode = order.mayResume ? Mode.continuing : .fresh
        // Each mode once: a whole document cannot be refused for its range.
        for _ in 0..<3 {
            switch await exchange(order, mode: mode, result: &result) {
            case .ended(let outcome):
                result.outcome = outcome
                return result
            case .next(let next):
                guard next != mode else { break }
                mode = next
            }
        }
        result.outcome = .failed(reason: "the server cannot be resumed from", updateAvailable: false)
        return result
    }

    private func exchange(_ order: Order, mode: Mode, result: inout Result) async -> Step {
        let intake = DocumentIntake(store: store, key: order.key)
        var ends: (head: [UInt8], tail: [UInt8])?
        if mode == .continuing || mode == .confirming {
            do {
                ends = try await intake.resume(
                    head: DocumentSink.beginningLength, tail: TransferRequest.overlapLength)
            } catch {
                return .ended(ended(error))
            }
        }
        let request = request(order, mode: mode, intake: intake, tail: ends?.tail)
        let sink = DocumentSink(
            request: request, intake: intake, beginning: ends?.head ?? [], maxSize: options.limits.maxSize,
            pace: pace, progress: order.progress)
        var failure: FetchError?
        do {
            try await fetcher.fetch(fetchRequest(order, for: request), into: sink)
        } catch {
            failure = error
        }
        let state = sink.state
        result.bytes += state.received
        if let failure { result.connections += failure.connections }
        if let head = state.head {
            result.connections += head.connections
            result.status = head.status
            result.url = head.url.absoluteString
        }
        var order = order
        if failure == nil, state.bringsDocument {
            do {
                if let neighbour = try await neighbour(of: order, connections: &result.connections) {
                    order.promise.digests.append(neighbour)
                }
            } catch {
                // What cannot be compared with its checksum now is kept until it can be.
                failure = error
            }
        }
        let conclusion = TransferConclusion(transfer: self, order: order, state: state, intake: intake)
        let step = await conclusion.step(after: failure)
        result.exchanges.append(
            AttemptExchange(
                asked: request.summary, url: order.url.absoluteString, head: state.head,
                digests: conclusion.promised.map { "\($0.text) (\($0.origin.rawValue))" },
                decision: step.summary))
        return step
    }

    private func request(
        _ order: Order, mode: Mode, intake: DocumentIntake, tail: [UInt8]?
    ) -> TransferRequest {
        let url = order.url.absoluteString
        if let note = intake.note, note.origin.isOf(url), let tail {
            if mode == .confirming { return .confirmation(note) }
            if let rest = TransferRequest.continuing(count: intake.count, note: note, tail: tail) {
                return rest
            }
        }
        if mode != .whole, order.revalidates, let origin = order.stored?.origin, origin.isOf(url),
            !origin.validators.isEmpty
        {
            return .unlessUnchanged(origin)
        }
        return .whole
    }

    private func fetchRequest(_ order: Order, for request: TransferRequest) -> FetchRequest {
        var fields = request.fields
        if order.asksPastCaches { fields.append("Cache-Control", "no-cache") }
        if options.asksForDigests { fields.append("Want-Repr-Digest", DigestField.wanted) }
        var fetch = FetchRequest(url: order.url, fields: fields, limits: options.limits)
        fetch.usesOwnConnection = order.usesOwnConnection
        fetch.keepsGzip = order.promise.fileExtension.lowercased().hasSuffix("gz")
        return fetch
    }

    /// What the file of checksums beside a document promises, where the profile asks for it.
    func neighbour(
        of order: Order, connections: inout [ConnectionID]
    ) async throws(FetchError) -> ExpectedDigest? {
        guard options.usesChecksumFiles else { return nil }
        let fetch = ChecksumFetch(
            fetcher: fetcher, limits: options.limits, usesOwnConnection: order.usesOwnConnection)
        return try await fetch.digest(beside: order.url, connections: &connections)
    }

    /// How a failure of the store ends a try.
    func ended(_ error: StoreError) -> Outcome {
        if error.code == .cancelled { return .parked }
        return error.endsRun
            ? .storeFailed(error) : .failed(reason: error.description, updateAvailable: false)
    }
}

extension ItemTransfer.Step {
    /// What was decided, in a few words.
    var summary: String {
        switch self {
        case .next(.fresh), .next(.whole): "start over"
        case .next(.confirming): "ask whether what is there is current"
        case .next(.continuing): "continue"
        case .ended(let outcome): outcome.summary
        }
    }
}

extension ItemTransfer.Outcome {
    fileprivate var summary: String {
        switch self {
        case .received: "take it"
        case .nonsense(_, _, let reason): "set it aside: \(reason)"
        case .unchanged: "keep what is stored"
        case .failed(let reason, _): "give up: \(reason)"
        case .passing(let failure): "leave it to another try: \(failure.reason)"
        case .storeFailed(let error): "stop: \(error.reason)"
        case .parked: "stop"
        }
    }
}
