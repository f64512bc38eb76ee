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
        for (number, text) in (["1"] + Array(repeating: "22", count: 52)).enumerated() {
            fetcher.on(url, .document(Data(text.utf8), entityTag: "\"\(text)\""))
            let summary = try await disk.pipeline(fetcher).sync()
            #expect(summary.unchanged == (number < 2 ? 0 : 1))
        }
        try FileManager.default.removeItem(at: disk.folder.appending(path: "a.txt"))
        let pipeline = try disk.pipeline(fetcher)
        var found: [Verification] = []
        try await pipeline.verify(repairs: true) { found.append($0) }
        #expect(found.map(\.state) == [.missing])
        _ = try await pipeline.sync()
        #expect(try disk.documents() == ["a.txt": Data("22".utf8)])
        let versions = try await pipeline.store.versions?.versions(ofDocumentNamed: "a.txt")
        #expect(versions?.map(\.size) == [1])
    }
}
