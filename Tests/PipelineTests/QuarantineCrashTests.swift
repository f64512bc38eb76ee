import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// What is in the quarantine, or on its way there, survives whatever happens to the process.
@Suite(.timeLimit(.minutes(3))) struct QuarantineCrashTests {
    private static let url = "http://x.example/a.txt"
    private static let login = Data("<!DOCTYPE html><title>Log in</title>".utf8)

    private func disk() throws -> PipelineOnDisk {
        try PipelineOnDisk([("a.txt", Self.url), ("b.pdf", "http://x.example/b.pdf")])
    }

    private func fetcher(_ text: String = "one") -> ScriptedFetcher {
        let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        fetcher.on(Self.url, .document(text, entityTag: "\"\(text)\""))
        fetcher.on("http://x.example/b.pdf", .content(Self.login))
        return fetcher
    }

    /// Does something that ends at each step in turn, and once to the very end; then checks that the bytes are there.
    private func crashEverywhere(
        _ prepare: (PipelineOnDisk) throws -> Void = { _ in }, bytes: Data, name: String,
        _ body: (Pipeline) async throws -> Void
    ) async throws {
        for step in 0..<100 {
            let disk = try disk()
            _ = try await disk.pipeline(fetcher()).sync()
            try prepare(disk)
            let script = CrashScript(at: step)
            try? await body(try disk.pipeline(fetcher(), crash: script))

            let recovered = try disk.pipeline(fetcher())
            try await recovered.recover()
            let place = "step \(step): \(script.steps.last ?? "")"
            let listed = try await recovered.library.quarantinedDocuments()
            let files = try await recovered.store.quarantine?.quarantinedNames() ?? []
            #expect(Set(listed.map(\.token)) == Set(files), "\(place)")
            let stored = try disk.documents()[name] == bytes
            let isListed = try listed.contains {
                try Data(contentsOf: disk.folder.appending(path: ".carrel/quarantine/\($0.token)")) == bytes
            }
            #expect(stored != isListed, "\(place): stored \(stored), listed \(isListed)")
            let recorded = try await recovered.library.document(
                of: PipelineOnDisk.key("http://x.example/" + name))
            if stored, recorded == nil { Issue.record("\(place): \(name) is there without a record") }
            #expect(try await recovered.library.pendingPublications().isEmpty, "\(place)")
            guard script.hasCrashed else { return }
        }
        Issue.record("it has no end")
    }

    @Test func `killed at any step of accepting, what was set aside is stored or still on the list`()
        async throws
    {
        try await crashEverywhere(bytes: Self.login, name: "b.pdf") { pipeline in
            let entry = try #require(try await pipeline.library.quarantinedDocuments().first)
            _ = try await pipeline.accept(entry, title: "b.pdf")
        }
    }

    @Test func `killed at any step of a repair, what stood there is at its name or on the list`()
        async throws
    {
        let edited = Data("one, with my notes".utf8)
        try await crashEverywhere(
            { try damage($0.folder.appending(path: "a.txt"), with: edited) }, bytes: edited, name: "a.txt"
        ) { pipeline in
            try await pipeline.verify(repairs: true) { _ in }
        }
    }

    @Test func `killed at any step while a mixed document is taken back, what was set aside is on the list`()
        async throws
    {
        for step in 0..<150 {
            let disk = try PipelineOnDisk([("a.txt", Self.url)])
            _ = try await disk.pipeline(fetcher()).sync()
            let stray = [Reply.Step.head(status: 200, fields: HTTPFields([("Content-Length", "0")]))]
            let mixed = Reply.document("two", entityTag: "\"two\"").followed(by: stray)
            let fetcher = fetcher()
            fetcher.on(Self.url, mixed, .document("three", entityTag: "\"three\""))
            let script = CrashScript(at: step)
            _ = try? await disk.pipeline(fetcher, crash: script).sync()

            let recovered = try disk.pipeline(self.fetcher())
            try await recovered.recover()
            let listed = Set(try await recovered.library.quarantinedDocuments().map(\.token))
            let files = Set(try await recovered.store.quarantine?.quarantinedNames() ?? [])
            #expect(listed == files, "step \(step): \(script.steps.last ?? "")")
            guard script.hasCrashed else { return }
        }
        Issue.record("it has no end")
    }

    @Test func `what was set aside is kept when the same item is repaired and set aside again`()
        async throws
    {
        let disk = try disk()
        _ = try await disk.pipeline(fetcher()).sync()
        for edit in ["first notes", "second notes"] {
            try damage(disk.folder.appending(path: "a.txt"), with: Data(edit.utf8))
            try await disk.pipeline(fetcher()).verify(repairs: true) { _ in }
            _ = try await disk.pipeline(fetcher()).sync()
        }
        // The item's own next version is nonsense, too: an empty body.
        _ = try await disk.pipeline(fetcher("")).sync()
        let pipeline = try disk.pipeline(fetcher())
        let listed = try await pipeline.library.quarantinedDocuments()
        #expect(
            Set(listed.map(\.token)) == Set(try await pipeline.store.quarantine?.quarantinedNames() ?? []))
        let texts = try listed.filter { $0.key?.item == Self.url }.map {
            try String(
                contentsOf: disk.folder.appending(path: ".carrel/quarantine/\($0.token)"), encoding: .utf8)
        }
        #expect(texts == ["", "second notes", "first notes"])
    }

    @Test func `a file in the quarantine that no record names is listed by a repair`() async throws {
        let disk = try disk()
        let pipeline = try disk.pipeline(fetcher())
        _ = try await pipeline.sync()
        let folder = disk.folder.appending(path: ".carrel/quarantine")
        try Data("a killed process left it".utf8).write(to: folder.appending(path: "a~x1.txt"))
        try Data("nobody knows".utf8).write(to: folder.appending(path: "foreign~z9.bin"))

        var found: [Verification] = []
        try await pipeline.verify(repairs: false) { found.append($0) }
        #expect(found.filter { $0.state == .unlisted }.map(\.name) == ["a~x1.txt", "foreign~z9.bin"])
        try await pipeline.verify(repairs: true) { _ in }
        let listed = try await pipeline.library.quarantinedDocuments()
        #expect(listed.first { $0.token == "a~x1.txt" }?.key == PipelineOnDisk.key(Self.url))
        let foreign = try #require(listed.first { $0.token == "foreign~z9.bin" })
        #expect(foreign.key == nil)
        await #expect(throws: PipelineError.self) { try await pipeline.accept(foreign, title: "") }
        try await pipeline.discard([foreign])
        #expect(try await pipeline.store.quarantine?.quarantinedNames().contains("foreign~z9.bin") == false)
    }

    @Test func `a new version that cannot get its name is one item's failure, also at the next start`()
        async throws
    {
        let disk = try disk()
        _ = try await disk.pipeline(fetcher()).sync()
        // Nothing can be kept in a folder that is a file.
        let versions = disk.folder.appending(path: ".carrel/versions/a.txt")
        try FileManager.default.createDirectory(
            at: versions.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("in the way".utf8).write(to: versions)
        let failed = try await disk.pipeline(fetcher("two")).sync()
        #expect(failed.failed == 1 && failed.quarantined == 1)
        #expect(try disk.documents()["a.txt"] == Data("one".utf8))
        var states: [Verification.State] = []
        try await disk.pipeline(fetcher()).verify(repairs: false) { states.append($0.state) }
        #expect(states == [.intact])

        // Killed before the name was given, it is met by the next start.
        for step in 0..<40 {
            let script = CrashScript(at: step)
            _ = try? await disk.pipeline(fetcher("two"), crash: script).sync()
            let next = try disk.pipeline(fetcher("two"))
            try await next.recover()
            #expect(try await next.sync().failed == 1, "step \(step)")
            guard script.hasCrashed else { break }
        }
        try FileManager.default.removeItem(at: versions)
        #expect(try await disk.pipeline(fetcher("two")).sync().downloaded == 1)
        #expect(try disk.documents()["a.txt"] == Data("two".utf8))
    }
}
