import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Documents that get other names, or successors beside them, survive whatever happens to the process.
@Suite(.timeLimit(.minutes(3))) struct MoveCrashTests {
    private static let url = "http://x.example/a.txt"
    private static let key = PipelineOnDisk.key(url)

    private func fetcher(_ text: String = "one") -> ScriptedFetcher {
        let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        fetcher.on(Self.url, .document(text, entityTag: "\"\(text)\""))
        return fetcher
    }

    /// Does something that ends at each step in turn, and once to the very end; then has the next process recover.
    private func crashEverywhere(
        _ body: (PipelineOnDisk, CrashScript) async throws -> Void,
        check: (PipelineOnDisk, Pipeline, String) async throws -> Void
    ) async throws {
        for step in 0..<100 {
            let disk = try PipelineOnDisk([("a.txt", Self.url)])
            for text in ["first", "one"] { _ = try await disk.pipeline(fetcher(text)).sync() }
            let script = CrashScript(at: step)
            try? await body(disk, script)
            let recovered = try disk.pipeline(fetcher())
            try await recovered.recover()
            try await check(disk, recovered, "step \(step): \(script.steps.last ?? "")")
            #expect(try await recovered.library.pendingPublications().isEmpty)
            guard script.hasCrashed else { return }
        }
        Issue.record("it has no end")
    }

    @Test func `killed at any step of a move, the document has the name that is recorded, and its versions`()
        async throws
    {
        try await crashEverywhere { disk, script in
            let pipeline = try disk.pipeline(fetcher(), crash: script)
            let document = try #require(try await pipeline.library.document(of: Self.key))
            _ = try await pipeline.move([
                DocumentMove(key: Self.key, title: "a", document: document, name: "folder/b.txt")
            ])
        } check: { disk, pipeline, place in
            let document = try #require(try await pipeline.library.document(of: Self.key), "\(place)")
            #expect(["a.txt", "folder/b.txt"].contains(document.name), "\(place)")
            #expect(try await pipeline.store.names() == [document.name], "\(place)")
            #expect(
                try await pipeline.store.digest(ofDocumentNamed: document.name) == document.digest, "\(place)"
            )
            let versions = try await pipeline.store.versions?.versions(ofDocumentNamed: document.name)
            #expect(versions?.count == 1, "\(place)")
        }
    }

    @Test func `killed at any step of storing, a new document has no versions of one that had its name`()
        async throws
    {
        try await crashEverywhere { disk, script in
            let known = try disk.pipeline(fetcher())
            let name = try #require(try await known.library.document(of: Self.key)).name
            try await known.library.forget(PipelineOnDisk.location)
            try FileManager.default.removeItem(at: disk.folder.appending(path: name))
            _ = try await disk.pipeline(fetcher("new"), crash: script).sync()
        } check: { disk, pipeline, place in
            guard let document = try await pipeline.library.document(of: Self.key) else { return }
            let versions = try await pipeline.store.versions?.versions(ofDocumentNamed: document.name)
            #expect(versions?.isEmpty == true, "\(place)")
        }
    }

    @Test func `killed at any step while documents change places, each record is that of its own document`()
        async throws
    {
        let other = "http://x.example/b.txt"
        func fetcher(_ a: String, _ b: String) -> ScriptedFetcher {
            let fetcher = self.fetcher(a)
            fetcher.on(other, .document(b, entityTag: "\"\(b)\""))
            return fetcher
        }
        let keys = [Self.key, PipelineOnDisk.key(other)]
        for step in 0..<200 {
            let disk = try PipelineOnDisk([("a.txt", Self.url), ("b.txt", other)])
            for texts in [("a1", "b1"), ("a2", "b2")] {
                _ = try await disk.pipeline(fetcher(texts.0, texts.1)).sync()
            }
            let script = CrashScript(at: step)
            let pipeline = try disk.pipeline(fetcher("a2", "b2"), crash: script)
            var moves: [DocumentMove] = []
            for (key, name) in zip(keys, ["b.txt", "a.txt"]) {
                let document = try #require(try await pipeline.library.document(of: key))
                moves.append(DocumentMove(key: key, title: name, document: document, name: name))
            }
            let refused = try? await pipeline.move(moves)
            let recovered = try disk.pipeline(fetcher("a2", "b2"))
            try await recovered.recover()
            let place = "step \(step): \(script.steps.last ?? "")"
            for (key, text) in zip(keys, ["a", "b"]) {
                let document = try #require(try await recovered.library.document(of: key), "\(place)")
                let file = disk.folder.appending(path: document.name)
                #expect(try Data(contentsOf: file) == Data((text + "2").utf8), "\(place)")
                let versions =
                    try await recovered.store.versions?.versions(ofDocumentNamed: document.name) ?? []
                #expect(versions.count == 1, "\(place)")
                let old = try #require(versions.first)
                let staged = try #require(try await recovered.store.versions?.staged(old))
                #expect(staged.digest.size == 2 && staged.digest != document.digest, "\(place)")
            }
            #expect(try await recovered.store.names().count == 2, "\(place)")
            guard script.hasCrashed else {
                #expect(refused?.isEmpty == true)
                return
            }
        }
        Issue.record("it has no end")
    }

    @Test
    func `killed at any step while exchanged names are recorded, each record is that of its own document`()
        async throws
    {
        let other = "http://x.example/b.txt"
        func fetcher(_ version: Int) -> ScriptedFetcher {
            let fetcher = self.fetcher("a\(version)")
            fetcher.on(other, .document("b-\(version)", entityTag: "\"b\(version)\""))
            return fetcher
        }
        let keys = [Self.key, PipelineOnDisk.key(other)]
        for step in 0..<200 {
            let disk = try PipelineOnDisk([("a.txt", Self.url), ("b.txt", other)])
            for version in 1...2 { _ = try await disk.pipeline(fetcher(version)).sync() }
            for (name, newName) in [("a.txt", "between"), ("b.txt", "a.txt"), ("between", "b.txt")] {
                try FileManager.default.moveItem(
                    at: disk.folder.appending(path: name), to: disk.folder.appending(path: newName))
            }
            let script = CrashScript(at: step)
            _ = try? await disk.pipeline(fetcher(2), crash: script).sync()
            let recovered = try disk.pipeline(fetcher(2))
            try await recovered.recover()
            _ = try await recovered.sync()
            let place = "step \(step): \(script.steps.last ?? "")"
            for (key, text) in zip(keys, ["a2", "b-2"]) {
                let document = try #require(try await recovered.library.document(of: key), "\(place)")
                let file = disk.folder.appending(path: document.name)
                #expect(try Data(contentsOf: file) == Data(text.utf8), "\(place)")
                let versions = try await recovered.store.versions?.versions(ofDocumentNamed: document.name)
                #expect(versions?.map(\.size) == [Int64(text.utf8.count)], "\(place)")
            }
            #expect(try await recovered.store.names().count == 2, "\(place)")
            guard script.hasCrashed else { return }
        }
        Issue.record("it has no end")
    }

    @Test func `killed at any step of an update, what somebody wrote is under its name`() async throws {
        let notes = Data("one, with my notes".utf8)
        try await crashEverywhere { disk, script in
            try notes.write(to: disk.folder.appending(path: "a.txt"))
            _ = try await disk.pipeline(fetcher("two"), crash: script).sync()
        } check: { disk, pipeline, place in
            #expect(try Data(contentsOf: disk.folder.appending(path: "a.txt")) == notes, "\(place)")
            _ = try await disk.pipeline(fetcher("two")).sync()
            let document = try #require(try await pipeline.library.document(of: Self.key), "\(place)")
            #expect(document.name.hasPrefix("a~") && document.editedCopy == "a.txt", "\(place)")
            #expect(try Data(contentsOf: disk.folder.appending(path: "a.txt")) == notes, "\(place)")
            #expect(
                try Data(contentsOf: disk.folder.appending(path: document.name)) == Data("two".utf8),
                "\(place)")
            #expect(try await pipeline.store.names().count == 2, "\(place)")
        }
    }
}
