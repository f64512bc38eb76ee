import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PlanPlugins
import Testing

/// Verification tells what is wrong with each document, and what another process is at.
@Suite(.timeLimit(.minutes(1))) struct VerifyTests {
    private let a = "http://x.example/a.txt"
    private let b = "http://x.example/b.txt"

    private func states(_ pipeline: Pipeline) async throws -> [String] {
        var states: [String] = []
        try await pipeline.verify(repairs: false) { states.append("\($0.name): \($0.state)") }
        return states
    }

    /// A library with two documents, over a store that does something before a document is read for the first time.
    private func harness(
        beforeReading: @escaping @Sendable (PipelineHarness) async throws -> Void
    ) async throws -> PipelineHarness {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.fetcher.on(a, .text("one"), .text("two", tag: "\"2\""))
        harness.fetcher.on(b, .text("b"))
        _ = try await harness.pipeline.sync()
        var watched = harness
        let store = WatchedStore(harness.store) { try await beforeReading(harness) }
        watched.pipeline.store = store
        return watched
    }

    @Test func `a document that a sync replaces meanwhile is no damage`() async throws {
        let harness = try await harness { _ = try await $0.pipeline.sync() }
        #expect(try await states(harness.pipeline) == ["C1-a.txt: intact", "C1-b.txt: intact"])
        #expect(harness.content("C1-a.txt") == "two")
    }

    @Test func `a document that a sync stores meanwhile is no stray`() async throws {
        let c = "http://x.example/c.txt"
        let harness = try await harness { harness in
            harness.replaceCatalog("= C1\nA | http://x.example/a.txt\nC | http://x.example/c.txt")
            _ = try await harness.pipeline.sync()
        }
        harness.fetcher.on(c, .text("c"))
        #expect(try await !states(harness.pipeline).contains { $0.hasSuffix("stray") })
    }

    @Test func `a document whose new version is recorded and not named yet is being changed`() async throws {
        let harness = try await harness { _ in }
        let store = harness.store
        let content = DocumentContent(key: harness.key(a), bytes: Array("two".utf8))
        let staged = try #require(store.stage([content]).first).get()
        let old = try #require(try await harness.library.document(of: harness.key(a)))
        var new = old
        (new.size, new.sha256) = (staged.digest.size, staged.digest.sha256)
        let publication = Publication(document: staged, name: "C1-a.txt", replaces: old.digest)
        try await harness.library.commit([.stored(harness.key(a), title: "A", new, publication)])
        #expect(try await states(harness.pipeline) == ["C1-a.txt: changing", "C1-b.txt: intact"])
    }

    @Test func `what a run could not name is not being changed once nobody writes`() async throws {
        let harness = try await harness { _ in }
        try await leaveUnnamed(in: harness)
        let found = Recorder<Verification>()
        try await Desk(over: harness.pipeline).verify { found.append($0) }
        #expect(found.elements.map(\.state) == [.changing, .missing])
        #expect(found.elements.allSatisfy { $0.reason?.contains("could not be given its name") == true })
    }

    @Test func `whether anybody writes is asked once if nobody does`() async throws {
        let harness = try await harness { _ in }
        try await leaveUnnamed(in: harness)
        for (isWritten, count) in [(false, 1), (true, 2)] {
            let asked = Recorder<Bool>()
            try await harness.pipeline.verify(
                repairs: false, report: { _ in },
                isWritten: {
                    asked.append(isWritten)
                    return isWritten
                })
            #expect(asked.elements.count == count)
        }
    }

    /// Leaves an update of one document and all of the other recorded, and without their names.
    private func leaveUnnamed(in harness: PipelineHarness) async throws {
        for (url, name) in [(a, "C1-a.txt"), (b, "C1-b.txt")] {
            let content = DocumentContent(key: harness.key(url), bytes: Array("three".utf8))
            let staged = try #require(harness.store.stage([content]).first).get()
            let old = try #require(try await harness.library.document(of: harness.key(url)))
            var new = old
            (new.size, new.sha256) = (staged.digest.size, staged.digest.sha256)
            let publication = Publication(
                document: staged, name: name, replaces: url == a ? old.digest : nil)
            try await harness.library.commit([.stored(harness.key(url), title: name, new, publication)])
        }
        harness.store.tamper(with: "C1-b.txt", content: nil)
    }

    @Test func `what is damaged, missing or unreadable stops no other`() async throws {
        let harness = try await harness { _ in
            throw StoreError(.system, subject: "C1-a.txt", reason: "Input/output error")
        }
        harness.store.tamper(with: "C1-b.txt", content: nil)
        #expect(try await states(harness.pipeline) == ["C1-a.txt: unreadable", "C1-b.txt: missing"])
        var results: [Verification] = []
        try await harness.pipeline.verify(repairs: true) { results.append($0) }
        #expect(results.map(\.isRepaired) == [true, true])
        #expect(harness.store.names().isEmpty && harness.store.quarantined.count == 1)
        #expect(try await harness.library.quarantinedDocuments().first?.wasStored == true)
    }

    @Test(arguments: [StoreError.Code.readOnly, .system])
    func `what may not be read, or was edited and cannot be, stays when the library is repaired`(
        code: StoreError.Code
    ) async throws {
        let harness = try await harness { _ in
            throw StoreError(code, subject: "C1-a.txt", reason: "could not be read", remedy: "Read it")
        }
        if code == .system { harness.store.edit("C1-a.txt", content: Array("my notes".utf8)) }
        var results: [Verification] = []
        try await harness.pipeline.verify(repairs: true) { results.append($0) }
        #expect(results.map(\.state) == [.unreadable, .intact])
        #expect(results.map(\.isFault) == [true, false] && results.map(\.isRepaired) == [false, false])
        #expect(results.first?.reason == "could not be read. Read it")
        #expect(harness.store.names().count == 2 && harness.store.quarantined.isEmpty)
        #expect(try await harness.library.document(of: harness.key(a))?.name == "C1-a.txt")
    }

    @Test func `a foreign file that cannot be read costs nobody but itself`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.fetcher.on(a, .text("one"))
        harness.fetcher.on(b, .text("two"))
        // As long as the document that wants its name.
        harness.store.tamper(with: "C1-a.txt", content: Array("mine".utf8).dropLast())
        var pipeline = harness.pipeline
        pipeline.store = WatchedStore(harness.store) {
            throw StoreError(.readOnly, subject: "C1-a.txt", reason: "Permission denied")
        }
        let summary = try await pipeline.sync()
        #expect(summary.downloaded == 2 && summary.failed == 0)
        #expect(harness.content("C1-a.txt") == "min" && harness.store.names().count == 3)
    }

    @Test func `a fast verification reads only what does not seem to be as recorded`() async throws {
        let isRead = Locked(false)
        let harness = try await harness { _ in isRead.withLock { $0 = true } }
        var states: [String] = []
        try await harness.pipeline.verify(repairs: false, isFast: true) { states.append("\($0.state)") }
        #expect(states == ["intact", "intact"])
        #expect(!isRead.value)
        harness.store.edit("C1-a.txt", content: Array("eno".utf8))
        harness.store.tamper(with: "C1-b.txt", content: nil)
        states = []
        try await harness.pipeline.verify(repairs: false, isFast: true) { states.append("\($0.state)") }
        #expect(states == ["edited", "missing"])
        #expect(isRead.value)
    }

    @Test func `what cannot be set aside stays recorded when the library is repaired`() async throws {
        let reads = Locked(0)
        let harness = try await harness { harness in
            let isLast = reads.withLock { count in
                count += 1
                return count == 2
            }
            // It changes again once it has been looked at.
            if isLast { harness.store.tamper(with: "C1-a.txt", content: [9, 9]) }
        }
        harness.store.tamper(with: "C1-a.txt", content: [9])
        var results: [Verification] = []
        try await harness.pipeline.verify(repairs: true) { results.append($0) }
        #expect(results.map(\.state) == [.damaged, .intact] && results.allSatisfy { !$0.isRepaired })
        #expect(results.first?.reason == "it has changed since")
        let memory = try await harness.library.memory(of: harness.source.location)["C1", a]
        #expect(memory.document?.name == "C1-a.txt" && memory.lastFailure == nil)
        #expect(harness.store.quarantined.isEmpty)
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
    }

    @Test func `what nothing could fetch again stays as it is when the library is repaired`() async throws {
        let harness = try await harness { _ in }
        try await harness.library.setIgnored(true, [harness.key(a)], patterns: [])
        harness.replaceCatalog("= C1\nA | \(a)")
        _ = try await harness.pipeline.sync()
        for name in ["C1-a.txt", "C1-b.txt"] { harness.store.tamper(with: name, content: []) }
        var results: [Verification] = []
        try await harness.pipeline.verify(repairs: true) { results.append($0) }
        #expect(results.map(\.state) == [.damaged, .damaged])
        #expect(results.map(\.isRepaired) == [false, false])
        let reasons = results.compactMap(\.reason)
        #expect(reasons.first?.hasSuffix("it is ignored") == true, "\(reasons)")
        #expect(reasons.last?.hasSuffix("it is no longer listed") == true, "\(reasons)")
        #expect(harness.store.names().count == 2 && harness.store.quarantined.isEmpty)
        let view = try await LibraryView(harness.pipeline)
        #expect(view.allRows.map(\.isOrphaned) == [false, true])
    }

    @Test func `what removes the record of a missing document that nothing could fetch again is said`()
        async throws
    {
        let harness = try await harness { _ in }
        try await harness.library.setIgnored(true, [harness.key(a)], patterns: [])
        harness.replaceCatalog("= C1\nA | \(a)")
        _ = try await harness.pipeline.sync()
        for name in ["C1-a.txt", "C1-b.txt"] { harness.store.tamper(with: name, content: nil) }
        var results: [Verification] = []
        try await harness.pipeline.verify(repairs: true) { results.append($0) }
        #expect(results.map(\.state) == [.missing, .missing])
        let reasons = results.compactMap(\.reason)
        #expect(reasons.first?.hasSuffix("; carrel prune --ignored removes its record") == true, "\(reasons)")
        #expect(reasons.last?.hasSuffix("; carrel prune --orphaned removes its record") == true, "\(reasons)")
    }

    @Test func `what is fetched on demand is not promised to be fetched by a sync`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .text("one"))
        _ = try await harness.pipeline.sync()
        harness.store.tamper(with: "C1-a.txt", content: [])
        var pipeline = harness.pipeline
        pipeline.planner = OnDemandPlanner()
        var results: [Verification] = []
        try await harness.pipeline.verify(repairs: true, others: [harness.source.location: pipeline]) {
            results.append($0)
        }
        #expect(results.first?.isRepaired == true && results.first?.isFetchedOnRequest == true)
        #expect(harness.store.quarantined.count == 1)
    }
}
