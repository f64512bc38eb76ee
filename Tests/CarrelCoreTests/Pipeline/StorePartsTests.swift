import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// What a run does with a store that lacks a part.
@Suite(.timeLimit(.minutes(1))) struct StorePartsTests {
    private let url = "http://x.example/a.pdf"
    private let page = Data("<!DOCTYPE html><title>Please log in</title>".utf8)
    private let pdf = Data("%PDF-1.4 a document".utf8)

    private func harness(without part: StorePart) throws -> PipelineHarness {
        try PipelineHarness(
            "= C1\nA | \(url)", store: InMemoryStore(StorePart.all.subtracting([part])))
    }

    private func memory(_ harness: PipelineHarness) async throws -> ItemMemory {
        try await harness.pipeline.memory(of: harness.source.location)["C1", url]
    }

    // MARK: Partial documents

    private func broken(_ content: Data, after count: Int) -> Reply {
        Reply([
            .head(
                status: 200, fields: HTTPFields([("Content-Length", "\(content.count)"), ("ETag", "\"1\"")])),
            .bytes(content.prefix(count)), .fail(.truncated, reason: "the connection was closed"),
        ])
    }

    @Test(arguments: [19, 700 << 10])
    func `without partial documents a broken download starts over`(size: Int) async throws {
        let harness = try harness(without: .partials)
        let content = pdf + Data(repeating: 7, count: size - pdf.count)
        harness.fetcher.on(url, broken(content, after: size * 2 / 3), .document(content, entityTag: "\"1\""))
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.failed == 0)
        #expect(harness.fetcher.requests.map { $0.fields["Range"] } == [nil, nil])
        #expect(harness.store.documents["C1-a.pdf"] == [UInt8](content))
    }

    @Test func `without partial documents a failed download leaves nothing to continue`() async throws {
        var harness = try harness(without: .partials)
        harness.pipeline.downloads.queueLimits.retries = 0
        let content = pdf + Data(repeating: 7, count: 700 << 10)
        harness.fetcher.on(url, broken(content, after: 600 << 10), .document(content, entityTag: "\"1\""))
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(harness.store.partialDocuments().isEmpty && harness.store.stagedCount == 0)
        #expect(try await memory(harness).partial == nil)
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.fetcher.requests.last?.fields["Range"] == nil)
    }

    // MARK: Versions

    @Test func `without versions a new version replaces the old one`() async throws {
        let harness = try harness(without: .versions)
        harness.fetcher.on(
            url, .document(pdf, entityTag: "\"1\""), .document(pdf + pdf, entityTag: "\"2\""))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.store.documents == ["C1-a.pdf": [UInt8](pdf + pdf)])
        #expect(harness.store.replaced.isEmpty)
    }

    // MARK: Quarantine

    @Test func `without a quarantine a body that is not what was promised is discarded, and its item fails`()
        async throws
    {
        let harness = try harness(without: .quarantine)
        harness.fetcher.on(url, .content(page), .content(pdf))
        let summary = try await harness.pipeline.sync()
        #expect(summary.failed == 1 && summary.quarantined == 0)
        #expect(harness.events.lines.contains("failed: A: an HTML page instead of a PDF document"))
        #expect(harness.store.names().isEmpty && harness.store.stagedCount == 0)
        #expect(try await memory(harness).lastFailure == "an HTML page instead of a PDF document")
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
        // The next run asks again.
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.store.documents["C1-a.pdf"] == [UInt8](pdf))
    }

    @Test func `without a quarantine the stored version stays where an update is not what was promised`()
        async throws
    {
        let harness = try harness(without: .quarantine)
        harness.fetcher.on(url, .document(pdf, entityTag: "\"1\""), .content(page))
        _ = try await harness.pipeline.sync()
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(harness.store.documents["C1-a.pdf"] == [UInt8](pdf) && harness.store.replaced.isEmpty)
        #expect(try await memory(harness).document?.size == Int64(pdf.count))
    }

    @Test func `without a quarantine a damaged document is told, and stays until somebody removes it`()
        async throws
    {
        let harness = try harness(without: .quarantine)
        harness.fetcher.on(url, .document(pdf, entityTag: "\"1\""))
        _ = try await harness.pipeline.sync()
        harness.store.tamper(with: "C1-a.pdf", content: [1, 2, 3])
        var found: [Verification] = []
        try await harness.pipeline.verify(repairs: true) { found.append($0) }
        #expect(found.map(\.state) == [.damaged] && found.allSatisfy { !$0.isRepaired })
        #expect(found.first?.reason?.contains("no quarantine to set it aside in") == true)
        #expect(harness.store.documents["C1-a.pdf"] == [1, 2, 3])

        harness.store.tamper(with: "C1-a.pdf", content: nil)
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.store.documents["C1-a.pdf"] == [UInt8](pdf))
    }

    @Test func `without a quarantine what came over a mixed connection is replaced by what comes again`()
        async throws
    {
        let stray = [Reply.Step.head(status: 200, fields: HTTPFields([("Content-Length", "0")]))]
        let wrong = Data("%PDF-1.4 of another item".utf8)
        let mixed = Reply.document(wrong, entityTag: "\"1\"").followed(by: stray)
        let harness = try harness(without: .quarantine)
        harness.fetcher.on(url, mixed, .status(404), .document(pdf, entityTag: "\"1\""))
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(try await memory(harness).lastFailure?.contains("404") == true)
        // No validator may confirm it.
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.fetcher.requests.last?.fields["If-None-Match"] == nil)
        #expect(harness.store.documents == ["C1-a.pdf": [UInt8](pdf)])
    }

    @Test func `without a quarantine nothing of a list made elsewhere is lost or stored`() async throws {
        let harness = try harness(without: .quarantine)
        let digest = ContentDigest(size: 1, sha256: String(repeating: "0", count: 64))
        let listed = QuarantinedDocument(
            key: harness.key(url), token: "a~1.pdf", name: "a.pdf", reason: "a login page", digest: digest,
            mediaType: nil, origin: DocumentOrigin(url: url, validators: Validators()), date: .now)
        try await harness.library.commit([.quarantined(listed, nil)])
        try await harness.pipeline.recover()
        #expect(try await harness.library.quarantinedDocuments().map(\.token) == ["a~1.pdf"])
        await #expect(throws: PipelineError.self) { try await harness.pipeline.accept(listed, title: "A") }
        try await harness.pipeline.discard([listed])
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
    }

    // MARK: A store on another machine

    /// Begins a sync of one document whose store does not answer when it is to be stored.
    private func silentSync() async throws -> (PipelineHarness, Task<RunSummary, any Error>) {
        var harness = try PipelineHarness("= C1\nA | \(url)")
        harness.fetcher.on(url, .document(pdf, entityTag: "\"1\""))
        let silent = WatchedStore(harness.store, flushing: Gate())
        harness.pipeline.store = silent
        let pipeline = harness.pipeline
        let sync = Task { try await pipeline.sync() }
        try await silent.steps.wait(atLeast: 1) { $0 == "flush" }
        return (harness, sync)
    }

    @Test func `a cancelled run ends although its store does not answer, and the next one goes on`()
        async throws
    {
        var (harness, sync) = try await silentSync()
        sync.cancel()
        _ = try? await sync.value
        #expect(harness.store.names().isEmpty)
        #expect(try await memory(harness).lastFailure == nil)
        harness.pipeline.store = harness.store
        #expect(try await harness.pipeline.sync().downloaded == 1)
    }

    @Test func `a request that is cancelled while the store does not answer ends, and another begins anew`()
        async throws
    {
        var harness = try PipelineHarness("= C1\nA | \(url)")
        harness.fetcher.on(url, .document(pdf, entityTag: "\"1\""))
        _ = try await harness.pipeline.readCatalog(records: true)
        let gate = Gate()
        let silent = WatchedStore(harness.store, flushing: gate)
        harness.pipeline.store = silent
        let desk = Desk(over: harness.pipeline)
        let (key, reader) = (harness.key(url), Reader())
        let request = Task { try await desk.request([key], for: reader) }
        try await silent.steps.wait(atLeast: 1) { $0 == "flush" }
        request.cancel()
        await #expect(throws: PipelineError.cancelled) { try await request.value }
        #expect(harness.store.names().isEmpty)
        gate.open()
        #expect(try await desk.request([key], for: reader).downloaded == 1)
    }

    @Test func `a cancelled run ends although its store does not answer and a cancelled person waits`()
        async throws
    {
        let (harness, sync) = try await silentSync()
        let pipeline = harness.pipeline
        let key = harness.key("http://x.example/b.pdf")
        let claim = Task {
            let parts = pipeline.runParts
            try await pipeline.runs.claiming(key, title: "B", parts) { () async throws(StoreError) in }
        }
        while await !pipeline.runs.underWay.contains(key) { await Task.yield() }
        claim.cancel()
        sync.cancel()
        try await claim.value
        _ = try? await sync.value
        #expect(harness.store.names().isEmpty)
    }
}
