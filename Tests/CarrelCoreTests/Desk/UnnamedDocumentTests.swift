import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Documents that are recorded and wait for their names, because a worker died or sleeps: nobody wrote into them.
@Suite(.timeLimit(.minutes(1))) struct UnnamedDocumentTests {
    private static let url = "http://x.example/a.txt"
    private let harness: PipelineHarness
    /// Of a library whose machines share its jobs: it leaves names to the workers.
    private let desk: Desk
    private var key: ItemKey { harness.key(Self.url) }

    init() throws {
        let harness = try PipelineHarness("= C1\nA | \(Self.url)")
        harness.fetcher.on(Self.url, .text("one"))
        var shared = harness.pipeline
        shared.queues = PostingQueues(queues: shared.queues, posted: PostedQueue())
        (self.harness, desk) = (harness, Desk(over: shared))
    }

    /// Stores a version that somebody looks at, and records another one that does not get its name.
    private func leave(_ text: String) async throws {
        _ = try await Desk(over: harness.pipeline).sync()
        await desk.noteView(of: key)
        var document = try #require(try await harness.library.document(of: key))
        let content = DocumentContent(key: key, bytes: Array(text.utf8))
        let staged = try #require(harness.store.stage([content]).first).get()
        let publication = Publication(document: staged, name: document.name, replaces: document.digest)
        (document.size, document.sha256) = (staged.digest.size, staged.digest.sha256)
        document.fileTime = staged.fileTime
        try await harness.library.commit([.stored(key, title: "A", document, publication)], settling: [])
    }

    private func row() async throws -> LibraryView.Row {
        try #require(try await desk.view().allRows.first { $0.key == key })
    }

    @Test(arguments: ["two", "the second version"])
    func `a new version that waits for its name is not told as an edit`(text: String) async throws {
        try await leave(text)
        let waiting = try await row()
        #expect(waiting.isUnnamed && !waiting.isEdited && waiting.isStored)
        #expect(waiting.state == "stored, updated, waits for its name")
        let history = try await desk.history(of: waiting, in: try await desk.view(), limit: 1)
        #expect(history.isUnnamed && !history.isEdited)
        try await harness.pipeline.recover()
        let named = try await row()
        #expect(named.state == "stored, updated")
        harness.store.edit("C1-a.txt", content: Array("with notes".utf8))
        #expect(try await row().state == "stored, updated, changed on disk")
    }

    @Test func `a first version that waits for its name is not told as missing`() async throws {
        try await harness.leavePublication(of: Self.url)
        let waiting = try await row()
        #expect(waiting.isUnnamed && waiting.isMissing && !waiting.isStored)
        #expect(waiting.state.hasPrefix("waits for its name"), "\(waiting.state)")
    }

    @Test func `what an event tells of a later version replaces that the last one waited`() async throws {
        try await leave("two")
        let waiting = try await row()
        #expect(waiting.now(nil).isUnnamed)
        let document = try #require(waiting.document)
        #expect(waiting.now(.stored(document, .updated)).state == "stored, updated")
    }

    @Test func `who is shown the version before has not looked at the one that waits`() async throws {
        try await leave("two")
        await desk.noteView(of: try await row())
        #expect(try await row().news == .updated)
        try await harness.pipeline.recover()
        await desk.noteView(of: try await row())
        #expect(try await row().news == nil)
    }

    @Test func `among the versions it is the stored one, and nobody's edit`() async throws {
        try await leave("two")
        let waiting = try #require(try await desk.versions(of: key).last)
        #expect(waiting.isUnnamed && !waiting.isEdited && waiting.number == nil)
        #expect(try await waiting.digest == harness.library.document(of: key)?.digest)
        try await harness.pipeline.recover()
        let versions = try await desk.versions(of: key)
        #expect(versions.map(\.number) == [1, nil] && versions.map(\.isUnnamed) == [false, false])
    }

    @Test func `it stays where others are pruned, and goes once it has its name`() async throws {
        let pruning = Desk.Pruning([.orphaned])
        try await leave("two")
        harness.replaceCatalog("= C1")
        _ = try await harness.pipeline.readCatalog(records: true)
        let found = try await desk.prunable(pruning).entries
        #expect(found.map(\.isUnnamed) == [true] && found.map(\.isEdited) == [false])
        #expect(found.map(\.stays) == [true])
        let kept = try await desk.prune(found, of: pruning).kept
        #expect(kept.map(\.reason) == ["it waits for its name"])
        try await harness.pipeline.recover()
        #expect(try await desk.prune(found, of: pruning).removed.map(\.name) == ["C1-a.txt"])
        #expect(harness.store.names().isEmpty)
    }

    @Test func `it goes with its catalogue, which gives it its name before`() async throws {
        try await leave("two")
        let location = harness.source.location
        let foreseen = try await desk.foreseenRemoval(of: location, withFiles: true)
        #expect(foreseen.documents.map(\.stays) == [false])
        #expect(try await desk.remove(location, withFiles: true, among: foreseen.documents).removed == 1)
        #expect(harness.store.names().isEmpty)
    }

    @Test func `a verification says what it waits for`() async throws {
        try await leave("two")
        let found = Recorder<Verification>()
        try await desk.verify { found.append($0) }
        #expect(found.elements.map(\.state) == [.changing])
        #expect(found.elements.map(\.reason) == ["it waits for its name"])
    }

    @Test func `an open list shows it as stored once it has its name`() async throws {
        try await leave("two")
        let library = CurrentLibrary(HarnessHost(made: desk), patience: .seconds(3600))
        let waiting = try await library.current(with: key).row(of: key)
        #expect(waiting?.isUnnamed == true)
        // Nothing is recorded of it that shows.
        try await harness.pipeline.recover()
        let named = try await library.current(with: key).row(of: key)
        #expect(named?.isUnnamed == false && named?.state == "stored, updated")
    }
}
