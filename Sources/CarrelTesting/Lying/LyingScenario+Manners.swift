import CarrelCore
import CarrelHTTP
import Foundation

extension LyingScenario {
    /// About redirects.
    static let redirects: [LyingScenario] = [
        LyingScenario("redirects in a circle", ending: .failed("redirects")) { server in
            [.redirect(to: "\(server)/notes.txt")]
        },
        LyingScenario("redirects to another host", ending: .stored(old), requests: 1) { server in
            let other = server.replacingOccurrences(of: "127.0.0.1", with: "localhost")
            return [.redirect(to: "\(other)/elsewhere.txt")]
        }.beside("/elsewhere.txt", .content(old)),
        LyingScenario(
            "redirects to a file", ending: .failed("local links"), requests: 1,
            [.redirect(to: "file:///etc/passwd")]),
        LyingScenario(
            "redirects to a private address, from a public catalogue", ending: .failed("private"),
            requests: 0, [.redirect(to: "http://10.0.0.1/")]
        ).with { $0.privateAddresses = .refuse },
        LyingScenario("redirects to nowhere", ending: .failed("302"), requests: 1, [.status(302)]),
    ]

    /// About patience.
    static let patience: [LyingScenario] = [
        LyingScenario(
            "says 429 with Retry-After: 3, then delivers", ending: .stored(old), requests: 2,
            [.status(429, retryAfter: "3"), .content(old)]),
        LyingScenario(
            "says 503 twice, then delivers", ending: .stored(old), requests: 3,
            [.status(503), .status(503), .content(old)]),
        LyingScenario(
            "says 429 for ever", ending: .failed("429"), requests: 3, [.status(429, retryAfter: "1")]),
        LyingScenario(
            "asks for an hour", ending: .failed("429"), requests: 1,
            [.status(429, retryAfter: "3600"), .content(old)]),
        LyingScenario(
            "asks to wait until a date that has passed", ending: .stored(old), requests: 2,
            [.status(503, retryAfter: "Sat, 01 Jan 2022 00:00:00 GMT"), .content(old)]),
        LyingScenario("has no such document", ending: .failed("404 Not Found"), requests: 1, [.status(404)]),
    ]
}
