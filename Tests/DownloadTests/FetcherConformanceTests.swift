import CarrelTesting
import CurlFetching
import Testing
import URLSessionFetching

@Suite(.timeLimit(.minutes(1)))
struct FetcherConformanceTests {
    @Test(arguments: FetcherConformance.checks(for: Set(FetcherTestbed.Capability.allCases)))
    func `curl keeps the promises of a fetcher`(check: ConformanceCheck<FetcherTestbed>) async throws {
        try await check.run { try .loopback(CurlFetcher()) }
    }

    @Test(arguments: FetcherConformance.checks(for: Set(FetcherTestbed.Capability.allCases)))
    func `curl keeps the promises of a fetcher in batches, too`(
        check: ConformanceCheck<FetcherTestbed>
    ) async throws {
        try await check.run { try .loopback(BatchingFetcher(CurlFetcher())) }
    }

    @Test(arguments: FetcherConformance.checks(for: [.sockets]))
    func `urlsession keeps the promises of a fetcher`(
        check: ConformanceCheck<FetcherTestbed>
    ) async throws {
        try await check.run { try .loopback(URLSessionFetcher()) }
    }

    @Test(arguments: FetcherConformance.checks(for: [.fieldLines, .brokenHeads, .connectionIDs]))
    func `the scripted fetcher keeps the promises of a fetcher`(
        check: ConformanceCheck<FetcherTestbed>
    ) async throws {
        try await check.run { .scripted() }
    }
}
