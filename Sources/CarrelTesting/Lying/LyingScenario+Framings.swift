import CarrelCore
import CarrelHTTP
import CarrelStages
import Foundation

extension LyingScenario {
    private static let hello = Data("hello".utf8)

    /// A response with these lines in its head, then a few bytes.
    private static func framed(
        _ name: String, _ lines: String, body: String = "hello", version: String = "1.1", ending: Ending
    ) -> LyingScenario {
        LyingScenario(
            name, ending: ending, requests: 1, [.raw("HTTP/\(version) 200 OK\r\n\(lines)\r\n\r\n\(body)")])
    }

    private static let chunks = "5\r\nhello\r\n0\r\n\r\n"

    /// About heads that leave open where the content ends.
    static let framings: [LyingScenario] = [
        framed(
            "announces a length that no number holds", "Content-Length: 18446744073709551615",
            ending: .failed("length")),
        framed("announces two lengths in one line", "Content-Length: 5,6", ending: .failed("length")),
        framed(
            "announces two lengths in two lines", "Content-Length: 6\r\nContent-Length: 5",
            ending: .failed("length")),
        framed("announces a length with a sign", "Content-Length: +5", ending: .failed("length")),
        framed("announces less than nothing", "Content-Length: -5", ending: .failed(" ")),
        framed("announces one length twice", "Content-Length: 5, 5", ending: .stored(hello)),
        framed(
            "applies a transfer coding that nobody knows", "Transfer-Encoding: x-odd", body: chunks,
            ending: .failed("transfer coding")),
        framed(
            "compresses on the way, without being asked", "Transfer-Encoding: gzip, chunked", body: chunks,
            ending: .failed("transfer coding")),
        framed(
            "applies a coding to the chunks", "Transfer-Encoding: chunked, gzip", body: chunks,
            ending: .failed("transfer coding")),
        framed(
            "applies chunks to chunks", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            body: chunks, ending: .failed("transfer coding")),
        framed(
            "says that it applies nothing", "Transfer-Encoding: identity\r\nContent-Length: 5",
            ending: .stored(hello)),
        framed(
            "says that it applies nothing, and chunks", "Transfer-Encoding: identity, chunked", body: chunks,
            ending: .failed("transfer coding")),
        framed(
            "sends chunks although it speaks HTTP/1.0", "Transfer-Encoding: Chunked", body: chunks,
            version: "1.0", ending: .stored(hello)),
        LyingScenario("sends trailer fields without an end", ending: .failed("trailer"), requests: 1) { _ in
            let chunked = HTTPFields([("Transfer-Encoding", "chunked")])
            let line = "X-Sum: \(String(repeating: "0", count: 1000))\r\n"
            let flood = Data(String(repeating: line, count: 1000).utf8)
            return [
                Reply([
                    .head(status: 200, fields: chunked), .chunk(hello), .raw(Data("0\r\n".utf8)), .raw(flood),
                    .stall,
                ])
            ]
        }.with { $0.queueLimits.retries = 0 }
            .excluding("urlsession", because: "Foundation does not show the trailer fields that it keeps"),
        LyingScenario(
            "sends interim responses without an end", ending: .failed("no byte arrived"), requests: 1
        ) { _ in
            let interim = [Reply.Step.head(status: 103), .delay(.milliseconds(20))]
            let whole = [Reply.Step.head(status: 200, fields: HTTPFields([("Content-Length", "5")]))]
            return [Reply(Array(repeating: interim, count: 1_000).flatMap { $0 } + whole + [.bytes(hello)])]
        }.with {
            $0.limits.stallTimeout = .milliseconds(400)
            $0.queueLimits.retries = 0
        },
    ]
}
