import CarrelHTTP
import Foundation

extension FetcherConformance {
    private static let hello = Data("hello".utf8)

    /// Where a response ends must be beyond doubt: RFC 9112 section 6.3.
    static let framing: [Check] = [
        Check("a length that is none is malformed") { bed in
            let lengths = [
                "18446744073709551615", "9223372036854775808", "5,6", "6, 5", "+5", "-5", "5x", "0x5", "5 5",
                "5,",
            ]
            for (index, length) in lengths.enumerated() {
                try await refuses([("Content-Length", length)], at: "/length/\(index)", on: bed)
            }
        },
        Check("two lengths that differ are malformed, in whichever order") { bed in
            for (index, lengths) in [("5", "6"), ("6", "5"), ("5", "x")].enumerated() {
                let fields = [("Content-Length", lengths.0), ("Content-Length", lengths.1)]
                try await refuses(fields, at: "/lengths/\(index)", on: bed)
            }
        },
        Check("one length that is said twice is one") { bed in
            for (index, fields) in [
                [("Content-Length", "5, 5")], [("Content-Length", "5"), ("Content-Length", "5")],
            ].enumerated() {
                try bed.stage("/twice/\(index)", framed(fields).reply)
                let sink = try await bed.get("/twice/\(index)")
                try requireEqual(sink.content, hello, "content")
                try requireEqual(sink.head?.contentLength, 5, "length")
            }
        },
        Check("a transfer coding other than chunks is malformed, not delivered with its framing") { bed in
            let codings = [
                ["x-odd"], ["gzip"], ["gzip, chunked"], ["chunked, gzip"], ["chunked, chunked"],
                ["chunked", "chunked"], ["gzip", "chunked"], ["identity", "chunked"], ["identity, gzip"],
            ]
            for (index, values) in codings.enumerated() {
                try await refuses(values.map { ("Transfer-Encoding", $0) }, at: "/coding/\(index)", on: bed)
            }
        },
        Check("the transfer coding of old servers that do nothing is none") { bed in
            func reply(_ length: Int?, _ content: Data, closes: Bool) -> Reply {
                let fields = length.map { [("Content-Length", "\($0)")] } ?? []
                let head = HTTPFields([("Transfer-Encoding", "Identity")] + fields)
                return Reply([.head(status: 200, fields: head), .bytes(content)] + (closes ? [.close] : []))
            }
            let large = TestBytes.make(300_000)
            for (index, (content, length, closes)) in [
                (hello, nil, true), (hello, 5, true), (hello, 5, false), (large, large.count, false),
                (Data(), 0, false),
            ].enumerated() {
                try bed.stage("/identity/\(index)", reply(length, content, closes: closes))
                let sink = try await bed.get("/identity/\(index)")
                try requireEqual(sink.content, content, "content")
                try requireEqual(sink.head?.contentLength, length.map(Int64.init), "length")
            }
            // What is announced must come.
            try bed.stage("/identity/short", reply(6, hello, closes: true))
            try requireEqual(try await bed.failure("/identity/short").code, .truncated, "code")
        },
        Check("a response that is not modified has no content, whatever length it tells") { bed in
            try bed.stage("/same", Reply([.head(status: 304, fields: HTTPFields([("Content-Length", "5")]))]))
            let sink = try await bed.get("/same", fields: [("If-None-Match", "\"1\"")])
            try requireEqual(sink.result.contentCalls, 0, "calls with content")
        },
        Check("interim responses do not prolong the wait for the response") { bed in
            let interim = [Reply.Step.head(status: 103), .delay(.milliseconds(20))]
            let endless = Array(repeating: interim, count: 2_000).flatMap { $0 }
            try bed.stage("/interim", Reply(endless + framed([("Content-Length", "5")]).steps))
            let error = try await bed.failureOnceConnected("/interim", stallTimeout: .milliseconds(300))
            try requireEqual(error.code, .stalled, "code")
        },
    ]

    static let trailers: [Check] = [
        Check("trailer fields larger than a head may be are refused, and a few are not") { bed in
            let limits = FetchLimits(maxHeadSize: 16 << 10)
            try bed.stage("/few", chunked(trailerLines: 8))
            try requireEqual(try await bed.get("/few", limits: limits).content, hello, "content")
            try bed.stage("/many", chunked(trailerLines: 2_000))
            let error = try await bed.failure("/many", limits: limits)
            try requireEqual(error.code, .headTooLarge, "code")
            // Where nobody wants the content, nobody waits for what comes behind it.
            try await bed.get("/many", limits: limits, into: CollectingSink(.skip))
        }
    ]

    private static func framed(_ fields: [(String, String)]) -> (reply: Reply, steps: [Reply.Step]) {
        let steps: [Reply.Step] = [.head(status: 200, fields: HTTPFields(fields)), .bytes(hello), .close]
        return (Reply(steps), steps)
    }

    private static func refuses(
        _ fields: [(String, String)], at path: String, on bed: FetcherTestbed
    ) async throws {
        try bed.stage(path, framed(fields).reply)
        let sink = CollectingSink()
        let error = try await bed.failure(path, into: sink)
        try requireEqual(error.code, .malformed, "code for \(fields)")
        try requireEqual(sink.content, Data(), "content for \(fields)")
    }

    private static func chunked(trailerLines: Int) -> Reply {
        let line = "X-Sum: \(String(repeating: "0", count: 1000))\r\n"
        let trailer = Data(("0\r\n" + String(repeating: line, count: trailerLines) + "\r\n").utf8)
        let head = HTTPFields([("Transfer-Encoding", "chunked")])
        return Reply([.head(status: 200, fields: head), .chunk(hello), .raw(trailer)])
    }
}
