import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// What is remembered of tries.
extension LibraryConformance {
    static let attempts: [Check] = [
        Check("attempts are told newest first, and the newest fifty are kept") { bed in
            let library = try await bed.openListed()
            try require(try await library.attempts(for: Sample.key, limit: 9).isEmpty, "before the first one")
            for number in 0..<100 {
                try await library.commit([
                    Sample.tried(.failed, reason: "\(number)"), Sample.tried(.failed, of: Sample.later),
                ])
            }
            let reasons = try await library.attempts(for: Sample.key, limit: 100).map(\.reason)
            let newest = (0..<100).reversed().map { String?("\($0)") }
            try require(reasons.count >= 50, "only \(reasons.count) attempts are kept")
            try requireEqual(reasons, Array(newest.prefix(reasons.count)), "the attempts")
            try requireEqual(
                try await library.attempts(for: Sample.key, limit: 3).map(\.reason), ["99", "98", "97"],
                "three of them")
        },
        Check("an attempt comes back as it was, with whatever a server said") { bed in
            let library = try await bed.openListed()
            let url = try requireValue(URL(string: "http://x.example/b"), "a URL")
            let head = ResponseHead(
                status: 206,
                fields: HTTPFields([
                    ("ETag", "\"a\\b\""), ("Last-Modified", "\u{1}\u{1F}\t\u{7F}"), ("Content-Length", "3"),
                    ("Content-Type", "text/plain; x=\"é \u{1F40C}\""), ("Retry-After", "3"),
                ]), url: url, redirects: [url])
            var attempt = Sample.attempt(.quarantined, reason: "said \"no\"")
            (attempt.status, attempt.action) = (nil, .revalidate)
            let digests = [
                ExpectedDigest(.sha256, bytes: [UInt8](repeating: 7, count: 32), origin: .reprDigest),
                ExpectedDigest(.md5, bytes: [UInt8](repeating: 0xA0, count: 16), origin: .checksumFile),
            ].compactMap { $0 }
            let decisions: [AttemptExchange.Decision] = [
                .setAside(reason: "x\ny \"z\""), .take, .keep, .giveUp(reason: ""),
                .tryAgain(reason: "429 Too Many Requests"), .stop(reason: nil),
                .stop(reason: "the disk is full"),
                .startOver, .confirm, .worded("leave it"),
            ]
            let asked: [AttemptExchange.Asked] = [
                .rest(offset: 1 << 40, overlap: 65536), .whole, .unlessUnchanged,
                .rest(offset: 1, overlap: 0),
                .proven(offset: 16), .confirmation, .worded("all of it"),
            ]
            attempt.exchanges = decisions.indices.map { index in
                AttemptExchange(
                    asked: asked[index % asked.count], url: "http://x.example/a",
                    head: index == 0 ? head : nil,
                    digests: index == 0 ? digests : [], decision: decisions[index])
            }
            attempt.exchanges[0].content = "0123456789abcdef"
            try await library.commit([.attempt(attempt, updateAvailable: true)])
            try requireEqual(try await library.attempts(for: Sample.key, limit: 9), [attempt], "the attempts")
        },
        Check("the last try of a document that could not get its name has failed, those before have not") {
            bed in
            let library = try await bed.openListed()
            try await library.commit([Sample.tried(.stored)])
            try await library.commit([Sample.stored(), Sample.tried(.stored)])
            try await library.commit([
                .refused(Sample.key, reason: "something else is there"),
                .refused(Sample.key("http://x.example/none"), reason: "nobody tried it"),
            ])
            let attempts = try await library.attempts(for: Sample.key, limit: 9)
            try requireEqual(attempts.map(\.outcome), [.failed, .stored], "how they ended")
            try requireEqual(attempts.map(\.reason), ["something else is there", nil], "why")
            try await library.commit([.refused(Sample.key, reason: "another one")])
            try requireEqual(
                try await library.attempts(for: Sample.key, limit: 1).map(\.reason),
                ["something else is there"], "a try that had failed before")
        },
        Check("a failure is an item's until a later try, and a cancelled try changes nothing") { bed in
            let library = try await bed.openListed()
            func item() async throws -> ItemMemory {
                try await library.memory(of: Sample.location).items[Sample.key] ?? ItemMemory()
            }
            try await library.commit([Sample.stored()])
            try await library.commit([Sample.tried(.failed, reason: "404", updateAvailable: true)])
            try requireEqual(try await item().lastFailure, "404", "the failure")
            try require(try await item().updateAvailable, "the server has a newer version")
            try await library.commit([Sample.tried(.parked)])
            try requireEqual(try await item().lastFailure, "404", "the failure after a cancelled try")
            try require(try await item().updateAvailable, "the newer version after a cancelled try")
            try await library.commit([Sample.tried(.quarantined, reason: "an HTML page")])
            try requireEqual(
                try await item().lastFailure, "an HTML page", "another document than was promised")
            try await library.commit([Sample.tried(.unchanged)])
            try require(try await item().lastFailure == nil, "the failure after a try that went well")
            try require(try await !item().updateAvailable, "the newer version after a try that went well")
        },
    ]
}
