import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What a try that failed comes to, for its item and for the host: decided by its receipt, the limits, and whether the host
/// pauses for its failures.
///
/// What the answer says of a host, it says of the one that answered, also after a redirect, and whether or not there is
/// another try. If that one was not asked, because it had asked to wait, the job's own host waits with it: its other jobs
/// may lead there, too, and would only be asked for once more.
struct RetryDecision {
    /// The most requests for a document in a run: a line that breaks again and again ends there, however far it got.
    static let mostRequests = 100

    /// What becomes of the item.
    enum Next {
        /// Its next mirror is asked at once.
        case atMirror(TransferJob)
        /// It is tried again after a time.
        case again(TransferJob, after: Duration)
        /// It has failed, or is left to the next run.
        case ended(Receipt)
    }

    /// The host that answered, or that waits for another one.
    let host: String
    /// What is remembered of a host that asked for patience, for the job's URL alone if hosts are not held.
    let hold: HostHold?
    /// How long nothing of the host is started; `nil` if it is not held.
    let pause: Duration?
    /// What becomes of the item.
    let next: Next
    /// Why the try failed.
    let reason: String
    /// Whether a failure counts against the host.
    let isOfHost: Bool
    /// Whether the host asks for more patience than a run has.
    let isBeyondPatience: Bool

    /// Decides.
    ///
    /// - Parameters:
    ///   - receipt: the try's receipt.
    ///   - setback: why it failed.
    ///   - limits: how often a try is repeated, and whether hosts are held.
    ///   - hostPause: how long the host pauses for its failures; `nil` if the try counts for its item.
    ///   - date: the time of day.
    init(
        _ receipt: Receipt, _ setback: Receipt.Setback, _ limits: QueueLimits,
        hostPauses hostPause: Duration? = nil, at date: Date
    ) {
        let retry = RetryPolicy(retries: limits.retries)
        if setback.isPostponed == true {
            reason = setback.reason
            (host, hold, isOfHost, isBeyondPatience) = (receipt.job.host, nil, false, false)
            guard receipt.job.mirrors?.value.hasFailed == true else {
                next = Self.postponed(receipt, setback, at: date)
                pause = if case .again = next { setback.retryAfter } else { nil }
                return
            }
            // A mirror that was asked, and failed, gets its tries, whatever another one waits for.
            let delay = retry.delay(before: receipt.tries.count, atLeast: nil)
            next = Self.next(receipt, setback, delay, isLast: false, at: date)
            pause = nil
            return
        }
        host = receipt.answeringHost
        if setback.asksForPatience, let wait = setback.retryAfter {
            hold = HostHold(
                host: limits.holdsHosts ? host : receipt.job.host,
                url: limits.holdsHosts ? nil : receipt.job.url,
                until: Self.wholeSecond(date.addingTimeInterval(wait.seconds)), reason: setback.reason)
        } else {
            hold = nil
        }
        // Whoever is not asked again in this run is told until when.
        var told = setback
        if let hold, RetryPolicy.isBeyondPatience(setback.retryAfter) { told.reason = hold.told }
        reason = told.reason
        let holdsHost = setback.asksForPatience && limits.holdsHosts
        let getsOn = receipt.getsOn(setback, limits)
        isOfHost = receipt.blamesHost(setback, limits)
        isBeyondPatience = holdsHost && RetryPolicy.isBeyondPatience(setback.retryAfter)
        if let hostPause, !RetryPolicy.isBeyondPatience(setback.retryAfter),
            receipt.tries.exchanges.count < Self.mostRequests
        {
            // It is the host that failed: the item has its tries behind the pauses.
            let wait = max(hostPause, setback.retryAfter ?? .zero)
            pause = holdsHost ? wait : hostPause
            next = Self.again(
                receipt.job.repeated(after: receipt.tries), after: wait, because: reason, receipt, at: date)
            return
        }
        // A body with a wrong digest gets one more try, however few or many the others get.
        let index = setback.isMismatch || getsOn ? 0 : receipt.tries.count
        let delay = retry.delay(before: index, atLeast: setback.retryAfter)
        pause = holdsHost ? delay ?? setback.retryAfter : nil
        if getsOn, let delay {
            var tries = receipt.tries
            tries.count = 0
            next = Self.again(
                receipt.job.continued(after: tries), after: delay, because: reason, receipt, at: date)
            return
        }
        // How long one host asks to wait does not concern the others.
        let hasOthers = receipt.job.mirrors?.value.later.isEmpty == false
        next = Self.next(
            receipt, told, hasOthers ? retry.delay(before: index, atLeast: nil) : delay,
            isLast: index + 1 >= limits.retries, at: date)
    }

