import CarrelBasics
import CarrelStages
import Foundation

/// Keeps keys until shortly before they expire.
actor KeptS3Keys: S3KeyProvider {
    typealias Reading = @Sendable () async throws(S3Error) -> S3Keys

    /// How long before their end keys are read again, in seconds.
    private static let margin: TimeInterval = 300
    /// How long after a failure valid keys are not read again, in seconds: a service that is away answers late.
    private static let pause: TimeInterval = 60

    private let read: Reading
    private let now: @Sendable () -> Date
    private var kept: S3Keys?
    private var askAgain = Date.distantPast
    private let readings = SingleFlight<Kind, Result<S3Keys, S3Error>>()

    /// What is read: the keys, all at once.
    private enum Kind { case keys }

    init(now: @escaping @Sendable () -> Date, _ read: @escaping Reading) {
        (self.read, self.now) = (read, now)
    }

    func keys(afresh: Bool) async throws(S3Error) -> S3Keys? {
        if !afresh, let kept, isValid(kept, for: now() < askAgain ? 0 : Self.margin) { return kept }
        // Many requests that begin together read them once.
        let result = await readings.run(.keys) { [read] in
            do throws(S3Error) { return .success(try await read()) } catch { return .failure(error) }
        }
        guard let result else { throw .cancelled(S3Error.keys) }
        // They were asked for early: until they expire, those of before will do.
        if case .failure = result, !afresh, let kept, isValid(kept, for: 0) {
            askAgain = now().addingTimeInterval(Self.pause)
            return kept
        }
        kept = try? result.get()
        return try result.get()
    }

    private func isValid(_ keys: S3Keys, for time: TimeInterval) -> Bool {
        (keys.expires ?? .distantFuture) > now().addingTimeInterval(time)
    }
}

extension S3Error {
    /// The error for keys that cannot be had.
    static func noKeys(_ reason: String, remedy: String? = nil) -> S3Error {
        S3Error(keys, code: "MissingCredentials", reason: reason, remedy: remedy)
    }

    /// The error for keys that are secrets which cannot be read.
    static func noKeys(_ failure: SecretReader.Failure, remedy: String? = nil) -> S3Error {
        failure.isCancelled ? .cancelled(keys) : .noKeys(failure.reason, remedy: remedy)
    }

    fileprivate static let keys = "the keys of [store]"
}
