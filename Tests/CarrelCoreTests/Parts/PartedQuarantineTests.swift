import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import CatalogFormParsing
import Foundation
import Testing

@testable import CarrelCore

/// What was set aside of a catalogue that is read in parts.
@Suite(.timeLimit(.minutes(1))) struct PartedQuarantineTests {
    private static let url = "http://x.example/a.pdf"

    private func harness() throws -> PipelineHarness {
        var harness = try PipelineHarness("", template: "{basename}")
        harness.pipeline.parsers = .only("carrel", CatalogFormParser())
        harness.pipeline.partSize = 2
        return harness
    }

    /// Puts the catalogue in place, as one that has changed.
    private func put(version: Int, into harness: PipelineHarness) {
        let text = """
            {"carrel": 1, "title": "Version \(version)"}
            {"type": "item", "title": "A", "url": "\(Self.url)"}
            """
        harness.source.replace(with: [.list(text, tag: "\"\(version)\"", inPiecesOf: 60)])
    }

    @Test func `what was set aside goes when its server calls the stored one right`() async throws {
        let harness = try harness()
        let right = Reply.document("%PDF-1.4 a document", entityTag: "\"1\"")
        let page = Data("<!DOCTYPE html><title>Please log in</title>".utf8)
        harness.fetcher.on(Self.url, right, .content(page), right)
        var summaries: [RunSummary] = []
        var setAside: [Int] = []
        for version in 1...3 {
            put(version: version, into: harness)
            summaries.append(try await harness.pipeline.sync())
            setAside.append(try await harness.library.quarantinedDocuments().count)
        }
        #expect(summaries.map(\.downloaded) == [1, 0, 0] && summaries.map(\.quarantined) == [0, 1, 0])
        #expect(summaries.last?.unchanged == 1)
        #expect(setAside == [0, 1, 0] && harness.store.quarantined.isEmpty)
    }
}
