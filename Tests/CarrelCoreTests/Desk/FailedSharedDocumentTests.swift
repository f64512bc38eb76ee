import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Testing

/// A document that two catalogues list, and that did not come the last time.
@Suite(.timeLimit(.minutes(1))) final class FailedSharedDocumentTests: SharedDocumentSuite {
    /// Syncs catalogues side by side.
    @discardableResult
    private func sync(_ sources: FixedSource...) async throws -> RunSummary {
        var listed: [String: Pipeline] = [:]
        for source in [one, two] {
            listed[source.location] = harness.pipeline
            listed[source.location]?.source = source
        }
        let desk = Desk(
            Desk.Parts(harness.pipeline, listed: listed) { [harness] _ throws(StoreError) in harness.library }
        )
        return try await desk.sync(sources.map(\.location)) { _, _ in }.values.reduce(RunSummary(), +)
    }

    private func expectOne() async throws {
        #expect(harness.store.documents.count == 1, "\(harness.store.documents.keys)")
        let rows = try await LibraryView(harness.pipeline).allRows
        #expect(rows.count == 2 && rows.allSatisfy { $0.isStored })
        let count = harness.fetcher.requests.count
        #expect(try await sync(one, two).unchanged == 2)
        #expect(harness.fetcher.requests.count == count + 1, "one asks, and one alone")
    }

    @Test func `what failed for both is stored once`() async throws {
        harness.fetcher.on(Self.url, .status(404))
        for _ in 0..<3 { try await sync(one, two) }
        harness.fetcher.on(Self.url, .text("first"))
        let summary = try await sync(one, two)
        #expect(summary.downloaded == 1 && summary.failed == 0)
        try await expectOne()
    }

    @Test func `what failed for one is stored once`() async throws {
        harness.fetcher.on(Self.url, .status(404))
        try await sync(one)
        harness.fetcher.on(Self.url, .text("first"))
        let summary = try await sync(one, two)
        #expect(summary.downloaded == 1 && summary.failed == 0)
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
