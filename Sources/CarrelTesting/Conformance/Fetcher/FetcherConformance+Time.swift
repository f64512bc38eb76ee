import CarrelHTTP

extension FetcherConformance {
    /// Does what depends on short limits with ever longer ones, until the machine was fast enough for them: the last try
    /// counts whatever comes of it.
    ///
    /// - Parameters:
    ///   - attempt: does it with limits of about a duration.
    ///   - isTooSlow: whether what came of it only tells that the machine was too slow.
    /// - Returns: what came of the last try.
    /// - Throws: what a try throws.
    static func patiently<Outcome>(
        _ attempt: (Duration) async throws -> Outcome, isTooSlow: (Outcome) -> Bool
    ) async throws -> Outcome {
        for time in [Duration.seconds(1), .seconds(4)] {
            let outcome = try await attempt(time)
            if !isTooSlow(outcome) { return outcome }
        }
        return try await attempt(.seconds(12))
    }
}

extension FetcherTestbed {
    /// Exchanges with a server to which there is a connection in time, and expects an error.
    ///
    /// The limits are short, because a fetcher that cannot tell connecting from waiting waits for both.
    func failureOnceConnected(_ path: String, stallTimeout: Duration) async throws -> FetchError {
        try await FetcherConformance.patiently { time -> FetchError in
            try await failure(path, limits: FetchLimits(connectTimeout: time, stallTimeout: stallTimeout))
        } isTooSlow: {
            $0.code == .connectTimeout
        }
    }
}
