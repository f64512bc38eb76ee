import CarrelHTTP
import Foundation

/// What a fetcher promises of requests that send something.
extension FetcherConformance {
    private static let large = [UInt8](TestBytes.make(3 << 20))

    private static func send(
        _ content: RequestContent?, _ method: FetchRequest.Method, to path: String,
        with bed: FetcherTestbed
    ) async throws -> CollectingSink {
        var request = FetchRequest(url: try bed.url(path))
        (request.method, request.content) = (method, content)
        let sink = CollectingSink()
        if let error = await bed.error(of: request, into: sink) { throw error }
        try sink.requireNoViolations()
        return sink
    }

    static let sending: [Check] = [
        Check("content is sent whole, and the next request has none") { bed in
            try bed.stage("/object", .content("taken"))
            for content in [large, [], Array("abc".utf8)] {
                let sink = try await send(.bytes(content), .put, to: "/object", with: bed)
                try requireEqual(sink.content, Data("taken".utf8), "the response")
            }
            _ = try await send(nil, .get, to: "/object", with: bed)
            _ = try await send(.bytes([1]), .post, to: "/object", with: bed)
            _ = try await send(nil, .delete, to: "/object", with: bed)
            _ = try await send(nil, .get, to: "/object", with: bed)
            let requests = bed.requests("/object")
            try requireEqual(
                requests.map(\.method), ["PUT", "PUT", "PUT", "GET", "POST", "DELETE", "GET"], "methods")
            try requireEqual(requests.map(\.content.count), [3 << 20, 0, 3, 0, 1, 0, 0], "lengths")
            try require(requests[0].content == large, "the content has changed on its way")
            try require(requests.allSatisfy { $0.fields["Expect"] == nil }, "an Expect field")
        },
        Check("a part of a file is sent as it is") { bed in
            try bed.stage("/object", .status(200))
            let folder = try TemporaryFolder()
            let file = folder.url.appending(path: "large")
            try Data(large).write(to: file)
            let part = Int64(1_000_000)..<2_500_001
            _ = try await send(.file(file.path, part), .put, to: "/object", with: bed)
            let sent = bed.requests("/object").last?.content
            try require(sent == Array(large[1_000_000..<2_500_001]), "another part was sent")
        },
        Check("a file that cannot be read is an error, and nothing is taken for whole") { bed in
            try bed.stage("/object", .status(200))
            let folder = try TemporaryFolder()
            let short = folder.url.appending(path: "short")
            try Data("abc".utf8).write(to: short)
            for path in [short.path, folder.url.appending(path: "gone").path] {
                do {
                    _ = try await send(.file(path, 0..<10), .put, to: "/object", with: bed)
                    throw ConformanceFailure(description: "\(path) was sent")
                } catch let error as FetchError {
                    try requireEqual(error.code, .stopped, "code")
                }
            }
        },
        Check("the response to HEAD has a length and no content") { bed in
            let length = HTTPFields([("Content-Length", "5")])
            try bed.stage("/object", Reply([.head(status: 200, fields: length)]))
            for _ in 1...2 {
                let sink = try await send(nil, .head, to: "/object", with: bed)
                try requireEqual(sink.head?.contentLength, 5, "the length")
                try requireEqual(sink.result.contentCalls, 0, "calls with content")
            }
            try requireEqual(bed.requests("/object").map(\.method), ["HEAD", "HEAD"], "methods")
        },
        Check("a refusal is a response, also where it comes before all was sent") { bed in
            try bed.stage("/object", .status(403))
            let sink = try await send(.bytes(large), .put, to: "/object", with: bed)
            try requireEqual(sink.head?.status, 403, "status")
        },
    ]
}
