import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// A catalogue promises another document than the stored one, and its server calls that unchanged.
@Suite(.timeLimit(.minutes(1))) struct ChangedPromiseTests {
    private static let url = "http://x.example/a.txt"
    private static let name = "C1-a.txt"
    /// SHA-256 of `abc`: FIPS 180-4, example B.1.
    private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    private let harness: PipelineHarness

    init() throws { harness = try PipelineHarness("= C1\nA | \(Self.url)") }

    /// Stores `old`; then the catalogue promises `abc`.
    private func promiseAnother(_ reply: Reply = .text("old")) async throws {
        harness.fetcher.on(Self.url, reply)
        #expect(try await harness.pipeline.sync().downloaded == 1)
        promise(Self.abc)
    }

    /// Has the catalogue promise a SHA-256.
    private func promise(_ digest: String) {
        harness.replaceCatalog("= C1\nA | \(Self.url)\n% sha-256=\(digest)")
    }

    private var conditions: [String?] {
        harness.fetcher.requests(for: Self.url).map { $0.fields["If-None-Match"] }
    }

    @Test func `what is promised comes although its server called the old version unchanged`() async throws {
        try await promiseAnother()
        for _ in 1...2 {
            let summary = try await harness.pipeline.sync()
            #expect(summary.quarantined == 1 && summary.unchanged == 0)
            #expect(harness.content(Self.name) == "old" && harness.store.quarantined.count == 1)
        }
        // The server's validators cannot tell the two apart.
        harness.fetcher.on(Self.url, .text("abc"))
        #expect(try await harness.pipeline.sync().updated == 1)
        #expect(harness.content(Self.name) == "abc" && harness.store.quarantined.isEmpty)
        #expect(conditions.allSatisfy { $0 == nil })
        let count = conditions.count
        #expect(try await harness.pipeline.sync().unchanged == 1)
        #expect(conditions.count == count, "it is what is promised")
    }

    @Test func `who asks for a document by name gets what is promised, too`() async throws {
        try await promiseAnother()
        let catalog = try await harness.pipeline.readCatalog(records: true)
        #expect(try await harness.pipeline.get([harness.key(Self.url)], of: catalog).quarantined == 1)
        #expect(conditions.allSatisfy { $0 == nil })
    }

    @Test(arguments: [true, false])
    func `what somebody accepted is not fetched and set aside again`(hasValidators: Bool) async throws {
        try await promiseAnother(hasValidators ? .text("old") : .content("old"))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        let entry = try #require(try await harness.library.quarantinedDocuments().first)
        _ = try await harness.pipeline.accept(entry, title: "A")
        for _ in 1...2 {
            let summary = try await harness.pipeline.sync()
            #expect(summary.unchanged == 1 && summary.quarantined == 0)
        }
        #expect(harness.store.quarantined.isEmpty && harness.content(Self.name) == "old")
        #expect((conditions.last ?? nil) == (hasValidators ? "\"1\"" : nil))
        harness.fetcher.on(Self.url, .text("abc", tag: "\"2\""))
        #expect(try await harness.pipeline.sync().updated == 1)
    }

    @Test func `what somebody accepted stays accepted whatever versions are restored`() async throws {
        try await promiseAnother(.content("old"))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        let entry = try #require(try await harness.library.quarantinedDocuments().first)
        _ = try await harness.pipeline.accept(entry, title: "A")
        harness.fetcher.on(Self.url, .content("new"))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        let newer = try #require(try await harness.library.quarantinedDocuments().first)
        _ = try await harness.pipeline.accept(newer, title: "A")
        let key = harness.key(Self.url)
        for content in ["old", "new"] {
            let kept = try harness.store.versions(ofDocumentNamed: Self.name)
            let version = try #require(kept.max { $0.number < $1.number })
            _ = try await harness.pipeline.restore(version, of: key, title: "A")
            let summary = try await harness.pipeline.sync()
            #expect(summary.unchanged == 1 && summary.quarantined == 0)
            #expect(harness.content(Self.name) == content && harness.store.quarantined.isEmpty)
        }
    }

    @Test func `a restored version that is promised is kept without asking`() async throws {
        harness.fetcher.on(Self.url, .text("abc"))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        harness.fetcher.on(Self.url, .text("another", tag: "\"2\""))
        #expect(try await harness.pipeline.sync().updated == 1)
        let version = try #require(try harness.store.versions(ofDocumentNamed: Self.name).first)
        _ = try await harness.pipeline.restore(version, of: harness.key(Self.url), title: "A")
        promise(Self.abc)
        let count = conditions.count
        let summary = try await harness.pipeline.sync()
        #expect(summary.unchanged == 1 && summary.quarantined == 0 && conditions.count == count)
        #expect(harness.content(Self.name) == "abc")
        // What is promised is neither the stored version nor the server's.
        promise(String(repeating: "0", count: 64))
        #expect(try await harness.pipeline.sync().quarantined == 1)
    }

    @Test func `what somebody accepted is not what another promise means`() async throws {
        try await promiseAnother()
        #expect(try await harness.pipeline.sync().quarantined == 1)
        let entry = try #require(try await harness.library.quarantinedDocuments().first)
        _ = try await harness.pipeline.accept(entry, title: "A")
        promise(String(repeating: "0", count: 64))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        #expect((conditions.last ?? nil) == nil)
    }

    @Test(arguments: [true, false])
    func `what was set aside goes once the catalogue promises what is stored`(retriesFailed: Bool)
        async throws
    {
        harness.fetcher.on(Self.url, .text("abc"))
        promise(Self.abc)
        #expect(try await harness.pipeline.sync().downloaded == 1)
        promise(String(repeating: "0", count: 64))
        #expect(try await harness.pipeline(after: 100).sync().quarantined == 1)
        #expect(harness.store.quarantined.count == 1)
        promise(Self.abc)
        // Whatever the server has by now.
        harness.fetcher.on(Self.url, .text("another", tag: "\"2\""))
        let count = conditions.count
        let summary = try await harness.pipeline(after: 200).sync(retriesFailed: retriesFailed)
        #expect(summary.unchanged == 1 && summary.quarantined == 0)
        let memory = try await remembered()
        #expect(memory.lastFailure == nil && !memory.isSetAside)
        #expect(harness.store.quarantined.isEmpty && harness.content(Self.name) == "abc")
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
        #expect(try await harness.pipeline(after: 300).sync(retriesFailed: true).unchanged == 0)
        #expect(try await harness.pipeline(after: 400).sync().unchanged == 1)
        #expect(conditions.count == count, "there is nothing to ask")
    }

    /// Asks for the document by name, some seconds later.
    private func get(after seconds: TimeInterval) async throws -> RunSummary {
        let pipeline = harness.pipeline(after: seconds)
        let catalog = try await pipeline.readCatalog(records: true)
        return try await pipeline.get([harness.key(Self.url)], of: catalog)
    }

    private func remembered() async throws -> ItemMemory {
        try await harness.pipeline.memory(of: harness.source.location)["C1", Self.url]
    }

    @Test func `what was set aside instead of what is promised waits, and is not fetched again`() async throws
    {
        harness.fetcher.on(Self.url, .text("abc"))
        promise(Self.abc)
        #expect(try await harness.pipeline.sync().downloaded == 1)
        harness.fetcher.on(Self.url, .text("another", tag: "\"2\""))
        #expect(try await get(after: 100).quarantined == 1)
        let count = conditions.count
        for seconds in [200.0, 300] {
            let summary = try await harness.pipeline(after: seconds).sync()
            #expect(summary.unchanged == 1 && summary.quarantined == 0)
        }
        #expect(conditions.count == count, "the stored one is what is promised")
        #expect(try await remembered().isSetAside)
        #expect(harness.store.quarantined.count == 1 && harness.content(Self.name) == "abc")
    }

    @Test func `what is promised and stored has not failed for long`() async throws {
        harness.fetcher.on(Self.url, .text("abc"))
        promise(Self.abc)
        #expect(try await harness.pipeline.sync().downloaded == 1)
        harness.fetcher.on(Self.url, .status(404))
        #expect(try await get(after: 100).failed == 1)
        #expect(try await remembered().lastFailure != nil)
        let count = conditions.count
        let summary = try await harness.pipeline(after: 200).sync()
        #expect(summary.unchanged == 1 && summary.failed == 0 && conditions.count == count)
        #expect(try await remembered().lastFailure == nil)
    }

    @Test func `what somebody discarded is not set aside again`() async throws {
        try await promiseAnother()
        #expect(try await harness.pipeline.sync().quarantined == 1)
        try await harness.pipeline.discard(try await harness.library.quarantinedDocuments())
        #expect(try await harness.pipeline.sync().unchanged == 1)
        #expect(harness.store.quarantined.isEmpty && harness.content(Self.name) == "old")
    }

    @Test(arguments: [Self.abc, nil] as [String?])
    func `what somebody discarded comes once the catalogue no longer promises something else`(digest: String?)
        async throws
    {
        harness.fetcher.on(Self.url, .text("abc"))
        promise(String(repeating: "0", count: 64))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        try await harness.pipeline.discard(try await harness.library.quarantinedDocuments())
        // While it promises the same, the server is only asked whether it has something else.
        #expect(try await harness.pipeline.sync().discarded == 1)
        #expect((conditions.last ?? nil) == "\"1\"")
        if let digest {
            promise(digest)
        } else {
            harness.replaceCatalog("= C1\nA | \(Self.url)")
        }
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.discarded == 0)
        #expect(harness.content(Self.name) == "abc" && harness.store.quarantined.isEmpty)
    }

    @Test func `what is discarded is not fetched whole in every sync, whatever is promised by now`()
        async throws
    {
        func promise(_ digit: String) -> String {
            let digest = String(repeating: digit, count: 128)
            harness.replaceCatalog("= C1\nA | \(Self.url)\n% sha-512=\(digest)")
            return digest
        }
        harness.fetcher.on(Self.url, .text("abc"))
        _ = promise("0")
        #expect(try await harness.pipeline.sync().quarantined == 1)
        try await harness.pipeline.discard(try await harness.library.quarantinedDocuments())
        let other = promise("1")
        #expect(try await harness.pipeline.sync().discarded == 1)
        #expect((conditions.last ?? nil) == nil, "nobody knows whether it is this one")
        #expect(try await remembered().discarded?.reason.hasSuffix("promises \(other)") == true)
        #expect(try await harness.pipeline.sync().discarded == 1)
        #expect((conditions.last ?? nil) == "\"1\"")
        #expect(harness.store.quarantined.isEmpty)
    }
}
