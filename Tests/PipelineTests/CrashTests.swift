import CarrelCore
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelTesting
import CurlFetching
import Foundation
import Testing

/// A process that ends at any step leaves nothing half done, and the next one finishes the work.
@Suite(.timeLimit(.minutes(5))) struct CrashTests {
    private struct Document {
        var name: String
        var versions: [Data]
        var url: String { "http://x.example/\(name)" }
    }

    /// Small ones, one that changes, one large enough to be written in pieces, and one that is never right.
    private static let documents: [Document] =
        (0..<6).map { Document(name: "small\($0).txt", versions: [bytes(900 + $0, seed: $0)]) }
        + [
            Document(name: "changing.txt", versions: [bytes(1000, seed: 7), bytes(1200, seed: 8)]),
            Document(name: "large.bin", versions: [bytes(700_000, seed: 9), bytes(800_000, seed: 10)]),
        ]
    private static let login = Data("<!DOCTYPE html><title>Log in</title>".utf8)

    private static func bytes(_ count: Int, seed: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed &* 131) &* 31 >> 3) })
    }

    private func fetcher(version: Int) -> ScriptedFetcher {
        let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        for document in Self.documents {
            let index = min(version, document.versions.count - 1)
            fetcher.on(document.url, .document(document.versions[index], entityTag: "\"\(index)\""))
        }
        fetcher.on("http://x.example/login.pdf", .content(Self.login))
        return fetcher
    }

    private func disk(in bucket: S3Client?) throws -> PipelineOnDisk {
        try PipelineOnDisk(
            Self.documents.map { ($0.name, $0.url) } + [("login.pdf", "http://x.example/login.pdf")],
            in: bucket)
    }

    /// Runs until the end at each step in turn, or at every few, and once to the very end.
    ///
    /// - Returns: the names of the steps at which a run ended.
    private func crashEverywhere(
        firstVersion: Int?, every stride: Int = 1, in bucket: S3Client? = nil
    ) async throws -> Set<String> {
        var ends = Set<String>()
        let versions = Dictionary(uniqueKeysWithValues: Self.documents.map { ($0.name, $0.versions) })
        var step = 0
        while true {
            let disk = try disk(in: bucket)
            if let firstVersion { _ = try await disk.pipeline(fetcher(version: firstVersion)).sync() }
            let script = CrashScript(at: step)
            _ = try? await disk.pipeline(fetcher(version: 1), crash: script).sync()

            let recovered = try disk.pipeline(fetcher(version: 1))
            try await recovered.recover()
            try await LibraryGuarantees.check(recovered, versions: versions)
            let memory = try await recovered.library.memory(of: PipelineOnDisk.location)
            let current = Self.documents.count { document in
                memory["C1", document.url].document?.size == document.versions.last.map { Int64($0.count) }
            }
            let summary = try await recovered.sync()
            #expect(
                summary.downloaded == Self.documents.count - current,
                "step \(step): \(script.steps.last ?? "")")
            #expect(summary.quarantined == 1)
            try await LibraryGuarantees.check(recovered, versions: versions.mapValues { $0.suffix(1) })
            #expect(try await recovered.store.names().count == Self.documents.count)

            guard script.hasCrashed else { return ends }
            ends.insert(script.steps.last?.split(separator: " ").prefix(3).joined(separator: " ") ?? "")
            step += stride
            try #require(step < 500, "a run has no end")
        }
    }

    @Test func `killed at any step of a first run`() async throws {
        let ends = try await crashEverywhere(firstVersion: nil)
        // Groups form by themselves, so a step that comes once a run may fall between two numbers.
        for end in [
            "before staging", "before the flush", "after the flush", "before the record", "after the record",
            "before naming",
        ] { #expect(ends.contains(end), "no run ended \(end)") }
    }

    @Test func `killed at any step of an update`() async throws {
        _ = try await crashEverywhere(firstVersion: 0)
    }

    @Test(.enabled(if: ObjectStore.program != nil, "SeaweedFS (weed) is not installed"), arguments: [nil, 0])
    func `killed at a step of a run whose documents go into a bucket`(firstVersion: Int?) async throws {
        let bucket = try await TestBucket.shared(CurlFetcher()).client()
        // A document takes another number of steps, so they are of many kinds.
        let ends = try await crashEverywhere(firstVersion: firstVersion, every: 5, in: bucket)
        #expect(ends.count >= 4, "the runs ended \(ends)")
    }
}
