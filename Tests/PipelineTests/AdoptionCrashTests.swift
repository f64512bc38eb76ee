import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Files that are taken over survive whatever happens to the process, like downloads.
@Suite(.timeLimit(.minutes(3))) struct AdoptionCrashTests {
    private static let texts = [
        "a.txt": "one", "b.txt": "two", "c.txt": String(repeating: "three", count: 100_000),
    ]

    /// Imports what the library lacks.
    private func importMissing(_ pipeline: Pipeline) async throws -> [AdoptionResult] {
        let listing = try await pipeline.readCatalog(records: true)
        let adoptions = try await pipeline.wanted(in: listing).map { wanted in
            let text = Self.texts[wanted.item.title] ?? ""
            return Adoption(wanted, path: "/found/\(wanted.item.title)") { (take) throws(StoreError) in
                let bytes = Array(text.utf8)
                try bytes.withUnsafeBytes { buffer in
                    Result { () throws(StoreError) in try take(buffer) }
                }.get()
            }
        }
        let results = Locked([AdoptionResult]())
        try await pipeline.adopt(adoptions, at: listing.location, of: listing.catalog) { _, result in
            results.withLock { $0.append(result) }
        }
        return results.value
    }

    @Test
    func `killed at any step of an import, a document is there whole or not at all, and the rest follows`()
        async throws
    {
        for step in 0..<200 {
            let disk = try PipelineOnDisk(
                Self.texts.keys.sorted().map { ($0, "http://x.example/\($0)") })
            let fetcher = ScriptedFetcher(clock: disk.clock)
            let script = CrashScript(at: step)
            _ = try? await importMissing(try disk.pipeline(fetcher, crash: script))

            let recovered = try disk.pipeline(fetcher)
            try await recovered.recover()
            let place = "step \(step): \(script.steps.last ?? "")"
            let there = try disk.documents()
            for (name, text) in Self.texts {
                let key = PipelineOnDisk.key("http://x.example/\(name)")
                let recorded = try await recovered.library.document(of: key)
                #expect((recorded != nil) == (there[name] != nil), "\(place): \(name)")
                #expect(there[name].map { $0 == Data(text.utf8) } ?? true, "\(place): \(name)")
            }
            #expect(try await recovered.library.pendingPublications().isEmpty, "\(place)")
            let rest = try await importMissing(recovered)
            #expect(rest.count == Self.texts.count - there.count, "\(place)")
            #expect(try disk.documents().mapValues { String(decoding: $0, as: UTF8.self) } == Self.texts)
            #expect(fetcher.requests.isEmpty)
            guard script.hasCrashed else {
                #expect(step > 10 && there.count == 3)
                return
            }
        }
        Issue.record("it has no end")
    }

    @Test func `a file that fails, fails alone, and leaves nothing in the store`() async throws {
        let disk = try PipelineOnDisk([
            ("a.txt", "http://x.example/a.txt"), ("b.pdf", "http://x.example/b.pdf"),
        ])
        let pipeline = try disk.pipeline(ScriptedFetcher(clock: disk.clock))
        let listing = try await pipeline.readCatalog(records: true)
        let adoptions = try await pipeline.wanted(in: listing).map { wanted in
            Adoption(wanted, path: "/found/\(wanted.item.title)") { (take) throws(StoreError) in
                let bytes = Array("plain text".utf8)
                try bytes.withUnsafeBytes { buffer in
                    Result { () throws(StoreError) in try take(buffer) }
                }.get()
            }
        }
        let results = Locked([String: AdoptionResult]())
        try await pipeline.adopt(adoptions, at: listing.location, of: listing.catalog) { adoption, result in
            results.withLock { $0[adoption.wanted.item.title] = result }
        }
        guard case .stored = results.value["a.txt"], case .failed = results.value["b.pdf"] else {
            Issue.record("\(results.value)")
            return
        }
        #expect(try disk.documents().keys.sorted() == ["a.txt"])
        let incoming = try FileManager.default.contentsOfDirectory(
            atPath: disk.folder.appending(path: ".carrel/incoming").path)
        #expect(incoming.isEmpty, "\(incoming)")
    }
}
