import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// What readers ask for where machines share the jobs of a library.
@Suite(.timeLimit(.minutes(1))) struct PostedRequestTests {
    private let queue = PostedQueue()

    /// A desk over a catalogue of items with these names, `A` and `B` unless others are wanted.
    private func makeDesk(_ names: [String] = ["a", "b"]) async throws -> (desk: Desk, keys: [ItemKey]) {
        let harness = try await makeHarness(names)
        return (Desk(over: harness.pipeline), names.map { harness.key("http://x.example/\($0)") })
    }

    private func makeHarness(_ names: [String]) async throws -> PipelineHarness {
        let lines = names.map { "\($0.uppercased()) | http://x.example/\($0)" }
        var harness = try PipelineHarness("= C1\n" + lines.joined(separator: "\n"))
        harness.pipeline.queues = PostingQueues(queues: harness.pipeline.queues, posted: queue)
        _ = try await harness.pipeline.readCatalog(records: true)
        return harness
    }

    /// A try of an item has failed.
    private typealias Asked = (reader: Reader, summary: Task<RunSummary, any Error>)

    /// Has two readers ask for an item, the second once it is posted for the first.
    private func askTwice(_ key: ItemKey, _ desk: Desk) async throws -> (one: Asked, other: Asked) {
        let (first, second) = (Reader(), Reader())
        let one = Task { try await desk.request([key], for: first) }
        try await queue.posted.wait(atLeast: 1)
        let other = Task { try await desk.request([key], for: second) }
        try await queue.posted.wait(atLeast: 2)
        return ((first, one), (second, other))
    }

    private func failed(_ key: ItemKey, at seconds: Double) -> LibraryChange {
        tried(key, .failed, at: seconds)
    }

    private func tried(_ key: ItemKey, _ outcome: Attempt.Outcome, at seconds: Double) -> LibraryChange {
        let attempt = Attempt(
            key: key, date: Date(timeIntervalSince1970: seconds), action: .download, outcome: outcome,
            status: outcome == .failed ? 404 : 200, bytes: 0, url: key.item,
            reason: outcome == .failed ? "404" : nil)
        return .attempt(attempt, updateAvailable: false)
    }

    @Test func `what is cancelled of a request is taken out of the queue, and the rest goes on`() async throws
    {
        let (desk, keys) = try await makeDesk()
        let (reader, heard) = (Reader(), HeardEvents(desk.events()))
        let request = Task { try await desk.request(keys, for: reader) }
        try await queue.posted.wait(atLeast: 2)
        await desk.cancel([keys[0]], for: reader)
        try await heard.hears("parked A")
        #expect(await queue.waiting == [keys[1]])
        await queue.finish(keys[1])
        let summary = try await request.value
        #expect(summary.parked == 1 && summary.unchanged == 1 && summary.unreached == 0)
    }

    @Test func `a request that is cancelled as a whole ends, and workers stop what they fetch of it`()
        async throws
    {
        let (desk, keys) = try await makeDesk()
        let reader = Reader()
        let request = Task { try await desk.request(keys, for: reader) }
        try await queue.posted.wait(atLeast: 2)
        await queue.begin(keys[0])
        await desk.cancel(keys, for: reader)
        let summary = try await request.value
        #expect(summary.parked == 2 && summary.unreached == 0)
        #expect(await queue.cancelled.count == 1)
        #expect(await queue.waiting.isEmpty)
    }

    @Test(arguments: [true, false])
    func `who is interrupted leaves a request to the workers, or takes it out of the queue`(
        leavesRest: Bool
    ) async throws {
        let (desk, keys) = try await makeDesk()
        let request = Task {
            try await desk.request(keys, for: Reader(), posting: PostingOptions(leavesRest: { leavesRest }))
        }
        try await queue.posted.wait(atLeast: 2)
        request.cancel()
        _ = await request.result
        #expect(await queue.waiting == (leavesRest ? Set(keys) : []))
    }

    @Test func `what somebody else takes out of the queue ends for whoever requested it`() async throws {
        let (desk, keys) = try await makeDesk()
        let heard = HeardEvents(desk.events())
        let request = Task { try await desk.request(keys, for: Reader()) }
        try await queue.posted.wait(atLeast: 2)
        _ = await queue.withdraw(.ofItems([keys[0]]))
        await queue.finish(keys[1])
        let summary = try await request.value
        #expect(summary.parked == 1 && summary.unchanged == 1 && summary.unreached == 0)
        try await heard.hears("parked A")
    }

    @Test func `what another reader asked for, too, stays in the queue`() async throws {
        let (desk, keys) = try await makeDesk()
        let (one, other) = try await askTwice(keys[0], desk)
        await desk.cancel([keys[0]], for: other.reader)
        #expect(try await other.summary.value.parked == 1)
        #expect(await queue.waiting == [keys[0]])
        await desk.cancel([keys[0]], for: one.reader)
        #expect(try await one.summary.value.parked == 1)
        #expect(await queue.waiting.isEmpty)
    }

    @Test func `what waits for workers is under way until it ends, also what another process had posted`()
        async throws
    {
        let harness = try await makeHarness(["a", "b"])
        let keys = ["a", "b"].map { harness.key("http://x.example/\($0)") }
        let (desk, another) = (Desk(over: harness.pipeline), Desk(over: harness.pipeline))
        let one = Task { try await another.request([keys[0]], for: Reader()) }
        try await queue.posted.wait(atLeast: 1)
        let heard = HeardEvents(desk.events())
        let other = Task { try await desk.request(keys, for: Reader()) }
        while await desk.itemsElsewhere.count < 2 { await Task.yield() }
        let waiting = LiveStatus.underWay(fraction: nil)
        #expect(await desk.itemsUnderWay() == [keys[0]: waiting, keys[1]: waiting])
        await queue.finish(keys[1])
        try await heard.hears("unchanged B")
        #expect(await desk.itemsElsewhere == [keys[0]])
        try await harness.leavePublication(of: keys[0].item)
        try await harness.library.commit([tried(keys[0], .stored, at: 2000)])
        await queue.finish(keys[0])
        _ = try await one.value
        _ = try await other.value
        #expect(await desk.itemsUnderWay().isEmpty)
    }

    @Test(arguments: [false, true])
    func `what the first reader cancels is posted anew for another one, whatever came of an earlier try`(
        hasFailed: Bool
    ) async throws {
        let harness = try await makeHarness(["a"])
        let (desk, key) = (Desk(over: harness.pipeline), harness.key("http://x.example/a"))
        if hasFailed { try await harness.library.commit([failed(key, at: 1000)]) }
        let (one, other) = try await askTwice(key, desk)
        await desk.cancel([key], for: one.reader)
        #expect(try await one.summary.value.parked == 1)
        try await queue.posted.wait(atLeast: 3)
        await queue.finish(key)
        #expect(try await other.summary.value.unchanged == 1)
    }

    @Test func `how the try of another reader ended is told, and the item is not tried again`() async throws {
        let harness = try await makeHarness(["a"])
        let (desk, key) = (Desk(over: harness.pipeline), harness.key("http://x.example/a"))
        try await harness.library.commit([failed(key, at: 1000)])
        let one = Task { try await desk.request([key], for: Reader()) }
        try await queue.posted.wait(atLeast: 1)
        let other = Task { try await desk.request([key], for: Reader()) }
        while await queue.mostAsked == 0 { await Task.yield() }
        try await harness.library.commit([failed(key, at: 2000)])
        await queue.finish(key)
        _ = try await one.value
        #expect(try await other.value.failed == 1)
        #expect(queue.posted.elements.count == 2)
    }

    @Test(arguments: [true, false])
    func `a document that workers store for another process is told as stored to whoever waits for it, too`(
        isSync: Bool
    ) async throws {
        let harness = try await makeHarness(["a"])
        let key = harness.key("http://x.example/a")
        let (desk, another) = (Desk(over: harness.pipeline), Desk(over: harness.pipeline))
        let one = Task { try await another.request([key], for: Reader()) }
        try await queue.posted.wait(atLeast: 1)
        let heard = HeardEvents(desk.events())
        let other = Task {
            if isSync { return try await desk.sync() }
            return try await desk.request([key], for: Reader())
        }
        while await queue.mostAsked == 0 { await Task.yield() }
        try await harness.leavePublication(of: key.item)
        try await harness.library.commit([tried(key, .stored, at: 2000)])
        await queue.finish(key)
        let summary = try await other.value
        #expect(summary.downloaded == 1 && summary.new == 1 && summary.unchanged == 0, "\(summary)")
        try await heard.hears("stored A")
        _ = try await one.value
    }

    @Test func `who waits for a document waits until its worker has given it its name`() async throws {
        let harness = try await makeHarness(["a"])
        let (desk, key) = (Desk(over: harness.pipeline), harness.key("http://x.example/a"))
        let (heard, steps) = (HeardEvents(desk.events()), Recorder<String>())
        let request = Task {
            let summary = try await desk.request([key], for: Reader())
            steps.append("done")
            return summary
        }
        try await queue.posted.wait(atLeast: 1)
        try await harness.leavePublication(of: key.item)
        let document = try #require(try await harness.library.document(of: key))
        await queue.finish(key, storing: document)
        try await heard.hears("stored A")
        // It would be done by then.
        for _ in 0..<1000 { await Task.yield() }
        steps.append("named")
        let left = try await harness.library.pendingPublications()
        try await harness.library.commit([], settling: left)
        #expect(try await request.value.new == 1)
        #expect(steps.elements == ["named", "done"])
    }

    @Test func `what ended while its queue was not asked counts as it ended`() async throws {
        let harness = try await makeHarness(["a", "b", "c"])
        let keys = ["a", "b", "c"].map { harness.key("http://x.example/\($0)") }
        let desk = Desk(over: harness.pipeline)
        let heard = HeardEvents(desk.events())
        let sync = Task { try await desk.sync() }
        try await queue.posted.wait(atLeast: 3)
        try await harness.leavePublication(of: keys[0].item)
        try await harness.library.commit([tried(keys[1], .failed, at: 9_000_000_000)])
        // They are gone without an ending, as if the queue had forgotten it.
        _ = await queue.withdraw(.ofItems(keys))
        let summary = try await sync.value
        #expect(summary.new == 1 && summary.failed == 1 && summary.unreached == 1, "\(summary)")
        try await heard.hears("stored A")
    }

    @Test func `what others have posted is asked for some thousand items at a time`() async throws {
        let (desk, keys) = try await makeDesk((0..<2001).map { "\($0)" })
        let jobs = keys.map { key in
            TransferJob(
                key: key, title: "", url: key.item, action: .download,
                promise: DocumentPromise(Item(title: "", url: nil)), name: "name")
        }
        _ = await queue.add(jobs, to: .listed, of: JobOrder(number: 0))
        let sync = Task { try await desk.sync() }
        try await queue.posted.wait(atLeast: 2 * jobs.count)
        _ = await queue.withdraw(.ofCatalog(keys[0].catalog))
        #expect(try await sync.value.parked == jobs.count)
        #expect(await queue.mostAsked == 2000)
    }
}
