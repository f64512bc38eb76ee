import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// What readers ask for where machines share the jobs of a library.
@Suite(.timeLimit(.minutes(1))) struct PostedRequestTests {
    private let queue = PostedQueue()

    /// A desk over a catalogue of two items, `A` and `B`.
    private func makeDesk() async throws -> (desk: Desk, keys: [ItemKey]) {
        var harness = try PipelineHarness("= C1\nA | http://x.example/a\nB | http://x.example/b")
        harness.pipeline.queues = PostingQueues(queues: harness.pipeline.queues, posted: queue)
        let (library, source) = (harness.library, harness.source)
        _ = try await harness.pipeline.readCatalog(records: true)
        let keys = ["a", "b"].map {
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
}
