import CarrelHTTP
import Foundation

extension FetcherConformance {
    static let sinks: [Check] = [
        Check("a sink that stops at the head gets no content") { bed in
            try bed.stage("/doc", .content(TestBytes.make(50_000)))
            let sink = CollectingSink(.stopAtHead)
            let error = try await bed.failure("/doc", into: sink)
            try requireEqual(error.code, .stopped, "code")
            try require(!error.isTransient, "another try would be stopped too")
            try requireEqual(sink.result.contentCalls, 0, "calls with content")
        },
        Check("a sink that stops within the content gets nothing further") { bed in
            try bed.stage("/doc", .content(TestBytes.make(2_000_000)))
            let sink = CollectingSink(.stopAfter(1))
            let error = try await bed.failure("/doc", into: sink)
            try requireEqual(error.code, .stopped, "code")
            try requireEqual(sink.result.contentCalls, 1, "calls with content")
        },
        Check("content that is not wanted is not delivered") { bed in
            try bed.stage("/doc", .content(TestBytes.make(1_000)))
            let sink = try await bed.get("/doc", into: CollectingSink(.skip))
            try requireEqual(sink.result.contentCalls, 0, "calls with content")
        },
        Check("unwanted content without end is not waited for") { bed in
            try bed.stage("/endless", .endless)
            try await bed.get("/endless", into: CollectingSink(.skip))
        },
        Check("unwanted content that stalls is not waited for") { bed in
            try bed.stage("/stalls", .stalled(TestBytes.make(1_000), after: 10))
            try await bed.get("/stalls", into: CollectingSink(.skip))
        },
        Check("a sink that is held up loses nothing") { bed in
            let gate = Gate()
            let bytes = TestBytes.make(3_000_000)
            try bed.stage("/doc", .content(bytes))
            let sink = CollectingSink(.block(gate))
            async let done = bed.get("/doc", into: sink)
            try await bed.requested("/doc")
            gate.open()
            try require(try await done.content == bytes, "the content differs")
        },
    ]
}
