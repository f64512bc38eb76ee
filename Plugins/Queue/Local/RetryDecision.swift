import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What a try that failed comes to, for its item and for the host: decided by its receipt and the limits alone.
///
/// What the answer says of a host, it says of the one that answered, also after a redirect, and whether or not there is
/// another try.
struct RetryDecision {
    /// What becomes of the item.
    enum Next {
        /// It is tried again after a time.
        case again(TransferJob, after: Duration)
        /// It has failed.
        case failed(Receipt)
    }

    /// The host that answered.
    let host: String
    /// What is remembered of a host that asked for patience.
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
    ///   - date: the time of day.
    init(_ receipt: Receipt, _ setback: Receipt.Setback, _ limits: QueueLimits, at date: Date) {
        let retry = RetryPolicy(retries: limits.retries)
        let answering = HostName.of(receipt.url)
        host = answering.isEmpty ? receipt.job.host : answering
        if setback.asksForPatience, let wait = setback.retryAfter {
            hold = HostHold(host: host, until: date.addingTimeInterval(wait.seconds), reason: setback.reason)
        } else {
            hold = nil
        }
        let holdsHost = setback.asksForPatience && limits.holdsHosts
        // A body with a wrong digest gets one more try, however few or many the others get.
        let index = setback.isMismatch ? 0 : receipt.tries.count
        let delay = retry.delay(before: index, atLeast: setback.retryAfter)
        pause = holdsHost ? delay ?? setback.retryAfter : nil
        reason = setback.reason
        isOfHost = setback.isOfHost
        isBeyondPatience = holdsHost && retry.isBeyondPatience(setback.retryAfter)
        if let delay {
            var tries = receipt.tries
            tries.count += 1
            tries.hasMismatch = tries.hasMismatch || setback.isMismatch
            next = .again(receipt.job.repeated(after: tries), after: delay)
        } else {
            next = .failed(
                receipt.ending(.failed(reason: setback.reason, updateAvailable: setback.updateAvailable)))
        }
    }
}
