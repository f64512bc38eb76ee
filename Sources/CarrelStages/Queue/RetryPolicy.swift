import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// When a failed try is repeated: exponential backoff with full jitter, so that many clients do not return at once.
package struct RetryPolicy: Sendable {
    /// How often a try is repeated.
    package var retries: Int
    /// The bound of the first wait; each further one is twice as long, up to `longest`.
    package var base: Duration = .milliseconds(500)
    /// The longest wait, also for what a server asks for.
    package var longest: Duration = .seconds(60)

    /// Makes a policy.
    ///
    /// - Parameter retries: how often a try is repeated.
    package init(retries: Int) { self.retries = retries }

    /// How long to wait before a retry.
    ///
    /// - Parameters:
    ///   - index: how many retries there were already.
    ///   - least: what the server asked for.
    /// - Returns: the wait, or `nil` if there is to be no retry: there were enough, or the server asks for more
    ///   patience than a run has.
    package func delay(before index: Int, atLeast least: Duration?) -> Duration? {
        guard index < retries else { return nil }
        if isBeyondPatience(least) { return nil }
        let bound = min(longest, base * Double(1 << min(index, 16)))
        let jitter = Duration.milliseconds(Int64.random(in: 0...Int64(bound.seconds * 1000)))
        return max(jitter, least ?? .zero)
    }

    /// Whether a server asks for more patience than a run has.
    package func isBeyondPatience(_ wait: Duration?) -> Bool { wait.map { $0 > longest } ?? false }

    /// The wait that a response asks for, in seconds or until a date: RFC 9110 section 10.2.3; a day at the most.
    package static func retryAfter(_ head: ResponseHead, now: Date) -> Duration? {
        guard let text = head.fields["Retry-After"] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // What is not a number that can be counted is a large one.
            return min(HostHold.longest, Int64(text).map { .seconds(min($0, 1 << 31)) } ?? HostHold.longest)
        }
        let today = Int64(now.timeIntervalSince1970)
        return HTTPDate.seconds(text, now: today).map { min(HostHold.longest, .seconds(max(0, $0 - today))) }
    }
}
