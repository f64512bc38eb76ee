import CarrelBasics
import CarrelHTTP
import Foundation

extension FetcherConformance {
    private static let own = Data("what was asked for".utf8)
    private static let stray = [
        Reply.Step.head(status: 200, fields: HTTPFields([("Content-Length", "5")])),
        .bytes(Data("stray".utf8)),
    ]

    /// What a server may send behind a response, by name.
    private static let excesses: [(name: String, steps: [Reply.Step])] = [
        ("another response", whole + stray),
        ("another response behind chunks", chunks + stray),
        ("another response behind one of several reads", whole(TestBytes.make(200_000)) + stray),
        ("more than it announced", whole + [.bytes(Data("and more".utf8))]),
        ("content after 304", [.head(status: 304)] + stray),
        ("content after 204", [.head(status: 204)] + [.bytes(own)]),
        ("content where it announced none", whole(Data()) + [.bytes(own)]),
    ]

    /// What came over a connection belongs to the request that it was sent for.
    static let mixing: [Check] =
        excesses.map { excess in
            Check("a connection that brings \(excess.name) is mixed, and is not used again") { bed in
                try bed.stage("/strange", Reply(excess.steps))
                try bed.stage("/next", .content(own))
                let strange = try connection(try await bed.get("/strange"))
                let mixed = await bed.fetcher.mixedConnections()
                try requireEqual(mixed, [strange], "mixed connections")
                let next = try await bed.get("/next")
                try requireEqual(next.content, own, "content")
                try require(try connection(next) != strange, "the connection was used again")
                try requireEqual(await bed.fetcher.mixedConnections(), [strange], "mixed connections later")
            }
        } + [
            Check("what waits to be read before a request is sent is not its response") { bed in
                try bed.stage("/strange", Reply(whole(TestBytes.make(200_000)) + stray))
                try bed.stage("/next", .content(own))
                // Nobody looks in between.
                let strange = try await bed.get("/strange")
                let next = try await bed.get("/next")
                try requireEqual(next.content, own, "content")
                try require(try connection(next) != connection(strange), "the connection was used again")
            },
            Check(
                "rubbish on a connection that was used before fails nobody: the request is sent again at once"
            ) {
                bed in
                let used = Locked<Set<Int>>([])
                try bed.stage(
                    "/rubbish",
                    Reply { request in
                        let isFirst = used.withLock { $0.insert(request.connection).inserted }
                        return (isFirst ? [] : [.raw(Data("rubbish\r\n: more\r\n\r\n".utf8))]) + whole
                    })
                let first = try connection(try await bed.get("/rubbish"))
                let second = try await bed.get("/rubbish")
                try requireEqual(second.content, own, "content")
                try requireEqual(bed.requests("/rubbish").count, 3, "requests")
                try requireEqual(await bed.fetcher.mixedConnections(), [first], "mixed connections")
            },
            Check("a head names its connection, the same one for one exchange after the other") { bed in
                try bed.stage("/doc", .content(own))
                let first = try connection(try await bed.get("/doc"))
                try requireEqual(try connection(try await bed.get("/doc")), first, "connection")
            },
            Check("the head behind redirects names their connections, too") { bed in
                try bed.stage("/old", .redirect(to: "/new"))
                try bed.stage("/new", .content(own))
                let head = try await bed.get("/old", followsRedirects: true).head
                try requireEqual(head?.redirectConnections.count, 1, "connections of redirects")
                try requireEqual(head?.connections.count, 2, "connections")
            },
            Check("an exchange with a connection of its own shares it with none") { bed in
                try bed.stage("/doc", .content(own))
                let shared = try connection(try await bed.get("/doc"))
                var request = FetchRequest(url: try bed.url("/doc"))
                request.usesOwnConnection = true
                var connections: Set<ConnectionID> = [shared]
                for _ in 0..<2 {
                    let sink = CollectingSink()
                    try await bed.fetcher.exchange(request, into: sink)
                    connections.insert(try connection(sink))
                }
                try requireEqual(connections.count, 3, "connections")
                try requireEqual(try connection(try await bed.get("/doc")), shared, "the shared connection")
            },
            Check("what a server may do is never taken for more than was asked for") { bed in
                try bed.stage("/doc", .document(own, entityTag: "\"1\""))
                try bed.stage("/large", .content(TestBytes.make(300_000)))
                try bed.stage("/chunked", .chunked([own, own]))
                try bed.stage("/close", .untilClose(own))
                try bed.stage("/last", Reply(whole + [.close]))
                try bed.stage("/none", .status(204))
                try bed.stage("/missing", .status(404))
                for path in ["/doc", "/large", "/chunked", "/none", "/missing", "/last", "/close", "/doc"] {
                    try await bed.get(path)
                    try await bed.get(path, into: CollectingSink(.skip))
                }
                try await bed.get("/doc", fields: [("If-None-Match", "\"1\"")])
                _ = try await bed.failure("/large", into: CollectingSink(.stopAfter(1)))
                _ = try await bed.failure("/large", into: CollectingSink(.stopAtHead))
                try bed.stage("/endless", .endless)
                try await bed.get("/endless", into: CollectingSink(.skip))
                let sink = CollectingSink(.count)
                let request = FetchRequest(url: try bed.url("/endless"))
                let task = Task { await bed.error(of: request, into: sink) }
                try await sink.calls(atLeast: 3)
                task.cancel()
                _ = await task.value
                try requireEqual(await bed.fetcher.mixedConnections(), [], "mixed connections")
            },
        ]

    private static let whole = whole(own)
    private static let chunks: [Reply.Step] = [
        .head(status: 200, fields: HTTPFields([("Transfer-Encoding", "chunked")])), .chunk(own), .lastChunk,
    ]

    private static func whole(_ content: Data) -> [Reply.Step] {
        let head = Reply.Step.head(
            status: 200, fields: HTTPFields([("Content-Length", "\(content.count)")]))
        // A large piece leaves at once. What follows must be there when the last bytes are, and leaves with them.
        return [head]
            + [content.dropLast(1_000), content.suffix(1_000)].filter { !$0.isEmpty }.map(Reply.Step.bytes)
    }

    private static func connection(_ sink: CollectingSink) throws -> ConnectionID {
        try requireValue(sink.head?.connection, "the connection")
    }
}
