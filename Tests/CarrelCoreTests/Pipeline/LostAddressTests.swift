import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Testing

/// Items without identities whose address is gone, cannot be fetched or has another scheme, while they are still listed.
@Suite(.timeLimit(.minutes(1))) struct LostAddressTests {
    private let a = "http://x.example/a.txt"
    private let b = "http://x.example/b.txt"

    private func harness(_ catalog: String) async throws -> PipelineHarness {
        try await PipelineHarness.synced(catalog, of: [a, b])
    }

    @Test func `a document stays its item's while that has no address, and once it has it again`()
        async throws
    {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)")
        for number in 0..<2 {
            harness.replaceCatalog("= C1\nA | \(a)\nB\n! \(number)")
            let summary = try await harness.pipeline.sync()
            #expect(summary.orphaned == 0 && summary.unchanged == 1 && summary.unavailable == 1)
            let rows = try await LibraryView(harness.pipeline).allRows
            #expect(rows.map(\.document?.name) == ["C1-a.txt", "C1-b.txt"], "\(number)")
        }
        harness.replaceCatalog("= C1\nA | \(a)\nB | \(b)\n! again")
        let again = try await harness.pipeline.sync()
        #expect(again.downloaded == 0 && again.unchanged == 2 && again.orphaned == 0)
        harness.replaceCatalog("= C1\nA | \(a)")
        #expect(try await harness.pipeline.sync().orphaned == 1)
    }

    @Test func `of items with one title each keeps its document`() async throws {
        let harness = try await harness("= C1\nNotes | \(a)\nNotes | \(b)")
        harness.replaceCatalog("= C1\nNotes\nNotes")
        let summary = try await harness.pipeline.sync()
        #expect(summary.orphaned == 0 && summary.unavailable == 2)
        harness.replaceCatalog("= C1\nNotes\nNotes | \(b)")
        let one = try await harness.pipeline.sync()
        #expect(one.orphaned == 0 && one.unavailable == 1 && one.unchanged == 1 && one.downloaded == 0)
    }

    @Test func `an item without address is another one where the one of its title is listed, too`()
        async throws
    {
        let harness = try await harness("= C1\nNotes | \(a)")
        harness.replaceCatalog("= C1\nNotes\nNotes | \(a)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.unavailable == 1 && summary.unchanged == 1 && summary.orphaned == 0)
        #expect(try await harness.library.names() == [harness.key(a): "C1-a.txt"])
    }

    @Test func `where only the latest items are listed, the title is that of another one`() async throws {
        let harness = try await harness("= C1\nNotes | \(a)\n!latest")
        harness.replaceCatalog("= C1\nNotes\n!latest")
        _ = try await harness.pipeline.sync()
        let listed = try await harness.located().catalog.collections.flatMap(\.items)
        #expect(listed.map(\.id) == ["Notes"])
    }

    @Test(arguments: ["ftp://x.example/b.txt", "file:///b.txt", "http://me@x.example/b.txt"])
    func `a document stays its item's while the address cannot be fetched, and once it can again`(
        address: String
    ) async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)")
        for number in 0..<2 {
            harness.replaceCatalog("= C1\nA | \(a)\nB | \(address)\n! \(number)")
            let summary = try await harness.pipeline.sync()
            #expect(summary.failed == 1 && summary.orphaned == 0 && summary.unchanged == 1)
            let rows = try await LibraryView(harness.pipeline).allRows
            #expect(rows.map(\.document?.name) == ["C1-a.txt", "C1-b.txt"], "\(number)")
        }
        harness.replaceCatalog("= C1\nA | \(a)\nB | \(b)")
        let again = try await harness.pipeline.sync()
        #expect(again.downloaded == 0 && again.unchanged == 2 && again.orphaned == 0)
        harness.replaceCatalog("= C1\nA | \(a)")
        #expect(try await harness.pipeline.sync().orphaned == 1)
    }

    @Test func `an address that cannot be fetched keeps no other document listed`() async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)")
        harness.replaceCatalog("= C1\nA | \(a)\nC | http:///c.txt")
        let summary = try await harness.pipeline.sync()
        #expect(summary.failed == 1 && summary.orphaned == 1 && summary.unchanged == 1)
        #expect(try await harness.located().catalog.leavesOutItems == false)
    }

    @Test func `an address with TLS is another document where the one without is listed, or was beside it`()
        async throws
    {
        let secured = "https://x.example/a.txt"
        let harness = try await harness("= C1\nA | \(a)")
        harness.fetcher.on(secured, .text("another"))
        harness.replaceCatalog("= C1\nA | \(a)\nB | \(secured)")
        let both = try await harness.pipeline.sync()
        #expect(both.new == 1 && both.unchanged == 1)
        harness.replaceCatalog("= C1\nB | \(secured)")
        let one = try await harness.pipeline.sync()
        #expect(one.unchanged == 1 && one.orphaned == 1)
        #expect(try await harness.library.names().keys.contains(harness.key(secured)))
    }

    @Test func `an item whose address has TLS now is known by it, too, once it has an identity or moves`()
        async throws
    {
        let (secured, moved) = ("https://x.example/b.txt", "https://x.example/new/b.txt")
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)")
        harness.fetcher.on("https://x.example/a.txt", .text(a))
        for url in [secured, moved] { harness.fetcher.on(url, .text(b)) }
        for (lines, ids) in [
            ("A | https://x.example/a.txt\nB | \(secured)", [a, b]),
            ("A | https://x.example/a.txt | 1\nB | \(secured)", ["1", b]),
            ("A | https://x.example/a.txt | 1\nB | \(moved)", ["1", moved]),
        ] {
            harness.replaceCatalog("= C1\n\(lines)")
            let summary = try await harness.pipeline.sync()
            #expect(summary.downloaded == 0 && summary.unchanged == 2 && summary.orphaned == 0, "\(lines)")
            let names = [harness.key(ids[0]): "C1-a.txt", harness.key(ids[1]): "C1-b.txt"]
            #expect(try await harness.library.names() == names)
        }
    }

    @Test func `an item at such an address is another one where it was listed before`() async throws {
        let harness = try await harness("= C1\nNotes | \(a)\nNotes | http:///c.txt")
        harness.replaceCatalog("= C1\nNotes | http:///c.txt")
        #expect(try await harness.pipeline.sync().orphaned == 1)
    }

    @Test(arguments: ["http://", "javascript:void(0)"])
    func `items that are given one such address keep their documents, also beside one that had it before`(
        address: String
    ) async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)\nC | \(address)")
        for number in 0..<3 {
            harness.replaceCatalog("= C1\nA | \(address)\nB | \(address)\nC | \(address)\n! \(number)")
            #expect(try await harness.pipeline.sync().orphaned == 0, "\(number)")
            let rows = try await LibraryView(harness.pipeline).allRows
            #expect(rows.map(\.document?.name) == ["C1-a.txt", "C1-b.txt", nil], "\(number)")
        }
    }
}
