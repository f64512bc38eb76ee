import CarrelBasics
import CarrelCore
import CarrelDigest
import CarrelHTTP
import CarrelStages
import Foundation

extension LyingScenario {
    private static let text = Data("abc".utf8)
    private static let page = Data("<!DOCTYPE html><title>Please log in</title>".utf8)
    /// The digest of `abc`: FIPS 180-4, example B.1.
    private static let digest = "sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:"

    /// The value of a field with a digest.
    static func digestField(of content: Data) -> String {
        "sha-256=:\(SHA256.base64(SHA256.digits(of: content))):"
    }

    /// About what a body is.
    static let promises: [LyingScenario] = [
        LyingScenario(
            "sends a login page for a PDF", ending: .quarantined("HTML page instead of"), requests: 1,
            [.content(page, fields: [("Content-Type", "text/html")])]
        ).named("slides.pdf"),
        LyingScenario(
            "calls a login page a PDF", ending: .quarantined("HTML page instead of"), requests: 1,
            [.content(page, fields: [("Content-Type", "application/pdf")])]
        ).named("slides.pdf"),
        LyingScenario(
            "sends a login page for plain text", ending: .quarantined("HTML page instead of"), requests: 1,
            [.content(page, fields: [("Content-Type", "text/html; charset=utf-8")])]),
        LyingScenario(
            "sends a page as plain text, and says so", ending: .stored(page), requests: 1,
            [.content(page, fields: [("Content-Type", "text/plain")])]),
        LyingScenario("sends an empty body", ending: .quarantined("empty"), requests: 1, [.content(Data())]),
        LyingScenario(
            "sends a wrong Repr-Digest once", ending: .stored(text), requests: 2,
            [
                .content("abX", fields: [("Repr-Digest", digest)]),
                .content(text, fields: [("Repr-Digest", digest)]),
            ]),
        LyingScenario(
            "always sends a wrong Repr-Digest", ending: .quarantined("sha-256"), requests: 2,
            [.content("abX", fields: [("Repr-Digest", digest)])]),
        LyingScenario(
            "always sends a wrong Content-Digest", ending: .quarantined("sha-256"), requests: 2,
            [.content("abX", fields: [("Content-Digest", digest)])]),
        LyingScenario(
            "promises a digest with the first bytes and sends others after a break", ending: .stored(old),
            requests: 3
        ) { _ in
            let promise = [tag, ("Repr-Digest", digestField(of: old))]
            return [
                broken(old, after: 40_000, fields: promise),
                .wrongRange(spoilt, from: 40_000, entityTag: tag.1), honest,
            ]
        },
        LyingScenario(
            "continues with bytes that a Content-Digest denies", ending: .stored(old), requests: 3,
            [first, rest(from: 40_000, sending: spoilt.dropFirst(40_000), fields: [tag]), honest]),
        LyingScenario(
            "continues with the bytes of a Content-Digest", ending: .stored(old), requests: 2,
            [first, rest(from: 40_000, sending: old.dropFirst(40_000), fields: [tag])]),
        LyingScenario("repeats some of the bytes of a Content-Digest", ending: .stored(old), requests: 2) {
            _ in
            let date = [("Last-Modified", "Sat, 01 Jan 2022 00:00:00 GMT")]
            let place = 80_000 - (64 << 10)
            return [
                broken(old, after: 80_000, fields: date),
                rest(from: place, sending: old.dropFirst(place), fields: date),
            ]
        },
        LyingScenario(
            "breaks off a part with a Content-Digest so that nothing tells it", ending: .stored(old),
            requests: 3
        ) { _ in
            let fields = HTTPFields([
                ("Content-Range", "bytes 40000-\(old.count - 1)/\(old.count)"),
                ("Content-Digest", digestField(of: old.dropFirst(40_000))), tag,
            ])
            return [
                first,
                Reply([.head(status: 206, fields: fields), .bytes(old[40_000..<60_000]), .close]),
                rest(from: 60_000, sending: old.dropFirst(60_000), fields: [tag]),
            ]
        },
        LyingScenario(
            "sends a Repr-Digest that is none", ending: .stored(text), requests: 1,
            [.content(text, fields: [("Repr-Digest", "sha-256=nonsense, md5=:AAAA:")])]),
    ]

    /// Bytes as the rest of a document, with the digest of the right ones.
    private static func rest(
        from place: Int, sending content: Data, fields: [(String, String)]
    ) -> Reply {
        .content(
            content, status: 206,
            fields: fields + [
                ("Content-Range", "bytes \(place)-\(old.count - 1)/\(old.count)"),
                ("Content-Digest", digestField(of: old.dropFirst(place))),
            ])
    }

    /// About checksums beside a document.
    static let checksums: [LyingScenario] = [
        LyingScenario(
            "has a file of checksums that cannot be fetched", ending: .failed("file of checksums"),
            requests: 1, [.document(text, entityTag: "\"1\"")]
        )
        .beside("/notes.txt.sha256", .status(503)).with {
            $0.usesChecksumFiles = true
            $0.queueLimits.retries = 0
        }
    ]

    /// About names.
    static let names: [LyingScenario] = [
        suggestion("suggests a name with a path", "attachment; filename=\"../../evil.txt\"", "evil.txt"),
        suggestion(
            "suggests two names", "attachment; filename=\"wrong.txt\"; filename*=UTF-8''right.txt",
            "right.txt"),
        suggestion("suggests a hidden name", "attachment; filename=\".bashrc\"", "bashrc.txt"),
        suggestion("suggests the name of a device", "attachment; filename=\"CON.txt\"", "_CON.txt"),
    ]

    private static func suggestion(_ name: String, _ field: String, _ stored: String) -> LyingScenario {
        var scenario = LyingScenario(
            name, ending: .stored(text), requests: 1,
            [.content(text, fields: [("Content-Disposition", field), ("Content-Type", "text/plain")])]
        ).with { $0.usesContentDisposition = true }
        scenario.storedName = stored
        return scenario
    }
}
