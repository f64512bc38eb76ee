import CarrelCore
import CarrelTesting
import Foundation
import Testing

/// A library on a disk without letter case.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: CaseInsensitiveDisk.isAvailable, "exfat-fuse, exfatprogs and mounting are needed"))
struct FoldingDiskTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a document whose name somebody wrote in other letters is not called stray`() async throws {
        let exfat = try CaseInsensitiveDisk(in: folder.url)
        let disk = try PipelineOnDisk([("a.txt", "http://x.example/a.txt")], below: exfat.url)
        let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        fetcher.on("http://x.example/a.txt", .content("one"))
        let pipeline = try disk.pipeline(fetcher)
        _ = try await pipeline.sync()
        for (name, other) in [("a.txt", "between"), ("between", "A.TXT")] {
            try FileManager.default.moveItem(
                at: disk.folder.appending(path: name), to: disk.folder.appending(path: other))
        }
        try Data("mine".utf8).write(to: disk.folder.appending(path: "b.txt"))
        var states: [String: Verification.State] = [:]
        try await pipeline.verify(repairs: false) { states[$0.name] = $0.state }
        #expect(states == ["a.txt": .intact, "b.txt": .stray])
        withExtendedLifetime(exfat) {}
    }
}
