import CarrelHTTP
import Foundation

extension FetcherConformance {
    static let content: [Check] = [
        Check("an empty content is a whole response") { bed in
            try bed.stage("/empty", .content(Data()))
            let sink = try await bed.get("/empty")
            try requireEqual(sink.head?.status, 200, "status")
            try requireEqual(sink.content, Data(), "content")
            try requireEqual(sink.result.contentCalls, 0, "calls with content")
        },
        Check("a response without content is whole") { bed in
            try bed.stage("/none", .status(204))
            try requireEqual(try await bed.get("/none").head?.status, 204, "status")
        },
        Check("a small content arrives byte for byte") { bed in
            let bytes = TestBytes.make(777)
            try bed.stage("/small", .content(bytes))
            try requireEqual(try await bed.get("/small").content, bytes, "content")
        },
        Check("a content of 5 MB arrives byte for byte, in pieces") { bed in
            let bytes = TestBytes.make(5_000_000)
            try bed.stage("/large", .content(bytes))
            let sink = try await bed.get("/large")
            try require(sink.content == bytes, "the content differs")
            try require(sink.result.contentCalls > 1, "all came in one piece")
        },
        Check("a content in chunks arrives whole and in order") { bed in
            let bytes = TestBytes.make(100_000)
            let chunks = [bytes[..<1], bytes[1..<70_000], bytes[70_000...]].map { Data($0) }
            try bed.stage("/chunked", .chunked(chunks))
            try requireEqual(try await bed.get("/chunked").content, bytes, "content")
        },
        Check("a content that ends with the connection arrives whole") { bed in
            let bytes = TestBytes.make(30_000)
            try bed.stage("/close", .untilClose(bytes))
            try requireEqual(try await bed.get("/close").content, bytes, "content")
        },
        Check("the head comes before the content is there") { bed in
            let gate = Gate()
            let length = HTTPFields([("Content-Length", "4"), ("ETag", "\"7\"")])
            try bed.stage(
                "/slow", Reply([.head(status: 200, fields: length), .wait(gate), .bytes(Data("late".utf8))]))
            let sink = CollectingSink()
            async let done = bed.get("/slow", into: sink)
            try await sink.calls(atLeast: 1)
            try requireEqual(sink.head?.validators.entityTag, "\"7\"", "entity tag")
            try requireEqual(sink.content, Data(), "content before it was sent")
            gate.open()
            try requireEqual(try await done.content, Data("late".utf8), "content")
        },
        Check("the head names the URL that answered") { bed in
            let url = try bed.stage("/named?a=b%20c", .content("x"))
            let sink = try await bed.get("/named?a=b%20c")
            try requireEqual(sink.head?.url.absoluteString, url.absoluteString, "URL")
        },
        Check("404 and 503 are responses, with their fields and content") { bed in
            try bed.stage("/status", .status(404), .status(503, retryAfter: "7"))
            try requireEqual(try await bed.get("/status").head?.status, 404, "status")
            let busy = try await bed.get("/status")
            try requireEqual(busy.head?.status, 503, "status")
            try requireEqual(busy.head?.fields["Retry-After"], "7", "Retry-After")
            try requireEqual(busy.content, Data("status 503\n".utf8), "content")
        },
        Check("401 is a response") { bed in
            try bed.stage("/locked", .status(401, fields: [("WWW-Authenticate", "Basic realm=\"x\"")]))
            try requireEqual(try await bed.get("/locked").head?.status, 401, "status")
        },
        Check("request fields are sent as they are") { bed in
            try bed.stage("/fields", .content("x"))
            try await bed.get("/fields", fields: [("X-One", "a, b"), ("Accept", "text/html")])
            let request = try requireValue(bed.requests("/fields").first, "the request")
            try requireEqual(request.method, "GET", "method")
            try requireEqual(request.fields.values("X-One"), ["a, b"], "X-One")
            try requireEqual(request.fields.values("Accept"), ["text/html"], "Accept")
        },
        Check("no content coding is asked for, unless the request names one itself") { bed in
            try bed.stage("/coding", .content("x"))
            try await bed.get("/coding")
            try await bed.get("/coding", fields: [("accept-encoding", "gzip")])
            let asked = bed.requests("/coding").map { $0.fields.values("Accept-Encoding") }
            try requireEqual(asked, [["identity"], ["gzip"]], "Accept-Encoding")
        },
        Check("many exchanges at once do not mix") { bed in
            let contents = (0..<60).map { TestBytes.make(20_000 + $0, seed: UInt64($0 + 1)) }
            for (index, content) in contents.enumerated() {
                try bed.stage("/many/\(index)", .content(content))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, content) in contents.enumerated() {
                    group.addTask {
                        let sink = try await bed.get("/many/\(index)")
                        try require(sink.content == content, "content \(index) differs")
                    }
                }
                try await group.waitForAll()
            }
        },
    ]
}
