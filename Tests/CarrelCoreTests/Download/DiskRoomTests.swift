import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Documents that are too large for what is free on the library's disk.
@Suite(.timeLimit(.minutes(1))) struct DiskRoomTests {
    private let mebibyte: Int64 = 1 << 20
    private let large = "http://x.example/large.txt"
    private let small = "http://x.example/small.txt"
    private let content = Data(repeating: 0x61, count: 8 << 20)

    private func harness(free mebibytes: Int64) throws -> PipelineHarness {
        let harness = try PipelineHarness("= C1\nLarge | \(large)\nSmall | \(small)")
        harness.fetcher.on(small, .text("small"))
        harness.store.setFreeSpace(mebibytes << 20)
        return harness
    }

    // MARK: Claims

    @Test func `what is claimed is not there for others until it is given back`() async throws {
        let store = InMemoryStore()
        store.setFreeSpace(10 * mebibyte)
        let room = DiskRoom(store)
        await room.look()
        let first = try #require(try room.claim(6 * mebibyte, leaving: 2 * mebibyte))
        let error = try #require(throws: TooLittleRoom.self) {
            try room.claim(4 * mebibyte, leaving: 2 * mebibyte)
        }
        #expect(
            "\(error)"
                == "4.00 MiB are to come, and only 2.00 MiB are free for it. "
                + "Free some space, or lower store.reserve")
        #expect(!error.isFull)
        room.end(first)
        #expect(try room.claim(8 * mebibyte, leaving: 2 * mebibyte) != nil)
    }

    @Test func `what has come is no longer claimed, because it is no longer free`() async throws {
        let store = InMemoryStore()
        store.setFreeSpace(10 * mebibyte)
        let room = DiskRoom(store)
        await room.look()
        let first = try #require(try room.claim(6 * mebibyte, leaving: 0))
        room.note(Int(5 * mebibyte), of: first)
        store.setFreeSpace(5 * mebibyte)
        await room.look()
        #expect(throws: TooLittleRoom.self) { try room.claim(5 * mebibyte, leaving: 0) }
        #expect(try room.claim(4 * mebibyte, leaving: 0) != nil)
    }

    @Test func `where nobody knows what is free, everything has room`() async throws {
        let room = DiskRoom(InMemoryStore())
        await room.look()
        #expect(try room.claim(1 << 50, leaving: 0) != nil)
    }

    // MARK: Runs

    @Test func `a document that does not fit is left out, and the others come`() async throws {
        let harness = try harness(free: 5)
        harness.fetcher.on(large, .document(content))
        let summary = try await harness.pipeline.sync()
        #expect(summary.failed == 1 && summary.downloaded == 1 && summary.bytes < mebibyte)
        #expect(harness.store.names() == ["C1-small.txt"])
        #expect(
            harness.events.lines.contains {
                $0.hasPrefix("failed: Large: 8.00 MiB are to come, and only 5.00 MiB are free for it")
            }, "\(harness.events.lines)")
        harness.store.setFreeSpace(9 << 20)
        #expect(try await harness.pipeline.sync().downloaded == 1)
    }

    @Test func `of a document that is continued only the rest needs room`() async throws {
        var harness = try harness(free: 9)
        let head = HTTPFields([("Content-Length", "\(content.count)"), ("ETag", "\"1\"")])
        harness.fetcher.on(
            large,
            Reply([
                .head(status: 200, fields: head), .bytes(content.prefix(5 << 20)),
                .fail(.truncated, reason: "closed"),
            ]), .document(content, entityTag: "\"1\""))
        harness.pipeline.downloads.queueLimits.retries = 0
        #expect(try await harness.pipeline.sync().failed == 1)
        harness.store.setFreeSpace(2 << 20)
        #expect(try await harness.pipeline.sync().failed == 1)
        harness.store.setFreeSpace(4 << 20)
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.fetcher.requests(for: large).last?.fields["Range"] == "bytes=\(5 << 20)-")
        #expect(harness.store.documents["C1-large.txt"] == [UInt8](content))
    }

    @Test func `a disk with no room for anything ends the run`() async throws {
        let harness = try harness(free: 0)
        harness.fetcher.on(large, .document(content))
        let error = try await #require(throws: PipelineError.self) { try await harness.pipeline.sync() }
        guard case .library(let reason) = error else { throw error }
        #expect(reason.code == .full && reason.reason.hasPrefix("8.00 MiB are to come"))
    }
}
