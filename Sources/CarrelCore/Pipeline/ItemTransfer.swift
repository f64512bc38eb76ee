import Foundation

/// Brings one document from its URL beside its place in the store: the tries of one plan entry.
struct ItemTransfer: Sendable {
    /// How a transfer ended.
    enum Outcome: Sendable {
        /// The whole document is staged.
        case staged(StagedDocument, Representation)
        /// The stored version is current.
        case unchanged(Validators)
        /// It failed; with `updateAvailable` the server has a newer version than the stored one.
        case failed(reason: String, updateAvailable: Bool)
        /// The store cannot take it, so the run must end.
        case storeFailed(StoreError)
        /// It was cancelled; what came is kept.
        case parked
    }

    /// What the server said of the version that was fetched.
    struct Representation: Sendable {
        var validators: Validators
        var mediaType: MediaType?
        var url: String
    }

    /// What is known of a transfer beside its outcome.
    struct Result: Sendable {
        var outcome: Outcome
        var status: Int?
        var bytes: Int64
        var url: String
    }

    let fetcher: any Fetcher
    let store: any Store
    let limits: FetchLimits
    let retry: RetryPolicy
    let progress: @Sendable (_ bytes: Int64, _ total: Int64?) -> Void

    /// What one try came to.
    private enum Try {
        case ended(Outcome)
        case again(reason: String, after: Duration?)
        case startOver
    }

    /// Transfers an item.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - url: the checked URL.
    ///   - action: `download`, `resume` or `revalidate`.
    ///   - stored: the stored version, if there is one.
    /// - Returns: how it ended, with what is known of it.
    func run(key: ItemKey, url: URL, action: PlanEntry.Action, stored: StoredDocument?) async -> Result {
        var result = Result(outcome: .parked, status: nil, bytes: 0, url: url.absoluteString)
        // What was begun is continued, also an update of what is stored, unless the plan says otherwise.
        var isFresh = action == .download
        var retries = 0
        while true {
            let attempt = await attempt(
                FetchRequest(url: url, limits: limits), key: key, stored: stored,
                condition: action == .revalidate ? stored?.validators : nil, isFresh: isFresh, result: &result
            )
            switch attempt {
            case .ended(let outcome):
                result.outcome = outcome
                return result
            case .startOver:
                // Asked for once only: a whole document cannot be refused for its range.
                if isFresh {
                    result.outcome = .failed(
                        reason: "the server cannot be resumed from", updateAvailable: false)
                    return result
                }
                isFresh = true
            case .again(let reason, let after):
                guard retries < retry.retries, await retry.wait(before: retries, atLeast: after) else {
                    result.outcome =
                        Task.isCancelled
                        ? .parked
                        : .failed(reason: reason, updateAvailable: result.status == 200 && stored != nil)
                    return result
                }
                retries += 1
                isFresh = false
            }
        }
    }

    private func attempt(
        _ request: FetchRequest, key: ItemKey, stored: StoredDocument?, condition: Validators?, isFresh: Bool,
        result: inout Result
    ) async -> Try {
        let writer: any StoreWriter
        do {
            writer = try await store.writer(for: key, resuming: !isFresh)
        } catch {
            return .ended(ended(error))
        }
        var request = request
        let transfer = transferRequest(writer, condition: condition)
        request.fields = transfer.fields
        let sink = DocumentSink(
            request: transfer, writer: writer, maxSize: limits.maxSize, progress: progress)
        var failure: FetchError?
        do {
            try await fetcher.fetch(request, into: sink)
        } catch {
            failure = error
        }
        let state = sink.state
        result.bytes += state.received
        if let head = state.head {
            result.status = head.status
            result.url = head.url.absoluteString
        }
        return conclude(state, failure: failure, writer: writer, hasStored: stored != nil)
    }

    private func transferRequest(_ writer: any StoreWriter, condition: Validators?) -> TransferRequest {
        if writer.bytesWritten > 0, let note = writer.note, note.allowsResuming {
            return .rest(offset: writer.bytesWritten, note: note)
        }
        if let condition, !condition.isEmpty { return .unlessUnchanged(condition) }
        return .whole
    }

    private func conclude(
        _ state: DocumentSink.State, failure: FetchError?, writer: any StoreWriter, hasStored: Bool
    ) -> Try {
        if let error = state.storeError {
            writer.discard()
            return .ended(ended(error))
        }
        if state.isTooLarge || failure?.code == .tooLarge {
            writer.discard()
            let reason = "larger than the limit. Raise download.max-size, now \(ByteCount(limits.maxSize))"
            return .ended(.failed(reason: reason, updateAvailable: hasStored))
        }
        if let failure {
            writer.park()
            if failure.code == .cancelled { return .ended(.parked) }
            let reason = [failure.reason, failure.remedy].compactMap { $0 }.joined(separator: ". ")
            return failure.isTransient
                ? .again(reason: reason, after: nil)
                : .ended(.failed(reason: reason, updateAvailable: state.head?.status == 200 && hasStored))
        }
        return conclude(state, writer: writer)
    }

    /// Concludes a whole response by what its head decided.
    private func conclude(_ state: DocumentSink.State, writer: any StoreWriter) -> Try {
        switch state.decision {
        case .replace, .append: return finish(state, writer: writer)
        case .unchanged(let validators):
            writer.discard()
            return .ended(.unchanged(validators))
        case .startOver:
            writer.discard()
            return .startOver
        case .fail(let reason, let isTransient):
            writer.park()
            return isTransient
                ? .again(reason: reason, after: state.head.flatMap(RetryPolicy.retryAfter))
                : .ended(.failed(reason: reason, updateAvailable: false))
        case nil:
            writer.discard()
            return .ended(.failed(reason: "the fetcher delivered no response", updateAvailable: false))
        }
    }

    private func finish(_ state: DocumentSink.State, writer: any StoreWriter) -> Try {
        if let length = state.completeLength, writer.bytesWritten != length {
            let reason = "\(writer.bytesWritten) bytes came, \(length) were announced"
            if writer.bytesWritten > length { writer.discard() } else { writer.park() }
            return .again(reason: reason, after: nil)
        }
        guard let head = state.head else { return .startOver }
        // The answer to a range need not repeat what the first answer said (RFC 9110 section 15.3.7).
        let note = writer.note
        let representation = Representation(
            validators: Validators(
                entityTag: head.validators.entityTag ?? note?.validators.entityTag,
                lastModified: head.validators.lastModified ?? note?.validators.lastModified),
            mediaType: head.mediaType ?? note?.mediaType, url: head.url.absoluteString)
        do {
            return .ended(.staged(try writer.finish(), representation))
        } catch {
            return .ended(ended(error))
        }
    }

    private func ended(_ error: StoreError) -> Outcome {
        if error.code == .cancelled { return .parked }
        return error.endsRun
            ? .storeFailed(error) : .failed(reason: error.description, updateAvailable: false)
    }
}
