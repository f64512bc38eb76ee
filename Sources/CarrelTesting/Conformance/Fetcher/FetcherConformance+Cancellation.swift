import CarrelHTTP
import Foundation

extension FetcherConformance {
    static let cancellation: [Check] = [
        Check("a task that is cancelled already sends nothing") { bed in
            let request = FetchRequest(url: try bed.stage("/never", .silent))
            let task = Task {
                // Cancels itself: nobody else can be sure to be in time.
                withUnsafeCurrentTask { $0?.cancel() }
                return await bed.error(of: request)
            }
            try requireEqual(await task.value?.code, .cancelled, "code")
            try requireEqual(bed.requests("/never").count, 0, "requests")
        },
        Check("cancelling ends the wait for a response at once") { bed in
            try bed.stage("/silent", .silent)
            try await cancel("/silent", on: bed) { _ in try await bed.requested("/silent") }
        },
        Check("cancelling ends the wait for more content at once") { bed in
            try bed.stage("/stops", .stalled(TestBytes.make(9_000), after: 4_000))
            try await cancel("/stops", on: bed) { sink in try await sink.calls(atLeast: 2) }
        },
        Check("cancelling ends a response that keeps coming at once") { bed in
            try bed.stage("/long", .endless)
            try await cancel("/long", on: bed) { sink in try await sink.calls(atLeast: 20) }
        },
        Check("cancelling one exchange leaves the others alone") { bed in
            try bed.stage("/silent", .silent)
            let gate = Gate()
            let head = Reply.Step.head(status: 200, fields: HTTPFields([("Content-Length", "2")]))
            try bed.stage("/other", Reply([head, .wait(gate), .bytes(Data("ok".utf8))]))
            let sink = CollectingSink()
            async let other = bed.get("/other", into: sink)
            try await sink.calls(atLeast: 1)
            try await cancel("/silent", on: bed) { _ in try await bed.requested("/silent") }
            gate.open()
            try requireEqual(try await other.content, Data("ok".utf8), "content")
        },
    ]

    /// Starts an exchange, waits until it is where it should be, cancels it and measures how long that takes.
    private static func cancel(
        _ path: String, on bed: FetcherTestbed,
        when isUnderWay: (CollectingSink) async throws -> Void
    ) async throws {
        let request = FetchRequest(url: try bed.url(path))
        let sink = CollectingSink(.count)
        let task = Task { await bed.error(of: request, into: sink) }
        try await isUnderWay(sink)
        let clock = ContinuousClock()
        let start = clock.now
        task.cancel()
        let error = await task.value
        let time = start.duration(to: clock.now)
        try requireEqual(error?.code, .cancelled, "code")
        // The promise is 0.2 s; a machine that is busy with other tests may take longer.
        try require(time < .seconds(20), "cancelling took \(time)")
        try sink.requireNoViolations()
    }
}
