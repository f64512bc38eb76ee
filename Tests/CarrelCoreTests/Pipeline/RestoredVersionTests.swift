import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// What comes after somebody restored a version.
@Suite(.timeLimit(.minutes(1))) struct RestoredVersionTests {
    private static let url = "http://x.example/a.txt"
    private static let name = "C1-a.txt"
    private let harness: PipelineHarness

    init() throws { harness = try PipelineHarness("= C1\nA | \(Self.url)") }

    private func sync(_ content: String, promising sha256: String? = nil) async throws -> RunSummary {
        let promise = sha256.map { "\n% sha-256=\($0)" } ?? ""
        harness.replaceCatalog("= C1\nA | \(Self.url)" + promise)
        harness.fetcher.on(Self.url, .text(content, tag: "\"\(content)\""))
        return try await harness.pipeline.sync()
    }

    private func stored() async throws -> StoredDocument {
        try #require(try await harness.library.document(of: harness.key(Self.url)))
    }

    @Test func `once the server goes back to the restored version, what it sends next is stored`()
        async throws
    {
        #expect(try await sync("one").downloaded == 1)
        #expect(try await sync("two").updated == 1)
        let version = try #require(try harness.store.versions(ofDocumentNamed: Self.name).first)
        _ = try await harness.pipeline.restore(version, of: harness.key(Self.url), title: "A")
        #expect(try await sync("two").unchanged == 1)
        #expect(try await stored().isRestored)
        #expect(harness.content(Self.name) == "one")
        #expect(try await sync("one").unchanged == 1)
        #expect(try await !stored().isRestored)
        #expect(try await sync("two").updated == 1)
        #expect(harness.content(Self.name) == "two")
    }

    @Test(arguments: [false, true])
    func `once the catalogue promises the restored version, what its server has next is stored`(
        isPromised: Bool
    ) async throws {
        #expect(try await sync("one").downloaded == 1)
        let one = try await stored().sha256
        #expect(try await sync("two").updated == 1)
        let two = try await stored().sha256
        let version = try #require(try harness.store.versions(ofDocumentNamed: Self.name).first)
        _ = try await harness.pipeline.restore(version, of: harness.key(Self.url), title: "A")
        let count = harness.fetcher.requests.count
        #expect(try await sync("one", promising: one).unchanged == 1)
        #expect(harness.fetcher.requests.count == count, "it is what is promised")
        #expect(try await !stored().isRestored)
        #expect(try await sync("two", promising: isPromised ? two : nil).updated == 1)
        #expect(harness.content(Self.name) == "two")
    }
}
