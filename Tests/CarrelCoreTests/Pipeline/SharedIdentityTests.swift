import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Entries to which their catalogue gives the same identity.
@Suite(.timeLimit(.minutes(1))) struct SharedIdentityTests {
    private let a = "http://x.example/a.txt"
    private let b = "http://x.example/b.txt"
    private let c = "http://x.example/c.txt"

    private func harness(_ catalog: String) throws -> PipelineHarness {
        let harness = try PipelineHarness(catalog)
        for url in [a, b, c] { harness.fetcher.on(url, .text(url)) }
        return harness
    }

    /// The names of documents by their items' titles, as the catalogue was last read.
    private func names(_ harness: PipelineHarness) async throws -> [String: String] {
        let location = harness.source.location
        let listed = try #require(try await harness.library.catalog(at: location)).collections[0].items
        let names = try await harness.library.names()
        let rows = listed.compactMap { item in
            names[harness.key(item.id)].map { (item.title, $0) }
        }
        return Dictionary(rows) { first, _ in first }
    }

    @Test func `a new entry in front of others is fetched, and theirs stay theirs`() async throws {
        let harness = try harness("= C1\nB | \(b) | same\nA | \(a) | same")
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C1\nC | \(c) | same\nB | \(b) | same\nA | \(a) | same")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.orphaned == 0)
        #expect(
            try await names(harness) == ["A": "C1-a.txt", "B": "C1-b.txt", "C": "C1-c.txt"])
        #expect(harness.content("C1-a.txt") == a && harness.content("C1-c.txt") == c)
    }

    @Test(arguments: [("same", "same"), ("same#epub", "same#pdf")])
    func `the document of an entry that is no longer alone, or is alone again, stays its own`(
        idOfA: String, idOfB: String
    ) async throws {
        let harness = try harness("= C1\nA | \(a) | same")
        _ = try await harness.pipeline.sync()
        #expect(try await harness.library.names().keys.map(\.item) == ["same"])
        harness.replaceCatalog("= C1\nB | \(b) | \(idOfB)\nA | \(a) | \(idOfA)")
        let second = try await harness.pipeline.sync()
        #expect(second.downloaded == 1 && second.orphaned == 0)
        #expect(try await names(harness) == ["A": "C1-a.txt", "B": "C1-b.txt"])
        harness.replaceCatalog("= C1\nB | \(b) | same")
        let third = try await harness.pipeline.sync()
        #expect(third.downloaded == 0 && third.orphaned == 1)
        #expect(try await names(harness) == ["B": "C1-b.txt"])
        #expect(harness.content("C1-b.txt") == b)
    }

    @Test func `a document whose suffix becomes another one stays its own`() async throws {
        let harness = try harness("= C1\nA | \(a) | same#2\nB | \(b) | same#pdf")
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C1\nA | \(a) | same#k3x\nB | \(b) | same#pdf")
        let second = try await harness.pipeline.sync()
        #expect(second.downloaded == 0 && second.unchanged == 2 && second.orphaned == 0)
        #expect(try await names(harness) == ["A": "C1-a.txt", "B": "C1-b.txt"])
    }

    @Test func `an ignored entry that is no longer alone is still ignored`() async throws {
        let harness = try harness("= C1\nA | \(a) | same")
        _ = try await harness.pipeline.sync()
        try await harness.library.setIgnored(true, [harness.key("same")], patterns: [])
        harness.replaceCatalog("= C1\nB | \(b) | same\nA | \(a) | same")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.ignored == 1)
        #expect(try await names(harness) == ["A": "C1-a.txt", "B": "C1-b.txt"])
    }

    @Test func `another identity at the same address is another document`() async throws {
        let harness = try harness("= C1\nWeek 1 | \(a) | w1")
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C1\nWeek 2 | \(a) | w2")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.orphaned == 1)
        #expect(try await harness.library.names().count == 2)
    }
}
