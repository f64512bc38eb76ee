import CarrelHTTP
import Foundation

extension LyingScenario {
    /// A 206 with these fields and content.
    private static func part(_ content: Data, _ fields: (String, String)...) -> Reply {
        .content(content, status: 206, fields: fields)
    }

    /// The second request gets something else than it asked for; the third gets the document.
    private static func wrong(_ name: String, _ reply: Reply) -> LyingScenario {
        LyingScenario(name, ending: .stored(old), requests: 3, [first, reply, honest])
    }

    /// About ranges.
    static let ranges: [LyingScenario] = [
        LyingScenario("is honest about ranges", ending: .stored(old), requests: 2, [first, honest]),
        wrong(
            "sends another range than was asked for",
            part(old.dropFirst(30_000), ("Content-Range", "bytes 30000-99999/100000"), tag)),
        wrong(
            "says another total length than before",
            part(old.dropFirst(40_000), ("Content-Range", "bytes 40000-99999/100001"), tag)),
        wrong(
            "sends several parts at once",
            part(
                Data("--x\r\n\r\nhello\r\n--x--".utf8), ("Content-Type", "multipart/byteranges; boundary=x"),
                tag)),
        wrong("does not say which part it sends", part(old.dropFirst(40_000), tag)),
        wrong(
            "sends a part of another length than it says",
            part(old.dropFirst(90_000), ("Content-Range", "bytes 40000-99999/100000"), tag)),
        wrong(
            "says that there is nothing from that place on",
            .content(Data(), status: 416, fields: [("Content-Range", "bytes */10")])),
        wrong("refuses every request for a part", .status(403)),
        wrong("has nothing to say to a request for a part", .status(204)),
        wrong("says 304 to a request for a part", .status(304)),
        wrong(
            "gives a part two entity tags",
            part(old.dropFirst(40_000), ("Content-Range", "bytes 40000-99999/100000"), tag, ("ETag", "\"2\""))
        ),
        wrong(
            "sends the rest as the whole of the same version", .content(old.dropFirst(40_000), fields: [tag])),
        wrong("sends the rest as the whole of no version", .content(old.dropFirst(40_000))),
        LyingScenario(
            "closes the connection to every request for a part", ending: .stored(old),
            [first, Reply { $0.fields.contains("Range") ? [.close] : honest.steps($0) }]),
        LyingScenario("sends less than it was asked for, again and again", ending: .stored(old), requests: 9)
        {
            _ in
            [first]
                + stride(from: 40_000, to: 100_000, by: 8000).map { start in
                    let end = min(start + 8000, old.count)
                    return part(
                        old[start..<end], ("Content-Range", "bytes \(start)-\(end - 1)/100000"), tag)
                }
        },
        LyingScenario(
            "sends a part as the whole", ending: .failed("a part of the document as the whole"),
            [.content(old.prefix(1000), fields: [("Content-Range", "bytes 0-999/100000")])]),
        LyingScenario(
            "sends nothing of it as the whole", ending: .failed("as the whole"),
            [.content(old.prefix(1000), fields: [("Content-Range", "bytes */100000")])]),
        LyingScenario(
            "gives the whole two lengths", ending: .failed("two lengths"),
            [.content(old.prefix(1000), fields: [("Content-Range", "bytes 0-99999/100000")])]),
        LyingScenario(
            "says how long the whole is, and sends less", ending: .failed("100000 were announced"),
            [.chunked([old.prefix(1000)], fields: [("Content-Range", "bytes 0-99999/100000")])]),
        LyingScenario(
            "sends the whole as a part of itself", ending: .stored(old), requests: 1,
            [part(old, ("Content-Range", "bytes 0-99999/100000"))]),
        LyingScenario(
            "sends everything where a part was asked for", ending: .stored(new), requests: 2,
            [first, .ignoringRange(new, entityTag: "\"2\"")]),
        LyingScenario(
            "sends a part where everything was asked for", ending: .failed("not asked for"), requests: 1,
            [part(old.prefix(10), ("Content-Range", "bytes 0-9/100000"))]),
        LyingScenario(
            "says 304 to a request without a condition", ending: .failed("304"), requests: 1, [.status(304)]),
        LyingScenario("breaks off after the very last byte", ending: .stored(old)) { _ in
            let head = HTTPFields([tag, ("Transfer-Encoding", "chunked")])
            return [Reply([.head(status: 200, fields: head), .chunk(old), .close]), honest]
        },
    ]

    /// A file that changes between the tries: never a mix of two versions, whatever vouches for them.
    static let versions: [LyingScenario] =
        [
            ("a strong entity tag", [tag], Reply.document(new, entityTag: "\"2\"")),
            ("a weak entity tag", [("ETag", "W/\"1\"")], .document(new, entityTag: "W/\"2\"")),
            (
                "a date", [("Last-Modified", "Sat, 01 Jan 2022 00:00:00 GMT")],
                .document(new, lastModified: "Sun, 02 Jan 2022 00:00:00 GMT")
            ),
            (
                "a date that stays the same", [("Last-Modified", "Sat, 01 Jan 2022 00:00:00 GMT")],
                .document(new, lastModified: "Sat, 01 Jan 2022 00:00:00 GMT")
            ),
            ("nothing at all", [], .document(new)),
        ].map { what, fields, second in
            LyingScenario(
                "changes the file between the tries, with \(what)", ending: .stored(new),
                [broken(old, after: 80_000, fields: fields), second])
        } + [
            LyingScenario(
                "continues another version in spite of If-Range", ending: .stored(new), requests: 3,
                [
                    first, .wrongRange(new, from: 40_000, entityTag: "\"2\""),
                    .document(new, entityTag: "\"2\""),
                ])
        ]
}
