import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Plans of a catalogue that newly lists what another one lists, too.
@Suite(.timeLimit(.minutes(1))) final class UnrecordedDocumentTests: SharedDocumentSuite {
    private static let own = "http://x.example/own.txt"

    /// What a sync of a catalogue would do, or why it would do nothing, by a plan that records nothing.
    private func plan(_ source: FixedSource) async throws -> [String] {
        let plan = try await pipeline(source).plan(try await pipeline(source).readCatalog(records: false))
        return plan.entries.map { $0.action == .keep ? $0.reason : $0.action.rawValue }
    }

    private func sync(_ source: FixedSource) async throws -> RunSummary { try await pipeline(source).sync() }

    @Test func `a plan foresees that a new item shows what another catalogue has`() async throws {
        _ = try await sync(one)
        #expect(try await plan(two) == ["stored for C1, of another catalogue"])
        #expect(try await harness.library.locations() == [one.location], "a plan changes nothing")
        #expect(try await sync(two).downloaded == 0)
        #expect(harness.fetcher.requests.count == 1)
    }

    @Test func `a plan foresees the same of an item that a known catalogue adds`() async throws {
        harness.fetcher.on(Self.own, .text("own"))
        two.replace(with: "= C2\nOwn | \(Self.own)")
        _ = try await sync(one)
        _ = try await sync(two)
        two.replace(with: "= C2\nOwn | \(Self.own)\nTwo | \(Self.url)")
        #expect(try await plan(two) == ["revalidate", "stored for C1, of another catalogue"])
        #expect(try await sync(two).downloaded == 0)
    }

    @Test func `a plan foresees that a new item does not show what its catalogue does not promise`()
        async throws
    {
        _ = try await sync(one)
        two.replace(with: "= C2\nTwo | \(Self.url)\n% sha-256=\(String(repeating: "0", count: 64))")
        #expect(try await plan(two) == ["download"])
    }

    @Test func `a plan foresees that a new item takes over what another catalogue ignores`() async throws {
        _ = try await sync(one)
        try await harness.library.setIgnored(true, [key(one)], patterns: [])
        #expect(try await plan(two) == ["revalidate"])
        _ = try await sync(two)
        #expect(try await harness.library.names() == [key(two): "C1-shared.txt"])
    }

    @Test func `a plan foresees that a new item takes over what another catalogue no longer lists`()
        async throws
    {
        harness.fetcher.on(Self.own, .text("own"))
        _ = try await sync(one)
        one.replace(with: "= C1\nOwn | \(Self.own)")
        _ = try await sync(one)
        #expect(try await plan(two) == ["revalidate"])
    }

    @Test func `a plan foresees that an item at another address no longer shows what it did`()
        async throws
    {
        harness.fetcher.on(Self.own, .text("own"))
        two.replace(with: "= C2\nTwo | \(Self.url) | two")
        _ = try await sync(one)
        _ = try await sync(two)
        two.replace(with: "= C2\nTwo | \(Self.own) | two")
        #expect(try await plan(two) == ["download"])
        #expect(try await sync(two).downloaded == 1)
    }

    @Test func `a plan foresees that an item which is listed with TLS now still shows what it did`()
        async throws
    {
        _ = try await sync(one)
        _ = try await sync(two)
        two.replace(with: "= C2\nTwo | https://x.example/shared.txt")
        #expect(try await plan(two) == ["stored for C1, of another catalogue"])
        #expect(try await sync(two).downloaded == 0)
        #expect(harness.fetcher.requests.count == 1)
    }

    @Test func `plans that are made together fetch once what two catalogues list`() async throws {
        let urls = ClaimedURLs()
        let reasons = Recorder<String>()
        for source in [one, two] {
            _ = try await desk().plan(source.location, retriesFailed: false, among: urls) { plan in
                for entry in plan.entries { reasons.append(entry.reason) }
            }
        }
        #expect(reasons.elements == ["not in the library", "another catalogue fetches it"])
    }
}
