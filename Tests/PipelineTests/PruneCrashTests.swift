import CarrelCore
import CarrelFiles
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Documents that are removed for good leave no name behind, whatever happens to the process.
@Suite(.timeLimit(.minutes(2))) struct PruneCrashTests {
    private static let url = "http://x.example/a.txt"
    private static let key = PipelineOnDisk.key(url)
    private static let pruning = Desk.Pruning([.ignored])

    private func fetcher() -> ScriptedFetcher {
        let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        fetcher.on(Self.url, .document("one", entityTag: "\"one\""))
        return fetcher
    }

    /// A library with a document that is ignored.
    private func disk() async throws -> PipelineOnDisk {
        let disk = try PipelineOnDisk([("a.txt", Self.url)])
        let pipeline = try disk.pipeline(fetcher())
        _ = try await pipeline.sync()
        try await pipeline.library.setIgnored(true, [Self.key], patterns: [])
        return disk
    }

    private func prune(_ pipeline: Pipeline) async throws {
        let desk = Desk(over: pipeline)
        _ = try await desk.prune(try await desk.prunable(Self.pruning).entries, of: Self.pruning)
    }

    @Test func `killed at any step, no document is there without its record, and none is missing later`()
        async throws
    {
        for step in 0..<40 {
            let (disk, script) = (try await disk(), CrashScript(at: step))
            try? await prune(try disk.pipeline(fetcher(), crash: script))
            let next = try disk.pipeline(fetcher())
            let place = "step \(step): \(script.steps.last ?? "")"
            let isRecorded = try await next.library.document(of: Self.key) != nil
            #expect(try await next.store.names().isEmpty || isRecorded, "\(place)")
            try await next.recover()
            let (known, names) = (
                try await next.library.document(of: Self.key), try await next.store.names()
            )
            #expect((known == nil) == names.isEmpty, "\(place): none is missing")
            #expect(try await next.library.pendingPublications().isEmpty, "\(place)")
            try await prune(next)
            #expect(try await next.library.document(of: Self.key) == nil, "\(place)")
            #expect(try await next.store.names().isEmpty, "\(place)")
            guard script.hasCrashed else { return }
        }
        Issue.record("it has no end")
    }

    /// Notes that the document is about to be removed.
    private func noteRemoval(in disk: PipelineOnDisk) async throws {
        let library = try disk.pipeline(fetcher()).library
        let document = try #require(try await library.document(of: Self.key))
        let staged = try disk.store.staged(documentNamed: document.name, holding: document.digest)
        let note = Publication(document: staged, in: .removal, name: document.name)
        try await library.commit([.moved(Self.key, to: document.name, note)])
    }

    @Test func `what a killed one had noted and not removed stays until somebody prunes again`()
        async throws
    {
        let disk = try await disk()
        try await noteRemoval(in: disk)
        let script = CrashScript(at: .max)
        let next = try disk.pipeline(fetcher(), crash: script)
        try await next.recover()
        #expect(!script.steps.contains { $0.contains("removing") }, "\(script.steps)")
        #expect(try await next.store.names() == ["a.txt"])
        #expect(try await next.library.document(of: Self.key) != nil)
        #expect(try await next.library.pendingPublications().isEmpty)
        try await prune(next)
        #expect(try await next.store.names().isEmpty)
    }

    @Test func `killed before the versions of a document are gone, none of them is left by the next start`()
        async throws
    {
        let (disk, server) = (try PipelineOnDisk([("a.txt", Self.url)]), fetcher())
        for text in ["one", "two"] {
            server.on(Self.url, .document(Data(text.utf8), entityTag: "\"\(text)\""))
            _ = try await disk.pipeline(server).sync()
        }
        try await noteRemoval(in: disk)
        try FileManager.default.removeItem(at: disk.folder.appending(path: "a.txt"))
        let next = try disk.pipeline(fetcher())
        let versions = try #require(next.store.versions)
        #expect(try await versions.namesWithVersions(among: nil) == ["a.txt"])
        try await next.recover()
        #expect(try await versions.namesWithVersions(among: nil).isEmpty)
        #expect(try await next.library.document(of: Self.key) == nil)
    }

    @Test func `a document that somebody renames after a kill is known until somebody prunes again`()
        async throws
    {
        let disk = try await disk()
        try await noteRemoval(in: disk)
        try FileManager.default.moveItem(
            at: disk.folder.appending(path: "a.txt"), to: disk.folder.appending(path: "saved.txt"))
        let next = try disk.pipeline(fetcher())
        try await next.recover()
        #expect(try await next.renamedDocuments() == ["a.txt": "saved.txt"])
        #expect(try await next.library.pendingPublications().isEmpty)
        try await prune(next)
        #expect(try await next.store.names().isEmpty)
    }

    @Test func `a copy that somebody made is not taken for a document that a killed one had removed`()
        async throws
    {
        let disk = try await disk()
        try await noteRemoval(in: disk)
        let copy = disk.folder.appending(path: "mine.txt")
        try FileManager.default.moveItem(at: disk.folder.appending(path: "a.txt"), to: copy)
        // Only a file that was moved has its time still.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: copy.path)
        let next = try disk.pipeline(fetcher())
        try await next.recover()
        #expect(try await next.library.document(of: Self.key) == nil)
        try await prune(next)
        #expect(try await next.store.names() == ["mine.txt"])
    }

    @Test func `what a killed one had removed is looked for again where the files could not be listed`()
        async throws
    {
        let disk = try await disk()
        try await noteRemoval(in: disk)
        try FileManager.default.removeItem(at: disk.folder.appending(path: "a.txt"))
        let next = try disk.pipeline(fetcher())
        let failing: SystemFaults.Failing = { call, path in
            call == .list && path.hasSuffix(disk.folder.lastPathComponent) ? EIO : nil
        }
        try await SystemFaults.failing.withValue(failing) { try await next.recover() }
        #expect(try await next.library.document(of: Self.key) != nil)
        #expect(try await next.library.pendingPublications().count == 1)
        try await next.recover()
        #expect(try await next.library.document(of: Self.key) == nil)
        #expect(try await next.library.pendingPublications().isEmpty)
    }

    @Test
    func `killed at any step, a catalogue that is removed with its files is known while one of them is left`()
        async throws
    {
        for step in 0..<40 {
            let (disk, script) = (try await disk(), CrashScript(at: step))
            _ = try? await Desk(over: try disk.pipeline(fetcher(), crash: script))
                .remove(PipelineOnDisk.location, withFiles: true)
            let next = try disk.pipeline(fetcher())
            let place = "step \(step): \(script.steps.last ?? "")"
            let isKnown = try await !next.library.locations().isEmpty
            #expect(try await next.store.names().isEmpty || isKnown, "\(place)")
            _ = try await Desk(over: next).remove(PipelineOnDisk.location, withFiles: true)
            #expect(try await next.store.names().isEmpty, "\(place)")
            #expect(try await next.library.locations().isEmpty, "\(place)")
            guard script.hasCrashed else { return }
        }
        Issue.record("it has no end")
    }

    @Test func `how many were removed is known wherever it ends`() async throws {
        let other = "http://x.example/b.txt"
        var told = Set<Int>()
        for step in 0..<60 {
            let disk = try PipelineOnDisk([("a.txt", Self.url), ("b.txt", other)])
            let server = fetcher()
            server.on(other, .document("two", entityTag: "\"two\""))
            let pipeline = try disk.pipeline(server)
            _ = try await pipeline.sync()
            try await pipeline.library.setIgnored(
                true, [Self.key, PipelineOnDisk.key(other)], patterns: [])
            let script = CrashScript(at: step)
            let desk = Desk(over: try disk.pipeline(server, crash: script))
            let found = try? await desk.prunable(Self.pruning).entries
            let pruned = try? await desk.prune(found ?? [], of: Self.pruning)
            told.insert(pruned?.removed.count ?? 0)
            guard script.hasCrashed else {
                #expect(pruned?.removed.count == 2 && pruned?.failure == nil && told == [0, 1, 2])
                return
            }
        }
        Issue.record("it has no end")
    }

    @Test func `that a document is gone is durable before the record says so`() async throws {
        let script = CrashScript(at: .max)
        try await prune(try await disk().pipeline(fetcher(), crash: script))
        #expect(
            script.steps.suffix(6) == [
                "before removing a.txt", "after removing a.txt", "before the flush", "after the flush",
                "before the record", "after the record",
            ])
    }
}
