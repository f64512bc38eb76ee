import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import LocalQueueing
import SQLiteKeeping
import Testing

@testable import CarrelCore

@Suite(.timeLimit(.minutes(1))) struct CommitterTests {
    private func receipt(_ size: Int64, _ body: Receipt.Body? = nil) throws -> Receipt {
        let url = "http://x.example/a"
        let item = Item(title: "A", url: url)
        let job = TransferJob(
            key: ItemKey(catalog: "c", collection: "C", item: url), title: "A", url: url, action: .download,
            promise: DocumentPromise(item), name: "a", stored: nil)
        let digest = ContentDigest(size: size, sha256: String(repeating: "0", count: 64))
        let representation = Receipt.Representation(
            origin: DocumentOrigin(url: url, validators: Validators()), mediaType: nil)
        let response = Receipt.Response(
            body: body ?? .staged(StagedDocument(token: "staged-1", digest: digest)),
            representation: representation)
        return Receipt(job, .staged(response), at: Date())
    }

    @Test func `whoever waits finds recorded what gathers, and waits for nothing that has ended`()
        async throws
    {
        let library = try await MemoryKeeper(root: nil).open(.exclusive)
        let committer = Committer(
            CommitWork(
                store: InMemoryStore(), library: library, now: { Date() }, assignment: { _ in nil }
            ) { _ in })
        let running = Task { await committer.run {} }
        let until = Date(timeIntervalSinceNow: 60)
        for name in ["a.example", "b.example"] {
            committer.add([.held(HostHold(host: name, until: until, reason: "busy"))], canWait: true)
            await committer.waitUntilRecorded()
            #expect(try await library.heldHosts(after: Date()).map(\.host).contains(name))
        }
        committer.finish()
        await running.value
        await committer.waitUntilRecorded()
    }

    /// Adds documents, and tells whether that was done at once.
    private func addsAtOnce(_ sizes: [Int64], room: Int64?) async throws -> Bool {
        let store = WatchedStore(InMemoryStore(), room: room)
        let library = try await MemoryKeeper(root: nil).open(.exclusive)
        let committer = Committer(
            CommitWork(store: store, library: library, now: { Date() }, assignment: { _ in nil }) { _ in })
        let receipts = try sizes.map { try receipt($0) }
        let isDone = Locked(false)
        // Runs up to where it first waits.
        let adding = Task.immediate {
            await committer.add(receipts)
            isDone.withLock { $0 = true }
        }
        let wasAtOnce = isDone.value
        committer.finish()
        await committer.run {}
        await adding.value
        return wasAtOnce
    }

    @Test func `documents beyond the room of a store wait until a group is committed`() async throws {
        #expect(try await addsAtOnce([60, 60], room: 120))
        #expect(try await !addsAtOnce([60, 61], room: 120))
    }

    @Test func `a small document waits for others only where some may come`() async throws {
        let library = try await MemoryKeeper(root: nil).open(.exclusive)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let work = CommitWork(
            store: InMemoryStore(), library: library, now: { Date() }, assignment: { _ in nil }
        ) { _ in end.yield() }
        let committer = Committer(work, moment: .seconds(3600))
        let running = Task { await committer.run { end.yield() } }
        let endings = RunEndings(
            queue: LocalJobQueue(), assignments: RunningAssignments(), committer: committer, now: { Date() })
        var settlement = Settlement()
        settlement.receipts = [try receipt(2, .content([1, 2]))]
        settlement.isLast = true
        await endings.settle(settlement) { _ in }
        for await _ in ends { break }
        committer.finish()
        await running.value
    }

    @Test func `how a try ended is recorded before the document that came after it`() async throws {
        let library = try await MemoryKeeper(root: nil).open(.exclusive)
        let owner = NewDocuments()
        let committer = Committer(
            CommitWork(
                store: InMemoryStore(), library: library, now: { Date() }, assignment: { _ in owner }
            ) { _ in })
        let come = try receipt(2, .content([1, 2]))
        committer.add(come.ending(.failed(reason: "429")).changes)
        await committer.add([come])
        committer.finish()
        await committer.run {}
        let item = try #require(try await library.memory(of: "c").items[come.job.key])
        #expect(item.lastFailure == nil && item.document?.name == "a")
    }

    @Test func `names that others wait for are settled while no further document comes`() async throws {
        let library = try await MemoryKeeper(root: nil).open(.exclusive)
        let (owner, (ends, end)) = (NewDocuments(), AsyncStream.makeStream(of: Void.self))
        let work = CommitWork(
            store: InMemoryStore(), library: library, now: { Date() }, assignment: { _ in owner }
        ) { _ in end.yield() }
        let committer = Committer(work, settlesWithin: .milliseconds(1))
        let running = Task { await committer.run {} }
        let come = try receipt(2, .content([1, 2]))
        await committer.add([come], canWait: false)
        for await _ in ends { break }
        while try await !library.pendingPublications().isEmpty { try Task.checkCancellation() }
        #expect(try await library.document(of: come.job.key)?.name == "a")
        committer.finish()
        await running.value
    }

    @Test func `what is recorded is told as stored, wherever the store gives up`() async throws {
        let url = "http://x.example/a.txt"
        let loss = StoreError(.unreachable, subject: "the bucket", reason: "the connection was lost")
        var recorded = Set<String>()
        for step in 0..<100 {
            var harness = try PipelineHarness("= C1\nA | \(url)")
            harness.fetcher.on(url, .text("a"))
            let script = CrashScript(at: step, error: loss)
            harness.pipeline.store = CrashingStore(harness.store, script)
            _ = try? await harness.pipeline.sync()
            guard script.hasCrashed else { break }
            let isRecorded = try await harness.library.document(of: harness.key(url)) != nil
            #expect(harness.events.lines.contains("stored: A") == isRecorded, "\(script.steps)")
            if isRecorded, let last = script.steps.last { recorded.insert(last) }
        }
        #expect(recorded.contains("before naming"), "\(recorded)")
    }

    @Test func `a store without a limit takes any number of staged documents`() async throws {
        #expect(try await addsAtOnce([1 << 40, 1 << 40], room: nil))
    }
}

/// Documents of items that have none yet.
private final class NewDocuments: AssignedDocuments {
    let areNamesKnown = true

    func recorded(_ key: ItemKey) -> (document: StoredDocument?, isMissing: Bool) { (nil, false) }

    func read(_ key: ItemKey) -> String? { nil }

    func discarded(_ key: ItemKey) -> DiscardedDocument? { nil }

    func name(of job: TransferJob, _ response: Receipt.Response) -> String { job.name }

    func alternative(to name: String, key: ItemKey, attempt: Int) -> String { "\(name)~\(attempt)" }

    func former(_ name: String, key: ItemKey) -> [String] { [] }

    func claim(_ name: String, instead other: String, for key: ItemKey) -> Bool { false }
}
