import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// A body is stored only if it is what was promised.
@Suite(.timeLimit(.minutes(1))) struct PromiseTests {
    private let url = "http://x.example/a.pdf"
    private let page = Data("<!DOCTYPE html><title>Please log in</title>".utf8)
    private let pdf = Data("%PDF-1.4 a document".utf8)
    /// SHA-256 of `abc`: FIPS 180-4, example B.1.
    private let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    /// The `Repr-Digest` of `abc`.
    private let reprDigest = ("Repr-Digest", "sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:")

    private func harness(_ url: String? = nil) throws -> PipelineHarness {
        try PipelineHarness("= C1\nA | \(url ?? self.url)")
    }

    @Test func `a login page for a PDF is set aside, whatever it is declared to be`() async throws {
        for declared in ["text/html", "application/pdf"] {
            let harness = try harness()
            harness.fetcher.on(url, .document(page, mediaType: declared))
            let summary = try await harness.pipeline.sync()
            #expect(summary.quarantined == 1 && summary.failed == 0 && harness.store.names().isEmpty)
            #expect(harness.store.quarantined.values.map { Data($0) } == [page])
            let entry = try #require(try await harness.library.quarantinedDocuments().first)
            #expect(entry.reason == "an HTML page instead of a PDF document" && entry.name == "C1-a.pdf")
            let memory = try await harness.library.memory(of: harness.source.location)
            #expect(memory["C1", url].lastFailure == entry.reason)
            let attempt = try await harness.library.attempts(for: harness.key(url), limit: 1).first
            #expect(attempt?.outcome == .quarantined && attempt?.exchanges.first?.status == 200)
        }
    }

    @Test
    func `what the fetcher cannot decode is refused, with the fetcher that can; an error page only fails`()
        async throws
    {
        var harness = try harness()
        harness.pipeline.downloads.decoder = "squeezer"
        for (status, reason) in [
            (200, "cannot decode. Fetch it with squeezer: --set download.use=squeezer"),
            (404, "404 Not Found"),
        ] {
            harness.fetcher.on(
                url, Reply([.head(status: status, fields: HTTPFields([("Content-Encoding", "gzip")]))]))
            #expect(try await harness.pipeline.sync().failed == 1)
            let memory = try await harness.library.memory(of: harness.source.location)
            let failure = try #require(memory["C1", url].lastFailure)
            #expect(failure.hasSuffix(reason), "\(failure)")
        }
    }

    @Test func `what was set aside is fetched again by the next run, and stored when it is right`()
        async throws
    {
        let harness = try harness()
        harness.fetcher.on(url, .content(page), .content(pdf))
        _ = try await harness.pipeline.sync()
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.store.documents["C1-a.pdf"] == [UInt8](pdf))
        #expect(harness.store.quarantined.isEmpty)
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
    }

    @Test func `what was wrong is asked for past the caches on the way`() async throws {
        let harness = try harness("http://x.example/a.txt")
        harness.fetcher.on(
            "http://x.example/a.txt", .content("abX", fields: [reprDigest]),
            .content("abX", fields: [reprDigest]),
            .content("abc", fields: [reprDigest]))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        #expect(try await harness.pipeline.sync().downloaded == 1)
        _ = try await harness.pipeline.sync()
        let asked = harness.fetcher.requests.map { $0.fields["Cache-Control"] }
        #expect(
            asked.prefix(3) == [nil, "no-cache", "no-cache"] && asked.dropFirst(3).allSatisfy { $0 == nil })
    }

    @Test func `what is set aside again takes the place of what was there`() async throws {
        let harness = try harness()
        harness.fetcher.on(url, .content(page))
        _ = try await harness.pipeline.sync()
        _ = try await harness.pipeline.sync()
        #expect(harness.store.quarantined.count == 1)
        let entry = try #require(try await harness.library.quarantinedDocuments().first)
        #expect(harness.store.quarantined[entry.token] != nil)
    }

    @Test func `an empty body is set aside`() async throws {
        let harness = try harness()
        harness.fetcher.on(url, .content(Data()))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        #expect(harness.events.lines.contains("quarantined: A: the body is empty"))
    }

    @Test func `a digest that differs is fetched once more, then set aside`() async throws {
        let harness = try harness("http://x.example/a.txt")
        harness.fetcher.on("http://x.example/a.txt", .content("abX", fields: [reprDigest]))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        #expect(harness.fetcher.requests.count == 2)
        #expect(harness.fetcher.requests.allSatisfy { $0.fields["Want-Repr-Digest"] != nil })
        #expect(try await harness.library.quarantinedDocuments().first?.reason.contains(abc) == true)
    }

    @Test func `the Digest field that Repr-Digest replaces counts for a whole document`() async throws {
        let harness = try harness("http://x.example/a.txt")
        let digest = ("Digest", "sha=AAAA, SHA-256=ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
        harness.fetcher.on("http://x.example/a.txt", .content("abX", fields: [digest]))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        #expect(try await harness.library.quarantinedDocuments().first?.reason.contains(abc) == true)
        harness.fetcher.on("http://x.example/a.txt", .content("abc", fields: [digest]))
        #expect(try await harness.pipeline.sync().downloaded == 1)
    }

    @Test func `a digest that differs the first time only is no failure`() async throws {
        let harness = try harness("http://x.example/a.txt")
        harness.fetcher.on(
            "http://x.example/a.txt", .content("abX", fields: [reprDigest]),
            .content("abc", fields: [reprDigest]))
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.quarantined == 0)
        #expect(harness.content("C1-a.txt") == "abc")
    }

    @Test func `a 304 with the digest of another content is followed by a request for the whole`()
        async throws
    {
        let url = "http://x.example/a.txt"
        let harness = try harness(url)
        let tag = ("ETag", "\"1\"")
        harness.fetcher.on(url, .content("abX", fields: [tag]))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        harness.fetcher.on(
            url, Reply([.head(status: 304, fields: HTTPFields([tag, reprDigest]))]),
            .content("abc", fields: [tag, reprDigest]))
        #expect(try await harness.pipeline.sync().updated == 1)
        #expect(harness.content("C1-a.txt") == "abc")
    }

    @Test func `a large document is compared with its digest, too`() async throws {
        let content = Data(repeating: 7, count: 1 << 20)
        let harness = try harness("http://x.example/a.bin")
        harness.fetcher.on("http://x.example/a.bin", .content(content, fields: [reprDigest]))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        #expect(harness.store.quarantined.values.first?.count == content.count)
    }

    @Test func `the file of checksums beside a document counts where the profile asks for it`() async throws {
        for (asks, stored) in [(true, false), (false, true)] {
            var harness = try harness("http://x.example/a.txt")
            harness.pipeline.downloads.usesChecksumFiles = asks
            harness.fetcher.on("http://x.example/a.txt", .content("abX"))
            harness.fetcher.on("http://x.example/a.txt.sha256", .content("\(abc)  a.txt\n"))
            let summary = try await harness.pipeline.sync()
            #expect((summary.downloaded == 1) == stored)
        }
    }

    @Test func `a page or nothing is stored where the digest says that this is meant`() async throws {
        // SHA-256 of the page and of nothing.
        for (content, digest) in [
            (page, "10f92da79902b04b989ca436557aa71e3e40557037079ba751c62cf91601d113"),
            (Data(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ] {
            for (promised, stored) in [(digest, 1), (abc, 0)] {
                var harness = try harness()
                harness.pipeline.downloads.usesChecksumFiles = true
                harness.fetcher.on(url, .document(content, mediaType: "text/html"))
                harness.fetcher.on(url + ".sha256", .content("\(promised)  a.pdf\n"))
                let summary = try await harness.pipeline.sync()
                #expect(summary.downloaded == stored && summary.quarantined == 1 - stored)
                #expect(harness.store.documents["C1-a.pdf"] == (stored == 1 ? [UInt8](content) : nil))
            }
        }
    }

    @Test func `a document beyond the size limit is set aside as far as it came`() async throws {
        var harness = try harness()
        harness.pipeline.downloads.limits.maxSize = 600_000
        harness.fetcher.on(
            url, Reply([.head(status: 200), .bytes(Data("%PDF-".utf8)), .zeros(1 << 20)]))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        #expect(harness.store.names().isEmpty && harness.store.partialDocuments().isEmpty)
        let entry = try #require(try await harness.library.quarantinedDocuments().first)
        #expect(!entry.isWhole)
        let error = await #expect(throws: PipelineError.self) {
            try await harness.pipeline.accept(entry, title: "A")
        }
        guard case .library(let refused)? = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(refused.code == .incomplete && harness.store.names().isEmpty)
    }

    @Test func `a document beyond the size limit fails with how large it is said to be`() async throws {
        var harness = try harness()
        harness.pipeline.downloads.limits.maxSize = 10
        harness.fetcher.on(url, .content("%PDF-1.7 and more"))
        #expect(try await harness.pipeline.sync().failed == 1)
        let failure = try await harness.library.memory(of: harness.source.location)["C1", url].lastFailure
        #expect(failure == "said to be 17 B, larger than the limit. Raise download.max-size, now 10 B")
    }

    @Test func `a document is stored once its file of checksums can be fetched, and not before`() async throws
    {
        var harness = try harness("http://x.example/a.txt")
        harness.pipeline.downloads.usesChecksumFiles = true
        harness.pipeline.downloads.queueLimits.retries = 0
        harness.fetcher.on("http://x.example/a.txt", .document("abc", entityTag: "\"1\""))
        harness.fetcher.on(
            "http://x.example/a.txt.sha256", .status(503), .failing(.unreachable),
            .content("\(abc)  a.txt\n"))
        for _ in 0..<2 {
            #expect(try await harness.pipeline.sync().failed == 1)
            #expect(harness.store.names().isEmpty)
        }
        #expect(try await harness.pipeline.sync().downloaded == 1)
    }

    // MARK: Names

    @Test func `where the profile asks for it, a document is named as its server suggests`() async throws {
        var harness = try PipelineHarness(
            "= C1\nA | http://x.example/get?id=1\nB | http://x.example/get?id=2")
        harness.pipeline.downloads.usesContentDisposition = true
        harness.fetcher.on(
            "http://x.example/get?id=1",
            .content(
                "one", fields: [("Content-Disposition", "attachment; filename=\"../../evil.txt\"")]
            ))
        harness.fetcher.on(
            "http://x.example/get?id=2",
            .content(
                "two",
                fields: [
                    (
                        "Content-Disposition",
                        "attachment; filename=\"wrong.txt\"; filename*=UTF-8''na%C3%AFve.txt"
                    )
                ]))
        _ = try await harness.pipeline.sync()
        #expect(Set(harness.store.names()) == ["C1-evil.txt", "C1-naïve.txt"])
    }

    @Test func `two documents of one suggested name keep apart`() async throws {
        var harness = try PipelineHarness(
            "= C1\nA | http://x.example/get?id=1\nB | http://x.example/get?id=2")
        harness.pipeline.downloads.usesContentDisposition = true
        for id in ["1", "2"] {
            harness.fetcher.on(
                "http://x.example/get?id=\(id)",
                .content(Data(id.utf8), fields: [("Content-Disposition", "attachment; filename=notes.txt")]))
        }
        #expect(try await harness.pipeline.sync().downloaded == 2)
        #expect(harness.store.names().count == 2 && harness.store.names().contains("C1-notes.txt"))
    }

    @Test func `after the loss of the records documents keep the names that their servers suggested`()
        async throws
    {
        let lines = (1...5).map { "I\($0) | http://x.example/get?id=\($0)" }
        func sync(_ lines: [String], _ store: InMemoryStore?) async throws -> InMemoryStore {
            var harness = try PipelineHarness("= C1\n" + lines.joined(separator: "\n"))
            harness.pipeline.downloads.usesContentDisposition = true
            harness.pipeline.downloads.queueLimits.maxConcurrent = 1
            if let store { harness.pipeline.store = store }
            for id in 1...5 {
                // The last two are one text.
                harness.fetcher.on(
                    "http://x.example/get?id=\(id)",
                    .content(
                        "\(min(id, 4))",
                        fields: [("Content-Disposition", "attachment; filename=notes.txt")]))
            }
            #expect(try await harness.pipeline.sync().downloaded == 5)
            return store ?? harness.store
        }
        let store = try await sync(lines, nil)
        let names = store.names()
        #expect(names.count == 5)
        // What comes first is another document each time, and the records are new ones.
        for order in [lines.reversed(), lines.shuffled(), Array(lines[2...] + lines[..<2])] {
            _ = try await sync(order, store)
            #expect(store.names() == names)
        }
    }

    @Test func `a name without an extension gets that of the document's type`() async throws {
        let harness = try harness("http://x.example/get")
        harness.fetcher.on("http://x.example/get", .document(pdf, mediaType: "application/pdf"))
        _ = try await harness.pipeline.sync()
        #expect(harness.store.names() == ["C1-get.pdf"])
    }
}
