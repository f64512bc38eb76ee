import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Testing

/// Items to which their catalogue gives an identity where it gave none before, or none where it gave one.
@Suite(.timeLimit(.minutes(1))) struct GainedIdentityTests {
    private let a = "http://x.example/a.txt"
    private let b = "http://x.example/b.txt"

    private func harness(_ catalog: String) async throws -> PipelineHarness {
        try await PipelineHarness.synced(catalog, of: [a, b])
    }

    @Test func `documents follow items that get identities, and those that lose them`() async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)")
        harness.replaceCatalog("= C1\nA | \(a) | 1\nB | \(b) | 2")
        let second = try await harness.pipeline.sync()
        #expect(second.downloaded == 0 && second.unchanged == 2 && second.orphaned == 0)
        let names = [harness.key("1"): "C1-a.txt", harness.key("2"): "C1-b.txt"]
        #expect(try await harness.library.names() == names)
        harness.replaceCatalog("= C1\nA | \(a)\nB | \(b)")
        let third = try await harness.pipeline.sync()
        #expect(third.downloaded == 0 && third.unchanged == 2 && third.orphaned == 0)
        #expect(
            try await harness.library.names() == [harness.key(a): "C1-a.txt", harness.key(b): "C1-b.txt"])
    }

    @Test func `one item that loses its identity or gets one keeps its document`() async throws {
        let harness = try await harness("= C1\nA | \(a) | 1\nB | \(b) | 2")
        harness.replaceCatalog("= C1\nA | \(a)\nB | \(b) | 2")
        let second = try await harness.pipeline.sync()
        #expect(second.downloaded == 0 && second.unchanged == 2 && second.orphaned == 0)
        harness.replaceCatalog("= C1\nA | \(a) | 1\nB | \(b) | 2")
        let third = try await harness.pipeline.sync()
        #expect(third.downloaded == 0 && third.unchanged == 2 && third.orphaned == 0)
        let names = [harness.key("1"): "C1-a.txt", harness.key("2"): "C1-b.txt"]
        #expect(try await harness.library.names() == names)
    }

    @Test func `identities that are addresses are lost, too`() async throws {
        let harness = try await harness("= C1\nA | \(a) | http://x.example/entries/1")
        harness.replaceCatalog("= C1\nA | \(a)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == 1 && summary.orphaned == 0)
        #expect(try await harness.library.names() == [harness.key(a): "C1-a.txt"])
    }

    @Test func `of two documents of one address the item without identity gets the one that was listed`()
        async throws
    {
        let harness = try await harness("= C1\nWeek 1 | \(a) | w1")
        harness.replaceCatalog("= C1\nWeek 2 | \(a) | w2")
        _ = try await harness.pipeline.sync()
        let name = try #require(try await harness.library.names()[harness.key("w2")])
        harness.replaceCatalog("= C1\nThe week | \(a)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == 1)
        let names = [harness.key("w1"): "C1-a.txt", harness.key(a): name]
        #expect(try await harness.library.names() == names)
    }

    @Test func `where only the latest items are listed, the document of an earlier one stays its own`()
        async throws
    {
        let harness = try await harness("= C1\nWeek 1 | \(a) | w1")
        harness.replaceCatalog("= C1\nOther | \(b) | o1\n!latest")
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C1\nOther | \(b) | o1\nThe week | \(a)\n!latest")
        #expect(try await harness.pipeline.sync().downloaded == 1)
        let names = try await harness.library.names()
        #expect(names[harness.key("w1")] == "C1-a.txt" && names[harness.key(a)] != nil)
    }

    @Test(arguments: [true, false])
    func `where an entry cannot be listed, the same content at the same address is the same document`(
        isSame: Bool
    ) async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b) | 2")
        if !isSame { for url in [a, b] { harness.fetcher.on(url, .text("other \(url)")) } }
        harness.replaceCatalog("= C1\nA | \(a) | 1\nB | \(b)\n!limit")
        #expect(try await harness.pipeline.sync().downloaded == (isSame ? 0 : 2))
        let names = try await harness.library.names()
        if isSame {
            #expect(names == [harness.key("1"): "C1-a.txt", harness.key(b): "C1-b.txt"])
        } else {
            #expect(names[harness.key(a)] == "C1-a.txt" && names[harness.key("2")] == "C1-b.txt")
        }
    }

    @Test func `an item whose former identity is listed, too, is the same document`() async throws {
        let harness = try await harness("= C1\nA | \(a)")
        harness.replaceCatalog("= C1\nA | \(a)\nAgain | \(a) | 1")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.orphaned == 0)
        #expect(try await harness.library.names() == [harness.key(a): "C1-a.txt"])
    }

    @Test func `a list that is cut and gives identities takes the documents along`() async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)")
        harness.replaceCatalog("= C1\nA | \(a) | 1\n!cut")
        let second = try await harness.pipeline.sync()
        #expect(second.downloaded == 0 && second.orphaned == 0)
        harness.replaceCatalog("= C1\nA | \(a) | 1\nB | \(b) | 2")
        let third = try await harness.pipeline.sync()
        #expect(third.downloaded == 0 && third.unchanged == 2 && third.orphaned == 0)
        let names = [harness.key("1"): "C1-a.txt", harness.key("2"): "C1-b.txt"]
        #expect(try await harness.library.names() == names)
    }

    @Test func `what is ignored is ignored by its new identity, whether it is stored or not`() async throws {
        let harness = try await harness("= C1\nA | \(a)")
        try await harness.library.setIgnored(true, [harness.key(a), harness.key(b)], patterns: [])
        harness.replaceCatalog("= C1\nA | \(a) | 1\nB | \(b) | 2")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.ignored == 2)
        #expect(try await harness.library.ignored().items == [harness.key("1"), harness.key("2")])
        #expect(try await harness.library.names() == [harness.key("1"): "C1-a.txt"])
    }

    @Test func `in another collection it is another document`() async throws {
        let harness = try await harness("= C1\nA | \(a)\n= C2")
        harness.replaceCatalog("= C1\n= C2\nA | \(a) | 1")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.orphaned == 1)
    }
}
