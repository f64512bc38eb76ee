import Foundation

/// When a failed try is repeated: exponential backoff with full jitter, so that many clients do not return at once.
struct RetryPolicy: Sendable {
    /// How often a try is repeated.
    var retries: Int
    /// The clock that waits.
    var clock: any Clock<Duration>
    /// The bound of the first wait; each further one is twice as long, up to `longest`.
    var base: Duration = .milliseconds(500)
    /// The longest wait, also for what a server asks for.
    var longest: Duration = .seconds(60)

    /// Waits before a retry.
    ///
    /// - Parameters:
    ///   - index: how many retries there were already.
    ///   - least: what the server asked for; longer than `longest` and the item is given up for now.
    /// - Returns: whether to try again; `false` also when the task was cancelled.
    func wait(before index: Int, atLeast least: Duration?) async -> Bool {
        if let least, least > longest { return false }
        let bound = min(longest, base * Double(1 << min(index, 16)))
        let jitter = Duration.milliseconds(Int64.random(in: 0...Int64(bound.seconds * 1000)))
        do {
            try await clock.sleep(for: max(jitter, least ?? .zero), tolerance: nil)
            return true
        } catch {
            return false
        }
    }

    /// The wait in seconds that a response asks for: RFC 9110 section 10.2.3.
    static func retryAfter(_ head: ResponseHead) -> Duration? {
        head.fields["Retry-After"].flatMap { Int64($0.trimmingCharacters(in: .whitespaces)) }
            .flatMap { $0 >= 0 ? .seconds($0) : nil }
    }
}
