import CarrelBasics
import CarrelHTTP
import Foundation

extension FetcherConformance {
    static let failures: [Check] = [
        Check("content cut short is an error") { bed in
            let sink = CollectingSink()
            try bed.stage("/short", .truncated(TestBytes.make(50_000), after: 20_000))
            let error = try await bed.failure("/short", into: sink)
            try requireEqual(error.code, .truncated, "code")
            try require(error.isTransient, "a later try may succeed")
            try requireEqual(error.subject, try bed.url("/short").absoluteString, "subject")
            try requireEqual(sink.content, TestBytes.make(50_000).prefix(20_000), "what had come")
        },
        Check("a missing last chunk is an error") { bed in
            try bed.stage("/chunks", .chunkedWithoutEnd([TestBytes.make(5_000)]))
            try requireEqual(try await bed.failure("/chunks").code, .truncated, "code")
        },
        Check("a connection that is closed without a response is an error") { bed in
            try bed.stage("/closed", .closedAtOnce)
            let error = try await bed.failure("/closed")
            try require([.truncated, .malformed].contains(error.code), "code \(error.code)")
        },
        Check("something other than HTTP is an error") { bed in
            try bed.stage("/odd", .raw("SSH-2.0-OpenSSH_9.2\r\n\r\n"))
            let error = try await bed.failure("/odd")
            try require([.truncated, .malformed].contains(error.code), "code \(error.code)")
        },
        Check("a scheme other than http and https is refused") { bed in
            let file = FetchRequest(url: URL(filePath: "/etc/hostname"))
            try requireEqual(await bed.error(of: file)?.code, .refusedURL, "code")
        },
        Check("a line break in a field is refused, not sent") { bed in
            try bed.stage("/inject", .content("x"))
            for value in ["a\r\nX-Injected: 1", "a\nb", "a\0b", "a\rb"] {
                let error = try await bed.failure("/inject", fields: [("X-Field", value)])
                try requireEqual(error.code, .malformed, "code")
            }
            let error = try await bed.failure("/inject", fields: [("X Field: y\r\nZ", "v")])
            try requireEqual(error.code, .malformed, "code")
            try requireEqual(bed.requests("/inject").count, 0, "requests")
        },
    ]

    static let brokenHeads: [Check] = [
        Check("a head cut short is an error") { bed in
            let sink = CollectingSink()
            try bed.stage("/head", .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"1"))
            let error = try await bed.failure("/head", into: sink)
            try require([.truncated, .malformed].contains(error.code), "code \(error.code)")
            try require(sink.head == nil, "the sink got half a head")
        }
    ]
}
