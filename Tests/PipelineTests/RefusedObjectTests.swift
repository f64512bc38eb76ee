import CarrelCore
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelTesting
import CurlFetching
import Foundation
import Testing

/// A bucket that refuses one object holds up no other.
@Suite(.timeLimit(.minutes(2)), .enabled(if: ObjectStore.program != nil, "SeaweedFS (weed) is not installed"))
struct RefusedObjectTests {
    private let bucket = RefusingFetcher(CurlFetcher())
    private let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
    private static let names = ["a.txt", "b.txt", "c.txt"]

    private func disk() async throws -> PipelineOnDisk {
        try PipelineOnDisk(
            Self.names.map { ($0, "http://x.example/\($0)") },
            in: try await TestBucket.shared(bucket).client())
    }

    private func serve(_ text: String) {
        for name in Self.names {
            let content = Data("\(text) content of \(name)".utf8)
            fetcher.on("http://x.example/\(name)", .document(content, entityTag: "\"\(text)\""))
        }
    }

    @Test func `a name that the bucket refuses is the failure of its item`() async throws {
        let disk = try await disk()
        serve("first")
        bucket.refuse(["PUT"], "/b.txt")
        for _ in 1...2 {
            let summary = try await disk.pipeline(fetcher).sync()
            #expect(summary.failed == 1)
            #expect(try await disk.store.names() == ["a.txt", "c.txt"])
        }
        bucket.takeAll()
        let summary = try await disk.pipeline(fetcher).sync()
        #expect(summary.new == 1 && summary.failed == 0)
        #expect(try await disk.store.names() == Self.names)
    }

    @Test func `a stored document that the bucket refuses is unreadable, and the others are updated`()
        async throws
    {
        let disk = try await disk()
        serve("first")
        #expect(try await disk.pipeline(fetcher).sync().new == 3)
        serve("second")
        bucket.refuse(["HEAD", "GET"], "/b.txt")
        let summary = try await disk.pipeline(fetcher).sync()
        #expect(summary.updated == 2 && summary.failed == 1)
        var states: [String: Verification.State] = [:]
        try await disk.pipeline(fetcher).verify(repairs: false) { states[$0.name] = $0.state }
        #expect(states == ["a.txt": .intact, "b.txt": .unreadable, "c.txt": .intact])
        bucket.takeAll()
        #expect(try await disk.pipeline(fetcher).sync().updated == 1)
    }

    @Test func `what is set aside and cannot be removed stays on the list, to be discarded again`()
        async throws
    {
        let disk = try PipelineOnDisk(
            [("b.pdf", "http://x.example/b.pdf")], in: try await TestBucket.shared(bucket).client())
        fetcher.on("http://x.example/b.pdf", .content("<!DOCTYPE html><title>Log in</title>"))
        let pipeline = try disk.pipeline(fetcher)
        #expect(try await pipeline.sync().quarantined == 1)
        let listed = try await pipeline.library.quarantinedDocuments()
        bucket.refuse(["DELETE"], "/.carrel/quarantine/")
        await #expect(throws: PipelineError.self) { try await pipeline.discard(listed) }
        #expect(try await pipeline.library.quarantinedDocuments().map(\.token) == listed.map(\.token))
        bucket.takeAll()
        try await pipeline.discard(listed)
        #expect(try await pipeline.library.quarantinedDocuments().isEmpty)
        #expect(try await pipeline.store.quarantine?.quarantinedNames() == [])
    }
}
