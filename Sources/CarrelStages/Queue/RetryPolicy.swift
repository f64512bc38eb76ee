import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// When to repeat a failed try, and how long a host pauses that fails for several items: exponential backoff with jitter, so
/// that many clients do not return at once.
package struct RetryPolicy: Sendable {
    /// How often a try is repeated.
    package var retries: Int
    /// The upper bound of the first wait; it doubles with each further one, up to `longest`.
    package var base: Duration = .milliseconds(500)
    /// The upper bound of a host's first pause; it doubles with each further one, up to `longest`.
    package static let firstPause = Duration.seconds(1)
    /// The shortest pause of a host.
    package static let leastPause = firstPause / 2
    /// The longest wait; a server that asks for more gets no retry in this run.
    package static let longest = Duration.seconds(60)

    package init(retries: Int) { self.retries = retries }

    /// How long to wait before a retry.
    ///
    /// - Parameters:
    ///   - index: the number of earlier retries.
    ///   - least: the wait that the server asked for.
    /// - Returns: the wait; `nil` for no retry, because there were enough or the server asks for more than `longest`.
    package func delay(before index: Int, atLeast least: Duration?) -> Duration? {
        guard index < retries else { return nil }
        if Self.isBeyondPatience(least) { return nil }
        return max(Self.jittered(base, index), least ?? .zero)
    }

    /// How long a host pauses that fails for several items in a row.
    ///
    /// - Parameter index: the number of its earlier pauses since it last brought a document.
    /// - Returns: the pause; `nil` for none, because there were enough: one before every try that an item has, beside those
    ///   that failed before the first pause.
    package func pause(after index: Int) -> Duration? {
        retries > 0 && index <= retries ? Self.jittered(Self.firstPause, index) : nil
    }

    /// A wait of half to all of a base that doubles each time: a server that has just failed gets a moment.
    private static func jittered(_ base: Duration, _ index: Int) -> Duration {
        let bound = min(longest, base * Double(1 << min(index, 16)))
        let most = max(1, Int64(bound.seconds * 1000))
        return .milliseconds(Int64.random(in: max(1, most / 2)...most))
    }

    /// Whether a server asks for a longer wait than a run allows.
    package static func isBeyondPatience(_ wait: Duration?) -> Bool { wait.map { $0 > longest } ?? false }

    /// The wait in `Retry-After`, given in seconds or as a date (RFC 9110 section 10.2.3); at most a day.
    package static func retryAfter(_ head: ResponseHead, now: Date) -> Duration? {
        guard let text = head.fields["Retry-After"] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
            // A number that is too large for the type.
            return min(HostHold.longest, Int64(text).map { .seconds(min($0, 1 << 31)) } ?? HostHold.longest)
        }
        let today = Int64(now.timeIntervalSince1970)
        return HTTPDate.seconds(text, now: today).map { min(HostHold.longest, .seconds(max(0, $0 - today))) }
    }
}
