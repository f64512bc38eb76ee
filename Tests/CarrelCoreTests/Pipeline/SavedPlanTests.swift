import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Saved plans that are older than what the library knows of their catalogue.
@Suite(.timeLimit(.minutes(1))) struct SavedPlanTests {
    private static let a = "http://x.example/a.txt"
    private static let b = "http://x.example/b.txt"
    /// SHA-256 of `abc`: FIPS 180-4, example B.1.
    private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    private let harness: PipelineHarness

    init() throws {
        harness = try PipelineHarness("= C1\nA | \(Self.a)\nB | \(Self.b)")
        for url in [Self.a, Self.b] { harness.fetcher.on(url, .text("abc")) }
    }

    /// Records the catalogue as it is.
    private func record(after seconds: TimeInterval) async throws {
        _ = try await harness.pipeline(after: seconds).readCatalog(records: true)
    }

    /// A plan that is written and read again.
    private func saved(after seconds: TimeInterval) async throws -> Plan {
        let pipeline = harness.pipeline(after: seconds)
        let plan = try await pipeline.plan(try await pipeline.readCatalog(records: false))
        let lines = [PlanFile.header(of: plan)] + plan.entries.map(PlanFile.line)
        let plans = try PlanFile.decode(Data(lines.joined(separator: "\n").utf8))
        #expect(plans == [plan])
        return plan
    }

    @Test func `what is ignored by now is left out`() async throws {
        try await record(after: 0)
        let plan = try await saved(after: 1)
        try await harness.library.setIgnored(true, [harness.key(Self.a)], patterns: [])
        let summary = try await harness.pipeline(after: 2).apply(plan)
        #expect(summary.downloaded == 1 && summary.ignored == 1)
        #expect(harness.fetcher.requests.map(\.target) == [Self.b])
        #expect(harness.events.lines.contains("ignored: A"))
    }

    @Test func `the promise that counts is that of the latest list`() async throws {
        let wrong = String(repeating: "0", count: 64)
        harness.replaceCatalog("= C1\nA | \(Self.a)\n% sha-256=\(wrong)")
        let plan = try await saved(after: 1)
        harness.replaceCatalog("= C1\nA, corrected | \(Self.a)\n% sha-256=\(Self.abc)")
        try await record(after: 2)
        let summary = try await harness.pipeline(after: 3).apply(plan)
        #expect(summary.downloaded == 1 && summary.quarantined == 0)
        #expect(harness.events.lines.contains("download: A, corrected"))
    }

    @Test func `what is listed no longer is left out`() async throws {
        try await record(after: 0)
        let plan = try await saved(after: 1)
        harness.replaceCatalog("= C1\nB | \(Self.b)")
        try await record(after: 2)
        let summary = try await harness.pipeline(after: 3).apply(plan)
        #expect(summary.downloaded == 1 && summary.orphaned == 1)
        #expect(harness.fetcher.requests.map(\.target) == [Self.b])
        #expect(harness.events.lines.contains("orphaned: A"))
    }

    @Test func `what a list leaves out that never has all its items is fetched as the plan says`()
        async throws
    {
        try await record(after: 0)
        let plan = try await saved(after: 1)
        harness.replaceCatalog("= C1\nB, corrected | \(Self.b)\n!limit")
        try await record(after: 2)
        let summary = try await harness.pipeline(after: 3).apply(plan)
        #expect(summary.downloaded == 2 && summary.orphaned == 0)
        #expect(harness.events.lines.contains("download: A"))
        #expect(harness.events.lines.contains("download: B, corrected"))
    }

    @Test func `a plan of one list on standard input does not end because of another one`() async throws {
        try await record(after: 0)
        let plan = try await saved(after: 1)
        var another = CatalogDocument(
            data: Data("= C2\nB | \(Self.b)".utf8), url: URL(filePath: "/lines"))
        another.isAnonymous = true
        harness.source.replace(with: [another])
        try await record(after: 2)
        let summary = try await harness.pipeline(after: 3).apply(plan)
        #expect(summary.downloaded == 2 && summary.orphaned == 0)
    }

    @Test func `what the library has not read of yet is fetched as the plan says`() async throws {
        harness.replaceCatalog("= C1\nA | \(Self.a)")
        try await record(after: 0)
        harness.replaceCatalog("= C1\nA | \(Self.a)\nB | \(Self.b)")
        let plan = try await saved(after: 1)
        #expect(try await harness.pipeline(after: 2).apply(plan).downloaded == 2)
    }
}
