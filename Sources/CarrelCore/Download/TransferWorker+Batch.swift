import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The result of a row of jobs that were begun together.
struct TransferRow: Sendable {
    /// How the first ones ended.
    var ended: [Ended] = []
    /// The open exchange of the next job, if that takes longer.
    var open: (any OpenExchange)?

    /// A job whose exchange has ended.
    enum Ended: Sendable {
        /// The response was as expected.
        case done(Receipt)
        /// It was not, and the exchange takes the long way.
        case unexpected(TransferJob, CollectedExchange)

        /// The job, if it was begun: one that was cancelled was not.
        var begunJob: TransferJob? {
            switch self {
            case .done(let receipt): receipt.job
            case .unexpected(let job, let exchange): exchange.error?.code == .cancelled ? nil : job
            }
        }
    }
}

/// The short way: a document that is small, whole and as expected needs no sink, task or file of its own.
extension TransferWorker {
    /// The fetcher's batches; `nil` if every transfer takes the long way.
    var batches: (any BatchFetcher)? {
        options.allowsShortWay ? fetcher.batches : nil
    }

    /// Whether the first try of a job may take the short way.
    func mayTakeShortWay(_ job: TransferJob) -> Bool {
        job.tries == nil && job.ways.isDisjoint(with: [.resuming, .ownConnection])
            && job.promise.digests.isEmpty && job.promise.pieces == nil
            && RequestTarget.refusal(of: job.url) == nil
    }

    /// Does a row of jobs that may take the short way.
    func transfer(_ jobs: [TransferJob], over batches: any BatchFetcher) async -> TransferRow {
        let began = now()
        let over = jobs.prefix { $0.endingAfterDeadline(at: began) != nil }
        if !over.isEmpty {
            return TransferRow(
                ended: over.compactMap { job in
                    job.endingAfterDeadline(at: began).map { .done(Receipt(job, $0, at: began)) }
                })
        }
        var requests: [TransferRequest] = []
        var fetches: [FetchRequest] = []
        requests.reserveCapacity(jobs.count)
        fetches.reserveCapacity(jobs.count)
        for job in jobs {
            guard let target = try? RequestTarget.target(job.url) else { break }
            let request = Self.freshRequest(job, url: target.text)
            requests.append(request)
            fetches.append(fetchRequest(job, target, for: request))
        }
        let batch = await batches.exchange(batch: fetches) { true }
        var row = TransferRow(open: batch.open)
        row.ended.reserveCapacity(batch.ended.count)
        for index in batch.ended.indices {
            let job = jobs[index]
            if let receipt = receipt(job, requests[index], batch.ended[index], began: began) {
                note(bytes: batch.ended[index].content.count)
                row.ended.append(.done(receipt))
            } else {
                row.ended.append(.unexpected(job, batch.ended[index]))
            }
        }
        return row
    }

    /// The receipt for a response; `nil` if it is not as expected.
    private func receipt(
        _ job: TransferJob, _ request: TransferRequest, _ exchange: CollectedExchange, began: Date
    ) -> Receipt? {
        guard exchange.error == nil, let head = exchange.head else { return nil }
        let ending: Receipt.Ending
        let listed = job.listed(as: head, since: began, now: now())
        switch TransferDecision.make(for: request, head: head) {
        case .unchanged(let validators):
            ending = .unchanged(
                DocumentOrigin(url: head.target.text, validators: validators, listed: listed))
        case .replace(let note):
            guard let response = response(job, note, exchange.content, listed) else { return nil }
            ending = .staged(response)
        case .append, .complete, .confirm, .startOver, .withoutRange, .fail: return nil
        }
        var tries = TransferJob.Tries(began: began)
        tries.bytes = Int64(exchange.content.count)
        tries.connections = head.connections
        let url = head.target.text
        tries.exchanges = [
            AttemptExchange(asked: request.asked, url: url, head: head, decision: ending.decision)
        ]
        return Receipt(job, ending, at: began, url: url, status: head.status, tries: tries)
    }

    private func response(
        _ job: TransferJob, _ note: PartialNote, _ content: [UInt8], _ listed: ListedVersion?
    ) -> Receipt.Response? {
        var origin = note.origin
        origin.listed = listed
        let count = Int64(content.count)
        let beginning = Array(content.prefix(DocumentSink.beginningLength))
        guard note.digests?.isEmpty ?? true, note.completeLength == count, count <= job.limits.value.maxSize,
            job.promise.suspicion(
                beginning: beginning, count: count, isDecoded: false, declared: note.mediaType,
                suggested: note.contentDisposition) == nil
        else { return nil }
        return Receipt.Response(
            body: .content(content),
            representation: Receipt.Representation(
                origin: origin, mediaType: note.mediaType, contentDisposition: note.contentDisposition,
                beginning: beginning))
    }
}
