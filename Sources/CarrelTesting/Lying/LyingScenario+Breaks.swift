import CarrelHTTP
import Foundation

extension LyingScenario {
    /// The rest from a place on; the connection is closed behind a part of it.
    private static func brokenRest(
        from start: Int, count: Int, _ others: (String, String)...
    ) -> Reply {
        let fields = HTTPFields(
            others + [
                ("Content-Range", "bytes \(start)-\(old.count - 1)/\(old.count)"),
                ("Content-Length", "\(old.count - start)"), tag,
            ])
        return Reply([
            .head(status: 206, fields: fields), .bytes(old[start..<min(start + count, old.count)]), .close,
        ])
    }

    /// About lines that break and servers that send little, each time a part of the document.
    static let breaks: [LyingScenario] = [
        LyingScenario(
            "breaks off again and again, each time a little further", ending: .stored(old), requests: 13
        ) { _ in
            [first] + stride(from: 40_000, to: 100_000, by: 5000).map { brokenRest(from: $0, count: 5000) }
        },
        LyingScenario(
            "breaks off again and again at the same place", ending: .failed(" "), requests: 3, [first]),
        LyingScenario(
            "promises a digest with a part that breaks off, and sends others behind it", ending: .stored(old),
            requests: 4,
            [
                first, brokenRest(from: 40_000, count: 20_000, ("Repr-Digest", digestField(of: old))),
                .wrongRange(spoilt, from: 60_000, entityTag: tag.1), honest,
            ]),
        LyingScenario(
            "breaks off again and again, no further than before", ending: .failed(" "),
            [first, brokenRest(from: 40_000, count: 0)]),
        LyingScenario(
            "sends less than it was asked for, a byte at a time",
            ending: .failed("the server does not continue downloads"), requests: 102
        ) { _ in
            let small = old.prefix(199)
            return [broken(small, after: 50, fields: [tag])]
                + (50..<199).map { place in
                    .content(
                        small[place..<(place + 1)], status: 206,
                        fields: [("Content-Range", "bytes \(place)-\(place)/\(small.count)"), tag])
                }
        },
    ]
}
