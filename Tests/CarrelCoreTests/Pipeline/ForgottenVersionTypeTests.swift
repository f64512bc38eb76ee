import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Earlier versions that no recorded try brought: earlier versions of Carrel did not note what came, and only the last tries
/// are kept.
@Suite(.timeLimit(.minutes(1))) struct ForgottenVersionTypeTests {
    private static let url = "http://x.example/a.txt"

    @Test(arguments: [
        ("text/plain; charset=iso-8859-2", true), ("text/plain; charset=utf-8", false), ("text/plain", false),
    ])
    func `a version is called as the document unless something came under another media type`(
        mediaType: String, isTaken: Bool
    ) async throws {
        let latin2 = "text/plain; charset=iso-8859-2"
        let harness = try PipelineHarness("= C1\nA | \(Self.url)")
        harness.fetcher.on(
            Self.url, .document("one", entityTag: "\"1\"", mediaType: mediaType),
            .document("two", entityTag: "\"2\"", mediaType: latin2))
        for _ in 1...2 { _ = try await harness.pipeline.sync() }
        let key = harness.key(Self.url)
        let document = try #require(try await harness.library.document(of: key))
        #expect(document.mediaType == MediaType(latin2))
        let version = DocumentVersion(
            of: document.name, name: "version", number: 1, size: 4, recordedBeginning: "0123456789abcdef")
        let found = try await harness.library.mediaType(of: version, before: document, of: key)
        #expect(found == (isTaken ? document.mediaType : nil))
    }
}
