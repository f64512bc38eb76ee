import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What follows an exchange that failed.
extension TransferExchange {
    /// Ends an exchange that brought no whole response.
    func failed(_ failure: FetchError) async -> Step {
        await intake.park()
        if failure.code == .cancelled { return .ended(.parked()) }
        // The exchange ends by another clock, perhaps a little before the job's time.
        if failure.code == .totalTimeout,
            let ending = job.endingAfterDeadline(at: worker.now().addingTimeInterval(1))
        {
            return .ended(ending)
        }
        let reason = [failure.reason, failure.remedy].compactMap { $0 }.joined(separator: ". ")
        let updateAvailable = state.head?.status == 200 && hasStored
        guard failure.isTransient else {
            return .ended(job.refusal(reason, updateAvailable: updateAvailable))
        }
        if let wait = failure.wait {
            let setback = Receipt.Setback(
                reason: reason, retryAfter: wait, updateAvailable: updateAvailable, isPostponed: true)
            return .ended(.again(setback))
        }
        return .ended(
            .again(
                Receipt.Setback(
                    reason: reason,
                    isOfHost: isOfHost(failure),
                    updateAvailable: updateAvailable,
                    reachedServer: [.stalled, .truncated].contains(failure.code),
                    broughtMore: hasBroughtMore)))
    }

    /// Whether the host is to blame, so that after many such failures it is left alone.
    private func isOfHost(_ failure: FetchError) -> Bool {
        switch failure.code {
        case .system: false
        case .stalled, .truncated: true
        default: state.head == nil
        }
    }

    /// Why a page to which a redirect led is a login page; `nil` if nothing says so.
    var loginInPlace: String? {
        guard let head = state.head, head.isLoginInPlace, ContentSniff.isHTML(state.beginning), !hasLogin
        else { return nil }
        return LoginAddress.words(for: head.url)
    }

    /// Whether a login page is stored, because somebody accepted it.
    private var hasLogin: Bool {
        guard !job.ways.contains(.pastDiscarded), let stored = job.stored, let url = URL(string: stored.url)
        else { return false }
        return LoginAddress.isOne(url)
    }

    /// Whether nothing proves that the document is whole, and one version: it may have been cut, or only some bytes were
    /// compared before it was continued.
    var isUnproven: Bool {
        if state.head?.mayBeCut == true { return true }
        guard promised.isEmpty, !intake.hasPieces else { return false }
        return switch state.decision {
        case .append, .complete: intake.note?.validators.sendable.rangeValidator == nil
        default: false
        }
    }

    /// What a document is that certainly was cut; `nil` if nothing says so, a promise says more, or it is as long as what is
    /// stored, because somebody accepted that.
    var missingEnd: String? {
        guard state.head?.mayBeCut == true, promise.size == nil, promised.isEmpty,
            intake.note?.isDecoded != true, promise.storedSize != intake.count
        else { return nil }
        return ContentEnd.missing(beginning: state.beginning, ending: state.ending)
    }

    /// Leaves a document whose end did not come to another try.
    ///
    /// Its server may always send it so: then a person decides.
    func lacksEnd(_ noun: String) async -> Step {
        let reason = "the connection ended, and the end of \(noun) is missing"
        if job.isLastMismatch { return await setAside(reason) }
        await intake.discard()
        return .ended(.again(Receipt.Setback(reason: reason, isMismatch: true)))
    }

    /// Ends an exchange whose response brings no document.
    func refused(_ reason: String, isTransient: Bool) async -> Step {
        await intake.park()
        guard isTransient, let head = state.head else {
            return .ended(job.refusal([reason, remedy].compactMap(\.self).joined(separator: ". ")))
        }
        return .ended(.again(setback(reason, after: head, isOfHost: true)))
    }

    /// Keeps what came until the file of checksums beside it can be read.
    func waitForChecksum(after head: ResponseHead) async -> Step {
        await intake.park()
        let answer = HTTPStatus.text(head.status)
        var setback = setback(
            "the server answered \(answer) to the file of checksums beside it", after: head, isOfHost: false)
        setback.updateAvailable = state.head?.status == 200 && hasStored
        setback.broughtMore = hasBroughtMore
        return .ended(.again(setback))
    }

    /// A failure that an answer tells of.
    private func setback(_ reason: String, after head: ResponseHead, isOfHost: Bool) -> Receipt.Setback {
        Receipt.Setback(
            reason: reason, retryAfter: RetryPolicy.retryAfter(head, now: worker.now()), isOfHost: isOfHost,
            asksForPatience: head.asksForPatience)
    }

    /// What helps against a content coding that this fetcher does not undo, but another one does.
    private var remedy: String? {
        guard let head = state.head, [200, 203].contains(head.status), head.contentCoding != nil,
            let decoder = worker.options.decoder,
            head.codings.allSatisfy(["gzip", "x-gzip", "deflate", "br", "zstd"].contains)
        else { return nil }
        return "Fetch it with \(decoder): --set download.use=\(decoder)"
    }

    /// Whether an exchange that broke off brought so much of the rest that the next one is worth as much as this one:
    /// of a large document a mebibyte, because a line that breaks does not know how large it is.
    private var hasBroughtMore: Bool {
        guard case .append(let length) = state.decision else { return false }
        var count = state.received - Int64(state.compared)
        // Only whole pieces stay.
        if let pieces = promise.pieces { count -= count % pieces.length }
        return count >= max(1, min(length / 100, 1 << 20))
    }
}