    private static func next(
        _ receipt: Receipt, _ setback: Receipt.Setback, _ delay: Duration?, isLast: Bool, at date: Date
    ) -> Next {
        var tries = receipt.tries
        tries.hasMismatch = tries.hasMismatch || setback.isMismatch
        let job = receipt.job
        let others = job.mirrors?.value
        // A mirror whose bytes are wrong is asked again only if no other is left.
        let isLeft = setback.isOfURL || setback.isMismatch && others != nil
        if let next = job.atNextMirror(after: tries, leaving: isLeft) { return .atMirror(next) }
        guard let delay, !setback.isOfURL || others?.later.isEmpty == false else {
            return .ended(receipt.failed(setback))
        }
        tries.count += 1
        // Whatever stands before a server may not let requests for parts through, and say nothing of it.
        let ways: TransferJob.Ways = isLast && receipt.hasNothingOfPart(setback) ? .withoutRange : []
        return again(
            job.repeated(after: tries, leaving: isLeft, ways), after: delay, because: setback.reason, receipt,
            at: date)
    }

    /// What becomes of an item whose host was not asked: that does not count as a try, so it goes on however many there were.
    private static func postponed(_ receipt: Receipt, _ setback: Receipt.Setback, at date: Date) -> Next {
        let (job, tries) = (receipt.job, receipt.tries)
        if let next = job.atNextMirror(after: tries, leaving: false, isPostponed: true) {
            return .atMirror(next)
        }
        guard let wait = setback.retryAfter, !RetryPolicy.isBeyondPatience(wait),
            tries.exchanges.count < mostRequests
        else {
            return .ended(receipt.failed(setback))
        }
        return again(job.repeated(after: tries), after: wait, because: setback.reason, receipt, at: date)
    }

    /// Another try after a time, if the job has that much.
    private static func again(
        _ job: TransferJob, after delay: Duration, because reason: String, _ receipt: Receipt, at date: Date
    ) -> Next {
        job.endingAfterDeadline(at: date.addingTimeInterval(delay.seconds), because: reason)
            .map { .ended(receipt.ending($0)) } ?? .again(job, after: delay)
    }
}

extension RetryDecision {
    /// Whether the host itself has said how long it wants no request.
    var isAsked: Bool { hold.map { $0.url == nil } ?? false }

    /// The next whole second, so that it is told alike from here and from the records.
    private static func wholeSecond(_ date: Date) -> Date {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.up))
    }
}

extension Receipt {
    /// Whether the host failed rather than the document, which got no further either.
    func blamesHost(_ setback: Setback, _ limits: QueueLimits) -> Bool {
        setback.isOfHost && !getsOn(setback, limits)
    }

    /// Whether the try brought the document further, so that it does not count among the tries in a row that failed.
    fileprivate func getsOn(_ setback: Setback, _ limits: QueueLimits) -> Bool {
        setback.broughtMore == true && limits.retries > 0
            && tries.exchanges.count < RetryDecision.mostRequests
    }

    /// Whether the last request asked for a part, and the server failed or broke off before anything of it came.
    ///
    /// Not where it could not be reached, or asked to wait: neither says anything of parts.
    fileprivate func hasNothingOfPart(_ setback: Setback) -> Bool {
        guard let last = tries.exchanges.last, last.asked.isOfPart else { return false }
        return last.status.map { $0 >= 500 && !setback.asksForPatience } ?? (setback.reachedServer == true)
    }
}
