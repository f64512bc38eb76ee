import CarrelHTTP
import Foundation

/// The promises of `BatchFetcher`.
extension FetcherConformance {
    static let batches: [Check] = [
        Check("a batch brings small responses in the order of its requests") { bed in
            let bytes = TestBytes.make(3_000)
            try bed.stage("/a", .content(bytes, fields: [("ETag", "\"a\"")]))
            try bed.stage("/b", .status(404))
            try bed.stage("/c", .status(304))
            let batch = try await bed.batch(["/a", "/b", "/c"])
            try requireEqual(batch.ended.map { $0.head?.status }, [200, 404, 304], "statuses")
            try require(batch.ended[0].content == Array(bytes), "the content differs")
            try requireEqual(batch.ended[0].head?.fields["ETag"], "\"a\"", "entity tag")
            try require(batch.open == nil, "nothing is left open")
        },
        Check("a large response ends a batch and goes on into a sink") { bed in
            let bytes = TestBytes.make(2_000_000)
            try bed.stage("/a", .content(TestBytes.make(10)))
            try bed.stage("/large", .content(bytes))
            try bed.stage("/c", .content(TestBytes.make(10)))
            let batch = try await bed.batch(["/a", "/large", "/c"])
            try requireEqual(batch.ended.count, 1, "exchanges that ended")
            let sink = try await bed.goOn(batch)
            try require(sink.content == bytes, "the content differs")
            try requireEqual(bed.requests("/c").count, 0, "requests for what follows")
        },
        Check("content whose length nobody knows goes on into a sink") { bed in
            try bed.stage("/chunked", .chunked([Data("one ".utf8), Data("two".utf8)]))
            let sink = try await bed.goOn(bed.batch(["/chunked"]))
            try requireEqual(sink.content, Data("one two".utf8), "content")
        },
        Check("a batch does not wait for a late response") { bed in
            let gate = Gate()
            try bed.stage("/a", .content(TestBytes.make(10)))
            try bed.stage("/late", Reply([.wait(gate)] + Self.whole("late")))
            let batch = try await bed.batch(["/a", "/late"], opensBehind: 1)
            try requireEqual(batch.ended.count, 1, "exchanges that ended")
            gate.open()
            try requireEqual(try await bed.goOn(batch).content, Data("late".utf8), "content")
            try requireEqual(bed.requests("/late").count, 1, "requests")
        },
        Check("content that stops coming goes on into a sink with what came") { bed in
            let gate = Gate()
            try bed.stage(
                "/stops",
                Reply([
                    .head(status: 200, fields: HTTPFields([("Content-Length", "8")])),
                    .bytes(Data("half".utf8)), .wait(gate), .bytes(Data("rest".utf8)),
                ]))
            let batch = try await bed.batch(["/stops"], opensBehind: 0)
            try requireEqual(batch.ended.count, 0, "exchanges that ended")
            gate.open()
            try requireEqual(try await bed.goOn(batch).content, Data("halfrest".utf8), "content")
        },
        Check("a failed exchange ends a batch and keeps what came") { bed in
            let bytes = TestBytes.make(1_000)
            try bed.stage("/a", .content(TestBytes.make(10)))
            try bed.stage("/broken", .truncated(bytes, after: 400))
            try bed.stage("/c", .content(TestBytes.make(10)))
            let batch = try await bed.batch(["/a", "/broken", "/c"])
            try requireEqual(batch.ended.map { $0.error?.code }, [nil, .truncated], "errors")
            try require(batch.ended[1].content == Array(bytes.prefix(400)), "the content differs")
            try requireEqual(bed.requests("/c").count, 0, "requests for what follows")
        },
        Check("a server that asks for patience ends a batch") { bed in
            for status in [429, 503] {
                let (first, next) = ("/busy-\(status)", "/after-\(status)")
                try bed.stage(first, .status(status))
                try bed.stage(next, .content(TestBytes.make(10)))
                let batch = try await bed.batch([first, next])
                try requireEqual(batch.ended.map { $0.head?.status }, [status], "responses")
                try requireEqual(bed.requests(next).count, 0, "requests for what follows")
            }
        },
        Check("a batch sends no request once it may not go on") { bed in
            try bed.stage("/a", .content(TestBytes.make(10)))
            try bed.stage("/b", .content(TestBytes.make(10)))
            let batch = try await bed.batch(["/a", "/b"]) { false }
            try requireEqual(batch.ended.count, 1, "exchanges that ended")
            try requireEqual(bed.requests("/b").count, 0, "requests for what follows")
        },
        Check("a batch that has collected enough sends no further request") { bed in
            let half = TestBytes.make(Int(BatchLimits.maxContent) / 2 + 1)
            for path in ["/a", "/b", "/c"] { try bed.stage(path, .content(half)) }
            let batch = try await bed.batch(["/a", "/b", "/c"])
            try require(batch.ended.count + (batch.open == nil ? 0 : 1) <= 2, "it went on")
            try requireEqual(bed.requests("/c").count, 0, "requests for what follows")
        },
        Check("a request that must not be sent ends a batch") { bed in
            try bed.stage("/a", .content(TestBytes.make(10)))
            let wrong = FetchRequest(url: URL(filePath: "/etc/passwd"))
            let batch = try await bed.batch(of: [FetchRequest(url: try bed.url("/a")), wrong])
            try requireEqual(batch.ended.map { $0.error?.code }, [nil], "errors")
            let refused = try await bed.batch(of: [wrong])
            try requireEqual(refused.ended.map { $0.error?.code }, [.refusedURL], "errors")
        },
        Check("cancelling ends a batch at once") { bed in
            let request = FetchRequest(url: try bed.stage("/silent", .silent))
            let batches = try bed.batches
            let task = Task { () -> FetchError? in
                let batch = await batches.exchange(batch: [request]) { true }
                guard let open = batch.open else { return batch.ended.first?.error }
                return await error(of: open)
            }
            try await bed.requested("/silent")
            task.cancel()
            try requireEqual(await task.value?.code, .cancelled, "code")
        },
    ]

