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
        var checks = content + framing + conditions + sending + redirects + failures + limits + cancellation
        checks += sinks + pauses + addresses
        if capabilities.contains(.sockets) { checks += connections }
        if capabilities.contains(.fieldLines) { checks += fieldLines }
        if capabilities.contains(.brokenHeads) { checks += brokenHeads }
        if capabilities.contains(.connectionIDs) { checks += mixing }
        if capabilities.contains(.trailers) { checks += trailers }
        if capabilities.contains(.contentCodings) { checks += contentCodings }
        if capabilities.contains(.codedParts) { checks += codedParts }
        if capabilities.contains(.batches) { checks += batches }
        return checks
    }
}
