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
        let lines = names.map { "\($0.uppercased()) | http://x.example/\($0)" }
        var harness = try PipelineHarness("= C1\n" + lines.joined(separator: "\n"))
        harness.pipeline.queues = PostingQueues(queues: harness.pipeline.queues, posted: queue)
        let (library, source) = (harness.library, harness.source)
        _ = try await harness.pipeline.readCatalog(records: true)
        let keys = names.map {
            ItemKey(catalog: source.location, collection: "C1", item: "http://x.example/\($0)")
        }
        return (Desk(Desk.Parts(harness.pipeline) { _ throws(StoreError) in library }), keys)
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
        let (first, second) = (Reader(), Reader())
        let one = Task { try await desk.request([keys[0]], for: first) }
        try await queue.posted.wait(atLeast: 1)
        let other = Task { try await desk.request([keys[0]], for: second) }
        try await queue.posted.wait(atLeast: 2)
        await desk.cancel([keys[0]], for: second)
        #expect(try await other.value.parked == 1)
        #expect(await queue.waiting == [keys[0]])
        await desk.cancel([keys[0]], for: first)
        #expect(try await one.value.parked == 1)
        #expect(await queue.waiting.isEmpty)
    }

    @Test func `what the first reader cancels is posted anew for another one`() async throws {
        let (desk, keys) = try await makeDesk()
        let (first, second) = (Reader(), Reader())
        let one = Task { try await desk.request([keys[0]], for: first) }
        try await queue.posted.wait(atLeast: 1)
        let other = Task { try await desk.request([keys[0]], for: second) }
        try await queue.posted.wait(atLeast: 2)
        await desk.cancel([keys[0]], for: first)
        #expect(try await one.value.parked == 1)
        try await queue.posted.wait(atLeast: 3)
        await queue.finish(keys[0])
        #expect(try await other.value.unchanged == 1)
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