    private static func whole(_ text: String) -> [Reply.Step] {
        [
            .head(status: 200, fields: HTTPFields([("Content-Length", String(text.utf8.count))])),
            .bytes(Data(text.utf8)),
        ]
    }

    private static func error(of open: any OpenExchange) async -> FetchError? {
        do {
            try await open.exchange(into: CollectingSink())
            return nil
        } catch {
            return error
        }
    }
}

extension FetcherTestbed {
    /// The fetcher's part for batches.
    fileprivate var batches: any BatchFetcher {
        get throws { try requireValue(fetcher.batches, "the part for batches") }
    }

    fileprivate func batch(
        _ paths: [String], opensBehind count: Int? = nil,
        while goesOn: @escaping @Sendable () -> Bool = { true }
    ) async throws -> ExchangeBatch {
        let requests = try paths.map { FetchRequest(url: try url($0)) }
        return try await batch(of: requests, opensBehind: count, while: goesOn)
    }

    /// Sends requests as a batch, and again where the machine was too slow: once its patience is over, it may end anywhere.
    ///
    /// - Parameters:
    ///   - requests: the requests.
    ///   - count: how many exchanges are to end before one that takes longer than a batch waits; `nil` if none takes that
    ///     long.
    ///   - goesOn: whether the next request may be sent.
    /// - Returns: the first batch that was in time, or the last of many.
    /// - Throws: where the fetcher makes no batches.
    fileprivate func batch(
        of requests: [FetchRequest], opensBehind count: Int? = nil,
        while goesOn: @escaping @Sendable () -> Bool = { true }
    ) async throws -> ExchangeBatch {
        let batches = try batches
        for _ in 0..<100 {
            let begun = ContinuousClock.now
            let batch = await batches.exchange(batch: requests, while: goesOn)
            let isInTime =
                count.map { batch.open != nil && batch.ended.count >= $0 }
                ?? (ContinuousClock.now - begun < BatchLimits.patience)
            if isInTime { return batch }
        }
        return await batches.exchange(batch: requests, while: goesOn)
    }

    /// Goes on with the exchange that a batch left open.
    fileprivate func goOn(_ batch: ExchangeBatch) async throws -> CollectingSink {
        let sink = CollectingSink()
        try await requireValue(batch.open, "an open exchange").exchange(into: sink)
        try sink.requireNoViolations()
        try requireEqual(sink.result.heads.count, 1, "heads")
        return sink
    }
}
