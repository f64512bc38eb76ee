import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// A chart whose entries are listed as they are, and whose pictures come when they are asked for.
@Suite(.timeLimit(.minutes(2))) struct ChartCommandTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    /// One pixel.
    private static let picture = "R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=="

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        let picture = try #require(Data(base64Encoded: Self.picture))
        for name in ["a", "b"] {
            server.on("/\(name).gif", .document(picture, entityTag: "\"\(name)\"", mediaType: "image/gif"))
        }
    }

    private func run(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(["--profile", "charts"] + arguments, in: workspace).wait()
    }

    private func entry(_ name: String, id: String, picture: String) -> String {
        """
        {"im:name": {"label": "\(name)"}, "id": {"label": "\(id)"}, "im:price": {"label": "Free"},
         "im:image": [{"label": "\(server.address("/\(picture).gif"))", "attributes": {"height": "1"}}]}
        """
    }

    private func sync(_ entries: String...) async throws {
        let chart = """
            {"feed": {"title": {"label": "Top"}, "id": {"label": "http://x.example/top/limit=1/json"},
             "entry": [\(entries.joined(separator: ","))]}}
            """
        let tag = "\"\(UUID())\""
        server.on("/top", .document(chart, entityTag: tag, mediaType: "text/javascript"))
        #expect(try await run("sync", server.address("/top")).status == 0)
    }

    @Test func `an entry is shown while the library is in use, and its picture is said to be missing`()
        async throws
    {
        try await sync(entry("One", id: "1", picture: "a"))
        let lock = try FileHandle(
            forUpdating: workspace.library.appending(path: ".carrel/lock"))
        #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        let shown = try await run("show", "One")
        #expect(shown.status == 1 && shown.output.contains("Price: Free"), "\(shown.output)")
        #expect(shown.output.hasSuffix("Status: not fetched\n"))
        #expect(shown.error.hasPrefix("the document could not be fetched: /"), "\(shown.error)")
        #expect(shown.error.contains("another process is using the library"))
        #expect(try await run("show", "One", "--json").objects.first?["status"] as? String == "available")
        try lock.close()
        #expect(try await run("show", "One").output.contains("Status: stored"))
    }

    @Test func `an entry of a repeated id has its own picture`() async throws {
        try await sync(entry("One", id: "1", picture: "a"), entry("Other", id: "1", picture: "b"))
        #expect(try await run("show", "top/2").output.contains("/Other.gif"))
        #expect(server.requests(for: "/a.gif").isEmpty && server.requests(for: "/b.gif").count == 1)
        #expect(try await run("preview", "top/1").output.contains("GIF"))
        #expect(try await run("preview", "top/2").output.contains("GIF"))
        let recent = try await run("recent", "--json").objects
        #expect(recent.map { $0["title"] as? String } == ["Other", "One"])
    }

    @Test func `one picture of two entries is fetched once, and each entry keeps its name`() async throws {
        try await sync(entry("One", id: "1", picture: "a"), entry("Two", id: "2", picture: "a"))
        let shown = try await run("show", "top/2").output
        #expect(shown.hasPrefix("Two\n") && shown.contains("Rank: 2\n"), "\(shown)")
        #expect(try await run("get", "top/1", "top/2").status == 0)
        #expect(try await run("preview", "top/2").status == 0)
        let recent = try await run("recent", "--json").objects
        #expect(recent.map { $0["title"] as? String } == ["Two"])
        #expect(server.requests(for: "/a.gif").count { $0.fields["If-None-Match"] == nil } == 1)
        try await sync(entry("Two", id: "2", picture: "a"), entry("One", id: "1", picture: "a"))
        #expect(try await run("show", "top/1").output.hasPrefix("Two\n"))
    }

    @Test func `the rank is shown where it is not the number in the list`() async throws {
        try await sync(
            entry("One", id: "1", picture: "a"), "7", "{}", entry("Four", id: "4", picture: "b"))
        #expect(
            try await run("list", "top").output == """
                1  One   rank 1  not fetched
                2  Four  rank 4  not fetched

                """)
        let rows = try await run("list", "top", "--json").objects
        #expect(rows.map { $0["rank"] as? String } == ["1", "4"])
        #expect(rows.map { $0["number"] as? Int } == [1, 2])
        try await sync(entry("One", id: "1", picture: "a"))
        #expect(try await run("list", "top").output == "1  One  not fetched\n")
    }
}
