import CarrelHTTP
import Foundation

extension FetcherConformance {
    private static let date = "Sat, 03 Nov 2012 10:00:00 GMT"
    private static let bytes = TestBytes.make(10_000)

    static let conditions: [Check] = [
        Check("a request's own method is sent, and the next request has its own again") { bed in
            try bed.stage("/folder", .content("x", status: 207))
            for method in [FetchRequest.Method.get, .propfind, .get] {
                var request = FetchRequest(url: try bed.url("/folder"))
                request.method = method
                try await bed.fetcher.fetch(request, into: CollectingSink())
            }
            try requireEqual(bed.requests("/folder").map(\.method), ["GET", "PROPFIND", "GET"], "methods")
        },
        Check("If-None-Match of the current version brings 304 without content") { bed in
            try bed.stage("/doc", .document(bytes, entityTag: "\"1\""))
            let first = try await bed.get("/doc")
            let tag = try requireValue(first.head?.validators.entityTag, "the entity tag")
            let second = try await bed.get("/doc", fields: [("If-None-Match", tag)])
            try requireEqual(second.head?.status, 304, "status")
            try requireEqual(second.result.contentCalls, 0, "calls with content")
        },
        Check("If-None-Match of another version brings the new one") { bed in
            try bed.stage("/doc", .document(bytes, entityTag: "\"2\""))
            let sink = try await bed.get("/doc", fields: [("If-None-Match", "\"1\"")])
            try requireEqual(sink.head?.status, 200, "status")
            try requireEqual(sink.content, bytes, "content")
        },
        Check("If-Modified-Since with the known date brings 304") { bed in
            try bed.stage("/doc", .document(bytes, lastModified: date))
            let sink = try await bed.get("/doc", fields: [("If-Modified-Since", date)])
            try requireEqual(sink.head?.status, 304, "status")
        },
        Check("a range of the same version brings 206 and just those bytes") { bed in
            try bed.stage("/doc", .document(bytes, entityTag: "\"1\""))
            let sink = try await bed.get(
                "/doc", fields: [("Range", "bytes=4000-"), ("If-Range", "\"1\"")])
            try requireEqual(sink.head?.status, 206, "status")
            try requireEqual(sink.head?.contentRange?.bytes, 4000...9999, "range")
            try requireEqual(sink.head?.contentRange?.completeLength, 10_000, "complete length")
            try requireEqual(sink.content, Data(bytes[4000...]), "content")
        },
        Check("a range of a changed file brings the whole new one") { bed in
            let new = TestBytes.make(9_000, seed: 2)
            try bed.stage("/doc", .document(new, entityTag: "\"2\""))
            let sink = try await bed.get(
                "/doc", fields: [("Range", "bytes=4000-"), ("If-Range", "\"1\"")])
            try requireEqual(sink.head?.status, 200, "status")
            try requireEqual(sink.content, new, "content")
        },
        Check("a range behind the end brings 416 with the length") { bed in
            try bed.stage("/doc", .document(bytes, entityTag: "\"1\""))
            let sink = try await bed.get("/doc", fields: [("Range", "bytes=10000-")])
            try requireEqual(sink.head?.status, 416, "status")
            try requireEqual(sink.head?.contentRange?.completeLength, 10_000, "complete length")
        },
        Check("a server that ignores ranges brings 200 and everything") { bed in
            try bed.stage("/doc", .ignoringRange(bytes))
            let sink = try await bed.get("/doc", fields: [("Range", "bytes=4000-")])
            try requireEqual(sink.head?.status, 200, "status")
            try requireEqual(sink.content, bytes, "content")
        },
        Check("a wrong range is reported as the server sent it") { bed in
            try bed.stage("/doc", .wrongRange(bytes, from: 2000))
            let sink = try await bed.get("/doc", fields: [("Range", "bytes=4000-")])
            try requireEqual(sink.head?.contentRange?.bytes, 2000...9999, "range")
            try requireEqual(sink.content, Data(bytes[2000...]), "content")
        },
    ]
}
