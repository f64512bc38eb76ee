import CarrelCore

/// The promises of `Fetcher` as checks.
///
///     @Test(arguments: FetcherConformance.checks(for: [.sockets, .fieldLines]))
///     func `my fetcher keeps the promises`(check: ConformanceCheck<FetcherTestbed>) async throws {
///         try await check.run { try .loopback(MyFetcher()) }
///     }
public enum FetcherConformance {
    typealias Check = ConformanceCheck<FetcherTestbed>

    /// The checks that apply to a fetcher.
    public static func checks(
        for capabilities: Set<FetcherTestbed.Capability>
    ) -> [ConformanceCheck<FetcherTestbed>] {
        var checks = content + conditions + redirects + failures + limits + cancellation + sinks + pauses
        checks += addresses
        if capabilities.contains(.sockets) { checks += connections }
        if capabilities.contains(.fieldLines) { checks += fieldLines }
        if capabilities.contains(.brokenHeads) { checks += brokenHeads }
        if capabilities.contains(.contentCodings) { checks += contentCodings }
        if capabilities.contains(.codedParts) { checks += codedParts }
        return checks
    }
}
