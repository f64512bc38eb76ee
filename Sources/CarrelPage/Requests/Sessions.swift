import CarrelBasics

/// The browsers that signed in, by what their cookie says.
///
/// They end with the server, when somebody signs out, and after a week without a request.
final class Sessions: Sendable {
    // By the digest of the cookie's value: how long a look-up takes says nothing about the value.
    private let used = Locked<[String: ContinuousClock.Instant]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    static let idleTime = Duration.seconds(7 * 24 * 3600)
    // Of more, the one that was not used for the longest time ends.
    static let most = 1000

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) { self.now = now }

    /// Begins a session; gives the value of its cookie.
    func begin() -> String {
        let (value, now) = (Access.random(), now())
        used.withLock { used in
            used[Access.digest(value)] = now
            if used.count > Self.most, let oldest = used.min(by: { $0.value < $1.value }) {
                used[oldest.key] = nil
            }
        }
        return value
    }

    /// Whether a value is that of a session, which thereby is used.
    func has(_ value: String) -> Bool {
        let (key, now) = (Access.digest(value), now())
        return used.withLock { used in
            let isKnown = used[key].map { now - $0 < Self.idleTime } ?? false
            used[key] = isKnown ? now : nil
            return isKnown
        }
    }

    /// Ends a session.
    func end(_ value: String) { used.withLock { $0[Access.digest(value)] = nil } }
}
