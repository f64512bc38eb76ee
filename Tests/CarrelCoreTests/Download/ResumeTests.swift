import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ResumeTests {
    private let url = "http://x.example/a.txt"
    private let old = Data("the first version of it".utf8)
    private let new = Data("another one, and longer than that".utf8)

    private func harness() throws -> PipelineHarness {
        try PipelineHarness("= C1\nA | \(url)")
    }

    /// A reply that delivers the beginning of a document and then breaks off.
    private func broken(_ content: Data, tag: String?, after count: Int) -> Reply {
        var fields = [("Content-Length", "\(content.count)")]
        if let tag { fields.append(("ETag", tag)) }
        return Reply([
            .head(status: 200, fields: HTTPFields(fields)), .bytes(content.prefix(count)),
            .fail(.truncated, reason: "the connection was closed"),
        ])
    }

    @Test func `a broken transfer is continued where it ended`() async throws {
        let harness = try harness()
        harness.fetcher.on(url, broken(old, tag: "\"1\"", after: 9), .document(old, entityTag: "\"1\""))
        let summary = try await harness.pipeline.sync()
        #expect(harness.store.documents["C1-a.txt"] == [UInt8](old))
        #expect(harness.fetcher.requests.last?.fields["Range"] == "bytes=9-")
        #expect(harness.fetcher.requests.last?.fields["If-Range"] == "\"1\"")
        #expect(summary.bytes == Int64(old.count))
    }

    @Test func `who listens hears that a download is continued, and that another one is not`() async throws {
        var harness = try harness()
        harness.pipeline.downloads.queueLimits.retries = 0
        harness.fetcher.on(url, broken(old, tag: "\"1\"", after: 9), .document(old, entityTag: "\"1\""))
        for _ in 1...2 { _ = try await harness.pipeline.sync() }
        let begun = harness.events.events.compactMap { event -> Bool? in
            guard case .started(let item) = event else { return nil }
            return item.isContinued
        }
        #expect(begun == [false, true])
    }

    @Test func `what is asked for and begins anew is not told as continued`() async throws {
        var harness = try harness()
        harness.pipeline.downloads.queueLimits.retries = 0
        harness.fetcher.on(url, broken(old, tag: nil, after: 9), .document(old))
        _ = try await harness.pipeline.sync()
        let catalog = try await harness.pipeline.readCatalog(records: true)
        #expect(try await harness.pipeline.get([harness.key(url)], of: catalog).downloaded == 1)
        let begun = harness.events.events.compactMap { event -> Bool? in
            guard case .started(let item) = event else { return nil }
            return item.isContinued
        }
        #expect(begun == [false, false])
    }

    @Test func `what is tried again in the same run is not told as continued`() async throws {
        let harness = try harness()
        harness.fetcher.on(url, .status(503), .document(old))
        _ = try await harness.pipeline.sync()
        let stored = harness.events.events.compactMap { event -> Bool? in
            guard case .stored(let item, _, _) = event else { return nil }
            return item.isContinued
        }
        #expect(stored == [false])
    }

    @Test func `a file that changed between the tries is fetched whole, never mixed`() async throws {
        let harness = try harness()
        harness.fetcher.on(url, broken(old, tag: "\"1\"", after: 9), .document(new, entityTag: "\"2\""))
        _ = try await harness.pipeline.sync()
        #expect(harness.store.documents["C1-a.txt"] == [UInt8](new))
    }

    @Test func `a server that continues another version in spite of If-Range is found out`() async throws {
        let harness = try harness()
        harness.fetcher.on(
            url, broken(old, tag: "\"1\"", after: 9), .wrongRange(new, from: 9, entityTag: "\"2\""),
            .document(new, entityTag: "\"2\""))
        _ = try await harness.pipeline.sync()
        #expect(harness.store.documents["C1-a.txt"] == [UInt8](new))
    }

    @Test func `a server that sends another part than it was asked for is found out`() async throws {
        let harness = try harness()
        harness.fetcher.on(
            url, broken(old, tag: "\"1\"", after: 9), .wrongRange(old, from: 3, entityTag: "\"1\""),
            .document(old, entityTag: "\"1\""))
        _ = try await harness.pipeline.sync()
        #expect(harness.store.documents["C1-a.txt"] == [UInt8](old))
    }

    @Test func `what only a date vouches for is compared, and a change within the second found out`()
        async throws
    {
        let (long, date) = (Data(repeating: 1, count: 200_000), "Sat, 01 Jan 2022 00:00:00 GMT")
        let other = Data(repeating: 2, count: 200_000)
        for (second, isSame) in [(long, true), (other, false)] {
            let harness = try harness()
            let head = [("Content-Length", "200000"), ("Last-Modified", date)]
            harness.fetcher.on(
                url,
                Reply([
                    .head(status: 200, fields: HTTPFields(head)), .bytes(long.prefix(150_000)),
                    .fail(.truncated, reason: "closed"),
                ]), .document(second, lastModified: date))
            _ = try await harness.pipeline.sync()
            #expect(harness.store.documents["C1-a.txt"] == [UInt8](second))
            let ranges = harness.fetcher.requests.map { $0.fields["Range"] }
            #expect(ranges == [nil, "bytes=\(150_000 - 65_536)-"] + (isSame ? [] : [nil]))
        }
    }

    @Test(arguments: [nil, "W/\"1\""] as [String?])
    func `what was continued without a strong tag or a date is fetched whole by the next sync`(
        tag: String?
    ) async throws {
        let harness = try harness()
        // Only what came first is another one.
        let long = Data(repeating: 1, count: 200_000)
        let changed = Data([2]) + long.dropFirst()
        harness.fetcher.on(url, broken(long, tag: tag, after: 150_000), .document(changed, entityTag: tag))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.fetcher.requests.last?.fields["Range"] == "bytes=\(150_000 - 65_536)-")
        #expect(try await harness.pipeline.sync().updated == 1)
        #expect(harness.store.documents["C1-a.txt"] == [UInt8](changed))
        #expect(harness.fetcher.requests.last?.fields["If-None-Match"] == nil)
        #expect(try await harness.pipeline.sync().unchanged == 1)
        #expect(try await harness.pipeline.sync().unchanged == 1)
        #expect(harness.fetcher.requests.last?.fields["If-None-Match"] == tag)
    }

    @Test func `a document of which every byte is there is confirmed, not fetched again`() async throws {
        let harness = try harness()
        // The connection breaks after the last byte, before the fetcher knows that it was the last.
        let reply = Reply([
            .head(status: 200, fields: HTTPFields([("ETag", "\"1\"")])), .bytes(old),
            .fail(.truncated, reason: "closed"),
        ])
        harness.fetcher.on(url, reply, .document(old, entityTag: "\"1\""))
        let summary = try await harness.pipeline.sync()
        #expect(harness.store.documents["C1-a.txt"] == [UInt8](old))
        #expect(summary.bytes == Int64(old.count))
        #expect(harness.fetcher.requests.map { $0.fields["If-None-Match"] } == [nil, nil, "\"1\""])
    }

    @Test func `without any validator nothing short is continued`() async throws {
        for tag in [nil, "W/\"1\""] {
            let harness = try harness()
            harness.fetcher.on(url, broken(old, tag: tag, after: 9), .document(new, entityTag: tag))
            _ = try await harness.pipeline.sync()
            #expect(harness.store.documents["C1-a.txt"] == [UInt8](new))
            #expect(harness.fetcher.requests.last?.fields["Range"] == nil)
        }
    }

    @Test func `an interrupted update of a stored document is continued, too`() async throws {
        var harness = try harness()
        harness.pipeline.downloads.queueLimits.retries = 0
        harness.fetcher.on(
            url, .document(old, entityTag: "\"1\""), broken(new, tag: "\"2\"", after: 9),
            .document(new, entityTag: "\"2\""))
        _ = try await harness.pipeline.sync()
        _ = try await harness.pipeline.sync()
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.fetcher.requests.last?.fields["Range"] == "bytes=9-")
        #expect(harness.store.documents["C1-a.txt"] == [UInt8](new))
        #expect(harness.store.replaced["C1-a.txt"] == [[UInt8](old)])
    }

    @Test func `what the first answer said is recorded, although the answer to a range does not repeat it`()
        async throws
    {
        let harness = try harness()
        let head = Reply([
            .head(
                status: 200,
                fields: HTTPFields([
                    ("Content-Length", "\(old.count)"), ("Last-Modified", "Sat, 01 Jan 2022 00:00:00 GMT"),
                    ("Content-Type", "text/x-notes"),
                ])), .bytes(old.prefix(9)), .fail(.truncated, reason: "closed"),
        ])
        let rest = Reply([
            .head(
                status: 206,
                fields: HTTPFields([("Content-Range", "bytes 0-\(old.count - 1)/\(old.count)")])),
            .bytes(old),
        ])
        harness.fetcher.on(url, head, rest)
        _ = try await harness.pipeline.sync()
        let memory = try await harness.library.memory(of: harness.source.location)
        let document = try #require(memory["C1", url].document)
        #expect(document.validators.lastModified == "Sat, 01 Jan 2022 00:00:00 GMT")
        #expect(document.mediaType?.essence == "text/x-notes")
    }

    @Test func `the size limit counts what earlier tries brought`() async throws {
        var harness = try harness()
        harness.pipeline.downloads.limits.maxSize = 12
        harness.fetcher.on(url, broken(old, tag: "\"1\"", after: 9), .document(old, entityTag: "\"1\""))
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(harness.store.names().isEmpty && harness.store.partialDocuments().isEmpty)
    }

    @Test func `an interrupted run is continued by the next one`() async throws {
        let harness = try harness()
        let reply = Reply([
            .head(status: 200, fields: HTTPFields([("Content-Length", "\(old.count)"), ("ETag", "\"1\"")])),
            .bytes(old.prefix(5)), .wait(Gate()),
        ])
        harness.fetcher.on(url, reply, .document(old, entityTag: "\"1\""))
        let pipeline = harness.pipeline
        let run = Task { try await pipeline.sync() }
        _ = try await harness.events.first { event -> Bool? in
            if case .progress = event { true } else { nil }
        }
        run.cancel()
        await #expect(throws: PipelineError.cancelled) { try await run.value }
        #expect(harness.events.lines.contains("parked: A"))
        #expect(
            try await pipeline.plan(try await pipeline.readCatalog(records: false)).entries.first?.action
                == .resume)
        _ = try await pipeline.sync()
        #expect(harness.store.documents["C1-a.txt"] == [UInt8](old))
        #expect(harness.fetcher.requests.last?.fields["Range"] == "bytes=5-")
    }

    @Test func `a refresh that fails keeps the stored version and says that an update is there`() async throws
    {
        var harness = try harness()
        harness.pipeline.downloads.queueLimits.retries = 0
        harness.fetcher.on(url, .document(old, entityTag: "\"1\""), broken(new, tag: "\"2\"", after: 4))
        _ = try await harness.pipeline.sync()
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(harness.store.documents["C1-a.txt"] == [UInt8](old))
        let view = try await LibraryView(harness.pipeline)
        #expect(view.allRows.first?.status == .updateAvailable)
    }

    @Test func `a body that is shorter or longer than announced is not stored`() async throws {
        var harness = try harness()
        harness.pipeline.downloads.queueLimits.retries = 0
        let reply = Reply([
            .head(status: 200, fields: HTTPFields([("Content-Length", "30")])), .bytes(Data("short".utf8)),
        ])
        harness.fetcher.on(url, reply)
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(harness.store.names().isEmpty)
    }
}
