import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Earlier versions of documents that were lost, whose records were, or that cannot be kept.
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

    @Test func `a new version is not fetched again while the one before cannot be kept`() async throws {
        let url = "http://x.example/a.bin"
        let disk = try PipelineOnDisk([("a.bin", url)])
        let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        func sync(_ byte: UInt8) async throws -> RunSummary {
            let content = Data(repeating: byte, count: 400_000)
            fetcher.on(url, .document(content, entityTag: "\"\(byte)\""))
            let pipeline = try disk.pipeline(fetcher)
            try await pipeline.recover()
            return try await pipeline.sync()
        }
        #expect(try await sync(1).new == 1)
        let versions = disk.folder.appending(path: ".carrel/versions")
        try Data("mine".utf8).write(to: versions)
        for bytes: Int64 in [400_000, 0] {
            let summary = try await sync(2)
            #expect(summary.failed == 1 && summary.bytes == bytes)
        }
        try FileManager.default.removeItem(at: versions)
        let last = try await sync(2)
        #expect(last.updated == 1 && last.bytes == 0)
        #expect(try disk.documents() == ["a.bin": Data(repeating: 2, count: 400_000)])
    }

    @Test func `a document that is newer than its record does not become a version of itself`() async throws {
        let url = "http://x.example/a.txt"
        let disk = try PipelineOnDisk([("a.txt", url)])
        let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        let pipeline = try disk.pipeline(fetcher)
        fetcher.on(url, .document("one", entityTag: "\"1\""))
        _ = try await pipeline.sync()
        let old = try #require(try await pipeline.library.document(of: PipelineOnDisk.key(url)))
        fetcher.on(url, .document("three", entityTag: "\"2\""))
        _ = try await pipeline.sync()
        // As in records from a backup.
        try await pipeline.library.commit([.kept(PipelineOnDisk.key(url), old, reason: "restored")])
        #expect(try await pipeline.sync().failed == 0)
        #expect(try disk.documents() == ["a.txt": Data("three".utf8)])
        #expect(try await pipeline.library.document(of: PipelineOnDisk.key(url))?.size == 5)
        let versions = try await pipeline.store.versions?.versions(ofDocumentNamed: "a.txt")
        #expect(versions?.map(\.size) == [3] && versions?.map(\.isEdited) == [false])
    }
}
