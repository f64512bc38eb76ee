import CarrelCore
import CarrelHTTP
import CarrelStages
import Foundation

extension LyingScenario {
    private static let pdf = Data("%PDF-1.4\n".utf8) + old + Data("\n%%EOF\n".utf8)

    /// About how long a document is, and where it ends.
    static let lengths: [LyingScenario] = [
        LyingScenario(
            "closes the connection in the middle, once", ending: .stored(old), requests: 2,
            [.truncated(old, after: 40_000), .content(old)]),
        LyingScenario(
            "always closes the connection in the middle", ending: .failed(" "),
            [.truncated(old, after: 40_000)]),
        LyingScenario(
            "gives no length and closes the connection at the end", ending: .stored(old), requests: 1,
            [.untilClose(old)]),
        LyingScenario(
            "gives no length and breaks off in the middle of a PDF, once", ending: .stored(pdf), requests: 2,
            [.untilClose(Data(pdf.prefix(40_000))), .untilClose(pdf)]
        ).named("notes.pdf"),
        LyingScenario(
            "gives no length and always breaks off in the middle of a PDF",
            ending: .quarantined("the end of a PDF document is missing"), requests: 2,
            [.untilClose(Data(pdf.prefix(40_000)))]
        ).named("notes.pdf"),
        // libcurl shows that there was more, and it is asked again.
        LyingScenario("announces less than it sends", ending: .stored(old.prefix(50_000))) { _ in
            let head = HTTPFields([("Content-Length", "50000")])
            return [Reply([.head(status: 200, fields: head), .bytes(old), .close])]
        },
        LyingScenario("closes the connection before the head", ending: .failed(" "), [.closedAtOnce]),
        LyingScenario(
            "closes the connection in the head", ending: .failed(" "),
            [.raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n")]
        ).excluding(
            "urlsession", because: "Foundation on Linux stops the process: it takes a response for granted"),
        LyingScenario(
            "leaves out the last chunk, once", ending: .stored(old), requests: 2,
            [.chunkedWithoutEnd([old]), .chunked([old])]),
        LyingScenario(
            "writes a chunk size that is none", ending: .failed(" "),
            [.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n")]),
        LyingScenario(
            "sends chunks beside a length that is wrong", ending: .stored(Data("hello".utf8)), requests: 1
        ) { _ in
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n"
            return [.raw(head + "5\r\nhello\r\n0\r\n\r\n")]
        },
    ]

    /// About limits of size and time.
    static let limits: [LyingScenario] = [
        LyingScenario(
            "sends a body without an end", ending: .quarantined("larger than the limit"), [.endless]
        ).with { $0.limits.maxSize = 300_000 },
        LyingScenario(
            "announces more than is allowed", ending: .failed("larger than the limit"), requests: 1,
            [.content(old)]
        ).with { $0.limits.maxSize = 1000 },
        LyingScenario("sends a head without an end", ending: .failed("head"), [.hugeHead(2 << 20)]),
        LyingScenario(
            "stops in the middle and stays silent", ending: .failed("no byte arrived"),
            [.stalled(old, after: 10_000)]
        ).with {
            $0.limits.stallTimeout = .milliseconds(200)
            $0.queueLimits.retries = 0
        },
        LyingScenario("never answers", ending: .failed("no byte arrived"), [.silent]).with {
            $0.limits.stallTimeout = .milliseconds(200)
            $0.queueLimits.retries = 0
        },
        LyingScenario(
            "sends a byte now and then", ending: .failed("not done within"),
            [.dripped(old, piece: 100, every: .milliseconds(20))]
        ).with {
            $0.limits.totalTimeout = .milliseconds(300)
            $0.queueLimits.retries = 0
        },
    ]

    private static let undecoded = "Foundation cannot tell whether coded content is whole"

    /// About content codings.
    static let codings: [LyingScenario] = [
        LyingScenario(
            "compresses without being asked", ending: .stored(CodedContent.plain), requests: 1,
            [.content(CodedContent.gzip, fields: [("Content-Encoding", "gzip")])]
        ).except("urlsession", .failed("cannot decode"), because: undecoded),
        LyingScenario(
            "ends a compressed stream too early, and announces just that", ending: .failed("its end"),
            [.content(CodedContent.gzip.dropLast(20), fields: [("Content-Encoding", "gzip")])]
        ).except("urlsession", .failed("cannot decode"), because: undecoded),
        LyingScenario(
            "calls a gzip file compressed", ending: .stored(CodedContent.gzip), requests: 1,
            [.content(CodedContent.gzip, fields: [("Content-Encoding", "x-gzip")])]
        ).named("notes.tar.gz").except("urlsession", .failed("cannot decode"), because: undecoded),
        LyingScenario(
            "sends a few bytes that decode to very many", ending: .failed("factor"),
            [.content(CodedContent.bomb, fields: [("Content-Encoding", "br")])]
        ).except("urlsession", .failed("cannot decode"), because: undecoded),
        LyingScenario(
            "calls something compressed that is not", ending: .failed(" "),
            [.content(old, fields: [("Content-Encoding", "gzip")])]),
        LyingScenario(
            "continues a document in a coding", ending: .stored(old), requests: 3,
            [
                first,
                .content(
                    CodedContent.gzip, status: 206,
                    fields: [
                        ("Content-Encoding", "gzip"), tag, ("Content-Range", "bytes 40000-99999/100000"),
                    ]),
                honest,
            ]),
        LyingScenario(
            "applies a coding that nobody knows", ending: .failed("coding"),
            [.content(old, fields: [("Content-Encoding", "rot13")])]),
    ]
}
