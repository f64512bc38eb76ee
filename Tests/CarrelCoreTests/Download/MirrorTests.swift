import CarrelBasics
import CarrelCore
import CarrelDigest
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Mirrors take over where one fails or lies, and pieces say what has to come again.
@Suite(.timeLimit(.minutes(1))) struct MirrorTests {
    private let first = "http://a.example/d"
    private let second = "http://b.example/d"
    private let third = "http://c.example/d"
    private let content = Data((0..<40).map { UInt8($0) })

    private func harness(
        pieces: Bool = false, digest: Bool = true, store: InMemoryStore = InMemoryStore()
    ) throws -> PipelineHarness {
        var lines = ["= C1", "D | \(first)", "+ \(second)", "+ \(third)"]
        if digest { lines.append("% sha-256=\(MessageDigest.digits(of: content, .sha256))") }
        if pieces {
            let parts = stride(from: 0, to: 40, by: 16).map {
                MessageDigest.digits(of: content.dropFirst($0).prefix(16), .sha1)
            }
            lines.append("# " + (try #require(PieceDigests(.sha1, length: 16, hex: parts))).text)
        }
        return try PipelineHarness(lines.joined(separator: "\n"), store: store)
    }

    private func asked(_ harness: PipelineHarness) -> [String] {
        harness.fetcher.requests.map { "\(HostName.of($0.target)) \($0.fields["Range"] ?? "")" }
    }

    private func wrong(at place: Int) -> Data {
        var data = content
        data[place] ^= 0xFF
        return data
    }

    @Test(arguments: [404, 403, 410]) func `a mirror without the document is left for the next at once`(
        status: Int
    ) async throws {
        let harness = try harness()
        harness.fetcher.on(first, .status(status))
        harness.fetcher.on(second, .document(content, entityTag: "\"b\""))
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.failed == 0)
        #expect(asked(harness) == ["a.example ", "b.example "])
        #expect(harness.clock.now.offset == .zero, "nothing was waited for")
        let document = try await harness.library.document(of: harness.key(first))
        #expect(document?.url == second, "the record says who sent it")
    }

    @Test func `when all mirrors failed, those that may do better are asked again in their order`()
        async throws
    {
        let harness = try harness()
        harness.fetcher.on(first, .status(404))
        harness.fetcher.on(second, .status(502), .status(502))
        harness.fetcher.on(third, .status(500), .document(content, entityTag: "\"c\""))
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1)
        #expect(asked(harness).map { $0.prefix(1) } == ["a", "b", "c", "b", "c"])
    }

    @Test func `an item fails with the last reason when no mirror brings it, and tells who was asked`()
        async throws
    {
        let harness = try harness()
        for url in [first, second, third] { harness.fetcher.on(url, .status(404)) }
        let summary = try await harness.pipeline.sync()
        #expect(summary.failed == 1)
        let attempts = try await harness.library.attempts(for: harness.key(first), limit: 9)
        #expect(attempts.first?.exchanges.map(\.url) == [first, second, third])
        #expect(attempts.count == 1 && attempts[0].reason?.contains("404") == true)
    }

    @Test func `a mirror that sends something else is left, whatever it is`() async throws {
        for lie in [wrong(at: 39), Data("<!DOCTYPE html><html><body>Sign in</body></html>".utf8), Data()] {
            let harness = try harness()
            harness.fetcher.on(first, .document(lie, entityTag: "\"a\""))
            harness.fetcher.on(second, .document(content, entityTag: "\"b\""))
            let summary = try await harness.pipeline.sync()
            #expect(summary.downloaded == 1 && summary.quarantined == 0)
            #expect(harness.store.documents.values.map { $0 } == [[UInt8](content)])
        }
    }

    @Test func `without pieces the bytes of one mirror are never mixed with those of another`() async throws {
        let harness = try harness(digest: false)
        let head = HTTPFields([("Content-Length", "40"), ("ETag", "\"same\"")])
        harness.fetcher.on(
            first,
            Reply([
                .head(status: 200, fields: head), .bytes(wrong(at: 0).prefix(20)),
                .fail(.truncated, reason: "cut"),
            ]))
        harness.fetcher.on(second, .document(content, entityTag: "\"same\""))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(asked(harness) == ["a.example ", "b.example "])
        #expect(harness.store.documents.values.map { $0 } == [[UInt8](content)])
    }

    @Test func `a wrong piece ends the exchange, and the next mirror sends only what follows the right ones`()
        async throws
    {
        let harness = try harness(pieces: true)
        harness.fetcher.on(first, .document(wrong(at: 20), entityTag: "\"a\""))
        harness.fetcher.on(second, .document(content, entityTag: "\"b\""))
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1)
        #expect(asked(harness) == ["a.example ", "b.example bytes=16-"])
        #expect(harness.fetcher.requests.last?.fields["If-Range"] == nil)
        #expect(harness.store.documents.values.map { $0 } == [[UInt8](content)])
        let attempt = try #require(await harness.library.attempts(for: harness.key(first), limit: 1).first)
        #expect(attempt.exchanges.first?.decision.reason?.contains("piece 2 of 3 (bytes 16 to 31)") == true)
        let document = try await harness.library.document(of: harness.key(first))
        #expect(
            document?.validators.entityTag == "\"b\"",
            "the validators are of the place that is asked next time")
    }

    @Test func `what broke off goes on at the next mirror behind the last whole piece`() async throws {
        let harness = try harness(pieces: true)
        let head = HTTPFields([("Content-Length", "40"), ("ETag", "\"a\"")])
        harness.fetcher.on(
            first,
            Reply([
                .head(status: 200, fields: head), .bytes(content.prefix(37)),
                .fail(.truncated, reason: "cut"),
            ]))
        harness.fetcher.on(second, .status(404))
        harness.fetcher.on(third, .document(content, entityTag: "\"c\""))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(asked(harness) == ["a.example ", "b.example bytes=32-", "c.example bytes=32-"])
        #expect(harness.store.documents.values.map { $0 } == [[UInt8](content)])
    }

    @Test func `a run goes on first at the mirror that a part came from`() async throws {
        let harness = try harness()
        let head = HTTPFields([("Content-Length", "40"), ("ETag", "\"b\"")])
        for url in [first, third] { harness.fetcher.on(url, .status(404)) }
        harness.fetcher.on(
            second,
            Reply([
                .head(status: 200, fields: head), .bytes(content.prefix(20)),
                .fail(.truncated, reason: "cut"),
            ]))
        #expect(try await harness.pipeline.sync().failed == 1)
        let count = harness.fetcher.requests.count
        for url in [first, second, third] {
            harness.fetcher.on(url, .document(content, entityTag: "\"b\""))
        }
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(asked(harness).dropFirst(count) == ["b.example bytes=20-"])
        #expect(harness.store.documents.values.map { $0 } == [[UInt8](content)])
    }

    @Test func `a mirror that serves no ranges starts over, one that has another document is left`()
        async throws
    {
        for (reply, ranges) in [
            (Reply.withoutRanges(content), ["a.example ", "b.example bytes=16-"]),
            (
                .document(content + content, entityTag: "\"b\""),
                ["a.example ", "b.example bytes=16-", "b.example ", "c.example bytes=16-"]
            ),
        ] {
            let harness = try harness(pieces: true)
            harness.fetcher.on(first, .document(wrong(at: 20), entityTag: "\"a\""))
            harness.fetcher.on(second, reply, reply)
            harness.fetcher.on(third, .document(content, entityTag: "\"c\""))
            #expect(try await harness.pipeline.sync().downloaded == 1)
            #expect(asked(harness).prefix(2) == ranges.prefix(2))
            #expect(harness.store.documents.values.map { $0 } == [[UInt8](content)])
        }
    }

    @Test func `where every mirror lies the document is set aside, whole`() async throws {
        let harness = try harness(pieces: true)
        for url in [first, second, third] {
            harness.fetcher.on(url, .document(wrong(at: 20), entityTag: "\"x\""))
        }
        let summary = try await harness.pipeline.sync()
        #expect(summary.quarantined == 1 && harness.store.documents.isEmpty)
    }

    @Test func `the next sync asks the mirror that sent the document, and nobody if the digest is promised`()
        async throws
    {
        for isPromised in [false, true] {
            let harness = try harness(digest: isPromised)
            harness.fetcher.on(first, .status(404))
            harness.fetcher.on(second, .document(content, entityTag: "\"b\""))
            _ = try await harness.pipeline.sync()
            let count = harness.fetcher.requests.count
            let again = try await harness.pipeline.sync()
            #expect(again.downloaded == 0 && again.failed == 0)
            let later = harness.fetcher.requests.dropFirst(count)
            #expect(later.map { HostName.of($0.target) } == (isPromised ? [] : ["b.example"]))
            #expect(later.allSatisfy { $0.fields["If-None-Match"] == "\"b\"" })
        }
    }

    @Test func `a store that cannot continue downloads checks the document as a whole`() async throws {
        let harness = try harness(pieces: true, store: InMemoryStore([]))
        harness.fetcher.on(first, .document(wrong(at: 20), entityTag: "\"a\""))
        harness.fetcher.on(second, .document(content, entityTag: "\"b\""))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(asked(harness) == ["a.example ", "b.example "])
    }
}

extension Reply {
    /// A server that answers every request with the whole document.
    fileprivate static func withoutRanges(_ content: Data) -> Reply {
        Reply([
            .head(status: 200, fields: HTTPFields([("Content-Length", "\(content.count)")])), .bytes(content),
        ])
    }
}
