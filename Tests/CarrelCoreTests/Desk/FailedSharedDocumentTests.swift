import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// A document that two catalogues list, and that did not come the last time.
@Suite(.timeLimit(.minutes(1))) final class FailedSharedDocumentTests: SharedDocumentSuite {
    private var desk: Desk {
        var profile = harness.pipeline
        profile.downloads.queueLimits.retries = 0
        return desk(as: profile)
    }

    /// Syncs catalogues side by side.
    @discardableResult
    private func sync(_ sources: FixedSource...) async throws -> RunSummary {
        try await desk.sync(sources.map(\.location)) { _, _ in }.values.reduce(RunSummary(), +)
    }

    private func expectOne() async throws {
        #expect(harness.store.documents.count == 1, "\(harness.store.documents.keys)")
        let rows = try await LibraryView(harness.pipeline).allRows
        #expect(rows.count == 2 && rows.allSatisfy { $0.isStored })
        let count = harness.fetcher.requests.count
        #expect(try await sync(one, two).unchanged == 2)
        #expect(harness.fetcher.requests.count == count + 1, "one asks, and one alone")
    }

    @Test(arguments: [false, true])
    func `what failed for both, or for one of them, is stored once`(areBoth: Bool) async throws {
        harness.fetcher.on(Self.url, .status(404))
        try await sync(one)
        if areBoth { for _ in 0..<2 { try await sync(one, two) } }
        harness.fetcher.on(Self.url, .text("first"))
        let summary = try await sync(one, two)
        #expect(summary.downloaded == 1 && summary.failed == 0)
        try await expectOne()
    }

    @Test func `what was cut for one is stored once`() async throws {
        let whole = Data("a document of two halves".utf8)
        let fields = HTTPFields([("Content-Length", "\(whole.count)"), ("ETag", "\"1\"")])
        harness.fetcher.on(
            Self.url,
            Reply([
                .head(status: 200, fields: fields), .bytes(whole.prefix(10)),
                .fail(.truncated, reason: "the connection was closed"),
            ]))
        try await sync(one)
        harness.fetcher.on(Self.url, .document(whole, entityTag: "\"1\""))
        let summary = try await sync(two, one)
        #expect(summary.downloaded == 1 && summary.failed == 0)
        try await expectOne()
    }

    @Test func `what saved plans of both fetch is stored once`() async throws {
        var plans: [Plan] = []
        for source in [one, two] {
            var pipeline = harness.pipeline
            pipeline.source = source
            plans.append(try await pipeline.plan(try await pipeline.readCatalog(records: true)))
        }
        let summaries = try await desk.apply(plans) { _, _ in }.summaries
        #expect(summaries.values.reduce(0) { $0 + $1.downloaded } == 1)
        try await expectOne()
    }

    @Test func `what failed for both is stored for each where each gets another document`() async throws {
        harness.fetcher.on(Self.url, .status(404))
        for _ in 0..<3 { try await sync(one, two) }
        harness.fetcher.on(Self.url, .text("first"), .text("second"))
        #expect(try await sync(one, two).downloaded == 2)
        #expect(harness.store.documents.count == 2)
    }
}
