import CarrelHTTP
import Foundation

extension FetcherConformance {
    /// Where a limit must not pass: a connection may take its time on a busy machine.
    private static let patient = FetchLimits(stallTimeout: .seconds(30))

    static let limits: [Check] = [
        Check("a server that says nothing is stalled") { bed in
            try bed.stage("/silent", .silent)
            let error = try await bed.failureOnceConnected("/silent", stallTimeout: .milliseconds(150))
            try requireEqual(error.code, .stalled, "code")
            try require(error.isTransient, "a later try may succeed")
        },
        Check("a server that stops within the content is stalled") { bed in
            try bed.stage("/stops", .stalled(TestBytes.make(9_000), after: 4_000))
            // What comes before it stops must come within the limit, too: a program has to begin first.
            let (error, sink, left) = try await patiently {
                time -> (FetchError, CollectingSink, Duration) in
                let (sink, start) = (CollectingSink(), ContinuousClock.now)
                let error = try await bed.failure(
                    "/stops", limits: FetchLimits(stallTimeout: time), into: sink)
                return (error, sink, time - (ContinuousClock.now - start))
            } isTooSlow: {
                $0.1.content.count < 4_000
            }
            try requireEqual(error.code, .stalled, "code")
            try requireEqual(sink.content, TestBytes.make(9_000).prefix(4_000), "what had come")
            try require(left <= .zero, "stalled too early")
        },
        Check("a slow server that keeps sending is not stalled") { bed in
            let (error, sink) = try await patiently { time -> (FetchError?, CollectingSink) in
                // Longer in all than nothing may come.
                try bed.stage("/drip", .dripped(TestBytes.make(12), piece: 1, every: time / 8))
                let request = FetchRequest(
                    url: try bed.url("/drip"), limits: FetchLimits(stallTimeout: time))
                let sink = CollectingSink()
                return (await bed.error(of: request, into: sink), sink)
            } isTooSlow: {
                $0.0?.code == .stalled
            }
            try requireEqual(error?.code, nil, "code")
            try sink.requireNoViolations()
            try requireEqual(sink.content, TestBytes.make(12), "content")
        },
        Check("the total time limits also a response that keeps coming") { bed in
            let limits = FetchLimits(stallTimeout: .seconds(30), totalTimeout: .milliseconds(150))
            try bed.stage("/drip", .dripped(TestBytes.make(3_000), piece: 1, every: .milliseconds(20)))
            let error = try await bed.failure("/drip", limits: limits)
            try requireEqual(error.code, .totalTimeout, "code")
        },
        Check("a head larger than the limit is refused, one below it is not") { bed in
            var limits = patient
            limits.maxHeadSize = 16 << 10
            try bed.stage("/head", .hugeHead(64 << 10), .hugeHead(8 << 10))
            let sink = CollectingSink()
            let error = try await bed.failure("/head", limits: limits, into: sink)
            try requireEqual(error.code, .headTooLarge, "code")
            try require(sink.head == nil, "the sink got the head")
            try await bed.get("/head", limits: limits)
        },
        Check("many lines of one name are a head larger than the limit, too") { bed in
            var limits = patient
            limits.maxHeadSize = 16 << 10
            let lines = Array(repeating: ("X-Padding", "x"), count: 2_000)
            try bed.stage("/lines", .content("ok", fields: lines))
            let error = try await bed.failure("/lines", limits: limits)
            try requireEqual(error.code, .headTooLarge, "code")
        },
        Check("an announced size above the limit is refused before any content") { bed in
            var limits = patient
            limits.maxSize = 1_000
            try bed.stage("/size", .content(TestBytes.make(1_001)), .content(TestBytes.make(1_000)))
            let sink = CollectingSink()
            let error = try await bed.failure("/size", limits: limits, into: sink, followsRedirects: true)
            try requireEqual(error.code, .tooLarge, "code")
            try requireEqual(sink.content, Data(), "content")
            try await bed.get("/size", limits: limits, followsRedirects: true)
        },
        Check("a content that grows beyond the limit is abandoned") { bed in
            var limits = patient
            limits.maxSize = 100_000
            try bed.stage("/grows", Reply([.head(status: 200), .zeros(1 << 20), .close]))
            let sink = CollectingSink()
            let error = try await bed.failure("/grows", limits: limits, into: sink, followsRedirects: true)
            try requireEqual(error.code, .tooLarge, "code")
            try require(sink.content.count <= 100_000, "\(sink.content.count) bytes were delivered")
        },
    ]
}
