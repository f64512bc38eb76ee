import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// A catalogue whose collection gets another name, as that of a page does whose folder is called otherwise.
@Suite(.timeLimit(.minutes(1))) struct RenamedCollectionTests {
    private let a = "http://x.example/a.txt"
    private let b = "http://x.example/b.txt"
    private let c = "http://x.example/c.txt"

    private func harness(_ catalog: String) async throws -> PipelineHarness {
        try await PipelineHarness.synced(catalog, of: [a, b, c])
    }

    @Test func `its documents stay as they are, and nothing is fetched, orphaned or new`() async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)")
        harness.replaceCatalog("= C2\nA | \(a)\nB | \(b)\nC | \(c)")
        let plan = try await harness.pipeline.plan(try await harness.pipeline.readCatalog(records: false))
        #expect(plan.entries.map(\.action) == [.revalidate, .revalidate, .download])
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.unchanged == 2 && summary.orphaned == 0)
        let names = try await harness.library.names()
        #expect(
            names == [
                harness.key(a, collection: "C2"): "C1-a.txt", harness.key(b, collection: "C2"): "C1-b.txt",
                harness.key(c, collection: "C2"): "C2-c.txt",
            ])
        harness.replaceCatalog("= C1\nA | \(a)\nB | \(b)\nC | \(c)")
        #expect(try await harness.pipeline.sync().downloaded == 0)
        #expect(try await harness.library.names()[harness.key(c)] == "C2-c.txt")
    }

    @Test func `what is ignored of it stays ignored, whether it is stored or not`() async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)")
        try await harness.library.setIgnored(true, [harness.key(b), harness.key(c)], patterns: [])
        harness.replaceCatalog("= C2\nA | \(a)\nB | \(b)\nC | \(c)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.ignored == 2)
        let ignored = try await harness.library.ignored().items
        #expect(ignored == [harness.key(b, collection: "C2"), harness.key(c, collection: "C2")])
    }

    @Test func `what is ignored of it stays ignored where nothing is stored`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        try await harness.library.setIgnored(true, [harness.key(a), harness.key(b)], patterns: [])
        #expect(try await harness.pipeline.sync().ignored == 2)
        harness.replaceCatalog("= C2\nA | \(a)\nB | \(b)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.ignored == 2)
    }

    @Test func `an ignored number does not ignore the document at another address`() async throws {
        let harness = try await harness("= C1\nA | \(a) | 1\nB | \(b) | 2")
        try await harness.library.setIgnored(true, [harness.key("2")], patterns: [])
        harness.replaceCatalog("= C2\nA | \(a) | 1\nC | \(c) | 2")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.unchanged == 1 && summary.ignored == 0)
    }

    @Test func `a collection with none of its documents is not ignored like it`() async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)")
        let all = ItemKey.all(of: "C1", in: harness.key(a).catalog)
        try await harness.library.setIgnored(true, [all], patterns: [])
        harness.replaceCatalog("= C2\nC | \(c)")
        let other = try await harness.pipeline.sync()
        #expect(other.downloaded == 1 && other.ignored == 0)
    }

    @Test func `what it no longer lists is told as ever`() async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)")
        harness.replaceCatalog("= C2\nA | \(a)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == 1 && summary.orphaned == 1)
        #expect(try await harness.library.names()[harness.key(b)] == "C1-b.txt")
    }

    @Test(arguments: ["", "!latest\n"])
    func `what is no longer listed without anybody being told does not stand in its way`(
        head: String
    ) async throws {
        let harness = try await harness("\(head)= C1\nA | \(a)\nB | \(b)")
        if head.isEmpty { try await harness.library.setIgnored(true, [harness.key(b)], patterns: []) }
        for name in ["C1", "C2", "C3", "C1"] {
            harness.replaceCatalog("\(head)= \(name)\nA | \(a)")
            let summary = try await harness.pipeline.sync()
            #expect(summary.downloaded == 0 && summary.unchanged == 1 && summary.orphaned == 0)
            #expect(try await harness.library.names()[harness.key(a, collection: name)] == "C1-a.txt")
        }
    }

    @Test func `one of several keeps its documents, and what is ignored of it`() async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)\n= C2\nC | \(c)")
        try await harness.library.setIgnored(true, [harness.key(b)], patterns: [])
        harness.replaceCatalog("= C2\nC | \(c)\n= C3\nB | \(b)\nA | \(a)")
        let plan = try await harness.pipeline.plan(try await harness.pipeline.readCatalog(records: false))
        #expect(plan.entries.map(\.action) == [.revalidate, .ignored, .revalidate])
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == 2 && summary.orphaned == 0)
        let keys = [(a, "C3"), (b, "C3"), (c, "C2")].map { harness.key($0, collection: $1) }
        #expect(try await Set(harness.library.names().keys) == Set(keys))
        #expect(try await harness.library.ignored().items == [keys[1]])
    }

    @Test(arguments: ["C2 c a", "C2 c,C3 a,C4 b", "C3 a b c,C4", "C2 c a,C3 b"])
    func `documents that are divided among collections, or joined, are others`(
        lists: String
    ) async throws {
        let harness = try await harness("= C1\nA | \(a)\nB | \(b)\n= C2\nC | \(c)")
        let lines = lists.split(separator: ",").map { list in
            let words = list.split(separator: " ")
            let items = words.dropFirst().map { "\($0) | http://x.example/\($0).txt" }
            return (["= \(words[0])"] + items).joined(separator: "\n")
        }
        harness.replaceCatalog(lines.joined(separator: "\n"))
        #expect(try await harness.pipeline.sync().downloaded > 0)
        #expect(try await harness.library.names().count > 3)
    }

    @Test func `a collection that lists the same beside it does not keep one from its documents`()
        async throws
    {
        let all = "= All\nA | \(a)\nB | \(b)\n"
        let harness = try await harness("\(all)= C1\nA | \(a)\nB | \(b)")
        harness.replaceCatalog("\(all)= C2\nA | \(a)\nB | \(b)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == 4 && summary.orphaned == 0)
    }

    @Test func `what was tried and set aside goes along`() async throws {
        let page = "http://x.example/d.pdf"
        let harness = try PipelineHarness("= C1\nA | \(a)\nD | \(page)")
        harness.fetcher.on(a, .text(a))
        harness.fetcher.on(page, .document("<!DOCTYPE html><title>Log in</title>", mediaType: "text/html"))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        harness.replaceCatalog("= C2\nA | \(a)\nD | \(page)")
        _ = try await harness.pipeline.sync()
        let aside = try await harness.library.quarantinedDocuments()
        #expect(aside.map(\.key) == [harness.key(page, collection: "C2")])
        let tries = try await harness.library.attempts(for: harness.key(a, collection: "C2"), limit: 9)
        #expect(tries.map(\.outcome) == [.unchanged, .stored])
    }

    @Test func `what failed goes along, with all tries`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.fetcher.on(a, .text(a))
        harness.fetcher.on(b, .status(404))
        #expect(try await harness.pipeline.sync().failed == 1)
        harness.replaceCatalog("= C2\nA | \(a)\nB | \(b)")
        #expect(try await harness.pipeline.sync().failed == 1)
        let tries = try await harness.library.attempts(for: harness.key(b, collection: "C2"), limit: 9)
        #expect(tries.map(\.outcome) == [.failed, .failed])
    }

    @Test func `what was thrown away is not set aside again under the new name`() async throws {
        let page = "http://x.example/d.pdf"
        let harness = try PipelineHarness("= C1\nA | \(a)\nD | \(page)")
        harness.fetcher.on(a, .text(a))
        harness.fetcher.on(page, .document("<!DOCTYPE html><title>Log in</title>", mediaType: "text/html"))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        try await harness.pipeline.discard(try await harness.library.quarantinedDocuments())
        harness.replaceCatalog("= C2\nA | \(a)\nD | \(page)")
        #expect(try await harness.pipeline.sync().quarantined == 0)
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
    }

    @Test func `the same number at another address is another document`() async throws {
        let harness = try await harness("= C1\nA | \(a) | 1")
        harness.replaceCatalog("= C2\nB | \(b) | 1")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.orphaned == 1)
    }
}
