import CarrelBasics
import CarrelHTTP
import Foundation

extension FetcherConformance {
    static let connections: [Check] = [
        Check("one exchange after the other uses one connection") { bed in
            let server = try requireValue(bed.server, "a server")
            try bed.stage("/doc", .content(TestBytes.make(1_000)))
            for _ in 0..<5 { try await bed.get("/doc") }
            try requireEqual(server.connectionCount, 1, "connections")
        },
        Check("a short content that is not wanted leaves the connection usable") { bed in
            let server = try requireValue(bed.server, "a server")
            try bed.stage("/doc", .content(TestBytes.make(1_000)))
            for _ in 0..<3 { try await bed.get("/doc", into: CollectingSink(.skip)) }
            try requireEqual(server.connectionCount, 1, "connections")
        },
        Check("a connection that the server closed is replaced") { bed in
            try bed.stage("/doc", Reply.content("a"), .content("b"))
            try bed.stage("/last", Reply([.head(status: 204), .close]))
            try await bed.get("/doc")
            try await bed.get("/last")
            try requireEqual(try await bed.get("/doc").content, Data("b".utf8), "content")
        },
        Check("a connection of its own is made for one exchange and closed behind it") { bed in
            let server = try requireValue(bed.server, "a server")
            try bed.stage("/doc", .content(TestBytes.make(1_000)))
            try await bed.get("/doc")
            var request = FetchRequest(url: try bed.url("/doc"))
            request.usesOwnConnection = true
            for _ in 0..<2 { try await bed.fetcher.exchange(request, into: CollectingSink()) }
            try await server.endedConnections(atLeast: 2)
            try await bed.get("/doc")
            try requireEqual(bed.requests("/doc").map(\.connection), [1, 2, 3, 1], "connections")
        },
        Check("cancelling closes the connection") { bed in
            let server = try requireValue(bed.server, "a server")
            let request = FetchRequest(url: try bed.stage("/silent", .silent))
            let task = Task { try await bed.fetcher.exchange(request, into: CollectingSink()) }
            try await bed.requested("/silent")
            task.cancel()
            _ = await task.result
            try await server.endedConnections(atLeast: 1)
        },
        Check("abandoning a content without end closes the connection") { bed in
            let server = try requireValue(bed.server, "a server")
            try bed.stage("/endless", .endless)
            try await bed.get("/endless", into: CollectingSink(.skip))
            try await server.endedConnections(atLeast: 1)
            _ = try await bed.failure("/endless", into: CollectingSink(.stopAfter(1)))
            try await server.endedConnections(atLeast: 2)
        },
        Check("a port where nobody listens is unreachable") { bed in
            let server = try LoopbackServer()
            let url = server.url("/")
            server.stop()
            try await server.stopped()
            let error = await bed.error(of: FetchRequest(url: url))
            try requireEqual(error?.code, .unreachable, "code")
            try require(error?.remedy != nil, "the error does not say what to do")
        },
        Check("TLS to a port without TLS fails as TLS") { bed in
            let server = try requireValue(bed.server, "a server")
            let url = try requireValue(URL(string: "https://127.0.0.1:\(server.port)/"), "a URL")
            let error = await bed.error(of: FetchRequest(url: url))
            try requireEqual(error?.code, .tls, "code")
        },
    ]

    static let fieldLines: [Check] = [
        Check("field lines of one name are kept apart and in order") { bed in
            try bed.stage(
                "/lines", .content(Data(), fields: [("Link", "<a>"), ("X-Other", "1"), ("link", "<b>")]))
            let head = try await bed.get("/lines").head
            try requireEqual(head?.fields.values("Link"), ["<a>", "<b>"], "Link")
            let names = head?.fields.lines.map { $0.name.lowercased() }
            try requireEqual(names, ["link", "x-other", "link", "content-length"], "names")
        },
        Check("interim responses are not reported") { bed in
            let hints = HTTPFields([("Link", "</style.css>")])
            let length = HTTPFields([("Content-Length", "2")])
            try bed.stage(
                "/hints",
                Reply([
                    .head(status: 103, fields: hints), .head(status: 103, fields: hints),
                    .head(status: 200, fields: length), .bytes(Data("ok".utf8)),
                ]))
            let sink = try await bed.get("/hints")
            try requireEqual(sink.head?.status, 200, "status")
            try requireEqual(sink.head?.fields["Link"], nil, "Link of the interim response")
            try requireEqual(sink.content, Data("ok".utf8), "content")
        },
    ]
}
