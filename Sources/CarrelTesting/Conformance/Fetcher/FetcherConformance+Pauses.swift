import CarrelHTTP
import Foundation

extension FetcherConformance {
    /// Longer than any check takes.
    private static let age = Duration.seconds(3600)

    static let pauses: [Check] = [
        Check("a sink that pauses is left alone meanwhile and loses nothing") { bed in
            let bytes = TestBytes.make(1_000_000)
            try bed.stage("/doc", .content(bytes))
            let sink = CollectingSink(.pause(.milliseconds(30), pieces: 3))
            try require(try await bed.get("/doc", into: sink).content == bytes, "the content differs")
        },
        Check("a chunked content is paused like any other") { bed in
            let bytes = TestBytes.make(300_000)
            let chunks = stride(from: 0, to: bytes.count, by: 1_000).map { Data(bytes[$0..<($0 + 1_000)]) }
            try bed.stage("/chunked", .chunked(chunks))
            let sink = CollectingSink(.pause(.milliseconds(10), pieces: 4))
            try require(try await bed.get("/chunked", into: sink).content == bytes, "the content differs")
        },
        Check("a pause longer than the stall limit is not a stall") { bed in
            let bytes = TestBytes.make(200_000)
            try bed.stage("/doc", .content(bytes))
            let (error, sink) = try await patiently { time -> (FetchError?, CollectingSink) in
                let limits = FetchLimits(stallTimeout: time / 4)
                let sink = CollectingSink(.pause(time / 2, pieces: 1))
                let request = FetchRequest(url: try bed.url("/doc"), limits: limits)
                return (await bed.error(of: request, into: sink), sink)
            } isTooSlow: {
                $0.0?.code == .stalled
            }
            try requireEqual(error?.code, nil, "code")
            try sink.requireNoViolations()
            try require(sink.content == bytes, "the content differs")
        },
        Check("the total time passes in a pause too") { bed in
            let limits = FetchLimits(totalTimeout: .milliseconds(200))
            try bed.stage("/doc", .content(TestBytes.make(1_000_000)))
            let error = try await bed.failure(
                "/doc", limits: limits, into: CollectingSink(.pause(age, pieces: 1)))
            try requireEqual(error.code, .totalTimeout, "code")
        },
        Check("cancelling ends a pause") { bed in
            try bed.stage("/doc", .content(TestBytes.make(1_000_000)))
            let request = FetchRequest(url: try bed.url("/doc"))
            let sink = CollectingSink(.pause(age, pieces: 1))
            let task = Task { await bed.error(of: request, into: sink) }
            try await sink.calls(atLeast: 2)
            task.cancel()
            try requireEqual(await task.value?.code, .cancelled, "code")
            try sink.requireNoViolations()
            try requireEqual(sink.result.contentCalls, 1, "calls with content")
        },
        Check("a sink may stop after a pause") { bed in
            try bed.stage("/doc", .content(TestBytes.make(1_000_000)))
            let error = try await bed.failure("/doc", into: CollectingSink(.pauseThenStop(.milliseconds(20))))
            try requireEqual(error.code, .stopped, "code")
        },
    ]
}
