import CarrelCore
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// What is known of one URL's document says nothing of another's.
@Suite(.timeLimit(.minutes(1))) struct DocumentOriginTests {
    private let old = "http://x.example/old.txt"
    private let new = "http://x.example/new.txt"
    private let date = "Sat, 01 Jan 2022 00:00:00 GMT"

    private func dated(_ text: String) -> Reply { .document(text, lastModified: date) }

    private func harness() throws -> PipelineHarness {
        try PipelineHarness("= C1\nA | \(old) | id", template: "{title}")
    }

    private func moveItem(_ harness: PipelineHarness) {
        harness.replaceCatalog("= C1\nA | \(new) | id")
    }

    @Test func `an item whose URL changed is fetched anew, not asked for with the validators of the old one`()
        async throws
    {
        let harness = try harness()
        harness.fetcher.on(old, dated("the old picture"))
        harness.fetcher.on(new, dated("the new picture"))
        _ = try await harness.pipeline.sync()
        moveItem(harness)
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1)
        #expect(harness.store.documents.values.contains([UInt8]("the new picture".utf8)))
        #expect(harness.fetcher.requests.last?.fields["If-Modified-Since"] == nil)
        // From then on the new URL's own validators count.
        let again = try await harness.pipeline.sync()
        #expect(again.unchanged == 1 && harness.fetcher.requests.last?.fields["If-Modified-Since"] == date)
    }

    @Test func `where an item is listed as its document was led to, the validators of that URL count`()
        async throws
    {
        let harness = try harness()
        harness.fetcher.on(old, .redirect(to: new))
        harness.fetcher.on(new, dated("the picture"))
        _ = try await harness.pipeline.sync()
        moveItem(harness)
        let summary = try await harness.pipeline.sync()
        #expect(summary.unchanged == 1 && summary.bytes == 0)
        #expect(harness.fetcher.requests.last?.fields["If-Modified-Since"] == date)
    }

    @Test func `the same bytes at another URL are kept, with the validators of that URL`() async throws {
        let harness = try harness()
        harness.fetcher.on(old, .text("the picture", tag: "\"1\""))
        harness.fetcher.on(new, .text("the picture", tag: "\"2\""))
        _ = try await harness.pipeline.sync()
        moveItem(harness)
        #expect(try await harness.pipeline.sync().unchanged == 1)
        #expect(try await harness.pipeline.sync().unchanged == 1)
        #expect(harness.fetcher.requests.last?.fields["If-None-Match"] == "\"2\"")
    }

    @Test func `a server that names a tag with its 304 alone is asked once at each sync, with the date`()
        async throws
    {
        let harness = try harness()
        let picture = Data("the picture".utf8)
        harness.fetcher.on(
            old, dated("the picture"), .document(picture, entityTag: "\"1\"", lastModified: date))
        for _ in 0..<4 { _ = try await harness.pipeline.sync() }
        let requests = harness.fetcher.requests
        #expect(requests.map { $0.fields["If-None-Match"] } == [nil, nil, nil, nil])
        #expect(requests.map { $0.fields["If-Modified-Since"] } == [nil, date, date, date])
    }

    @Test func `a partial document of another URL is not continued`() async throws {
        let harness = try harness()
        let (first, second) = (Data("the first picture".utf8), Data("the other picture, longer".utf8))
        let head = HTTPFields([("Content-Length", "\(first.count)"), ("ETag", "\"1\"")])
        harness.fetcher.on(
            old,
            Reply([
                .head(status: 200, fields: head), .bytes(first.prefix(9)), .fail(.cancelled, reason: "stop"),
            ]))
        harness.fetcher.on(new, .document(second, entityTag: "\"1\""))
        _ = try await harness.pipeline.sync()
        moveItem(harness)
        _ = try await harness.pipeline.sync()
        #expect(harness.fetcher.requests.last?.fields["Range"] == nil)
        #expect(harness.store.documents.values.contains([UInt8](second)))
    }

    @Test
    func `a redirect that leads elsewhere by now mixes no two documents, even where their tags are alike`()
        async throws
    {
        let harness = try harness()
        let (one, two) = ("http://x.example/2025.txt", "http://x.example/2026.txt")
        let (first, second) = (Data(repeating: 65, count: 300_000), Data(repeating: 66, count: 300_000))
        harness.fetcher.on(old, .redirect(to: one), .redirect(to: two))
        let head = HTTPFields([("Content-Length", "300000"), ("ETag", "\"x\"")])
        harness.fetcher.on(
            one,
            Reply([
                .head(status: 200, fields: head), .bytes(first.prefix(150_000)),
                .fail(.cancelled, reason: "stop"),
            ]))
        harness.fetcher.on(two, .document(second, entityTag: "\"x\""))
        _ = try await harness.pipeline.sync()
        _ = try await harness.pipeline.sync()
        #expect(harness.store.documents.values.contains([UInt8](second)))
    }

    @Test func `a redirect that leads elsewhere by now is no proof that the document is unchanged`()
        async throws
    {
        let harness = try harness()
        let (one, two) = ("http://x.example/2025.txt", "http://x.example/2026.txt")
        harness.fetcher.on(old, .redirect(to: one), .redirect(to: two))
        harness.fetcher.on(one, dated("last year's picture"))
        harness.fetcher.on(two, dated("this year's picture"))
        _ = try await harness.pipeline.sync()
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1)
        #expect(harness.store.documents.values.contains([UInt8]("this year's picture".utf8)))
        // Where the redirect leads to the same place as before, nothing is fetched again.
        let again = try await harness.pipeline.sync()
        #expect(again.unchanged == 1 && again.bytes == 0)
    }
}
