import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Earlier versions of a document that was lost.
@Suite(.timeLimit(.minutes(1))) struct LostVersionsTests {
    @Test func `versions are its own, however often a document that is lost was unchanged before`()
        async throws
    {
        let url = "http://x.example/a.txt"
        let disk = try PipelineOnDisk([("a.txt", url)])
        let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        // More runs than the attempts that are kept of an item.
        for text in ["1"] + Array(repeating: "22", count: 52) {
            fetcher.on(url, .document(Data(text.utf8), entityTag: "\"\(text)\""))
            _ = try await disk.pipeline(fetcher).sync()
        }
        try FileManager.default.removeItem(at: disk.folder.appending(path: "a.txt"))
        let pipeline = try disk.pipeline(fetcher)
        try await pipeline.verify(repairs: true) { _ in }
        _ = try await pipeline.sync()
        #expect(try disk.documents() == ["a.txt": Data("22".utf8)])
        let versions = try await pipeline.store.versions?.versions(ofDocumentNamed: "a.txt")
        #expect(versions?.map(\.size) == [1])
    }
}
