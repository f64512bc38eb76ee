import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// `carrel mcp`, as a program that talks with a language model sees it.
@Suite(.timeLimit(.minutes(2)))
struct MCPTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() async throws {
        workspace = try Workspace()
        course = try CourseServer()
        _ = try await workspace.carrel("sync", "--quiet", course.url)
    }

    @Test func `a request of the newest revision needs no handshake, and says what the server is`()
        async throws
    {
        let client = try MCPClient(workspace)
        try client.write(MCPClient.request(1, "server/discover"))
        let discovery = try await client.message().result
        #expect(discovery["supportedVersions"] as? [String] == ["2026-07-28", "2025-11-25", "2025-06-18"])
        #expect(discovery["resultType"] as? String == "complete" && discovery["ttlMs"] as? Int != nil)
        let meta = try #require(discovery["_meta"] as? [String: Any])
        let server = try #require(meta["io.modelcontextprotocol/serverInfo"] as? [String: Any])
        #expect(server["name"] as? String == "carrel")
        try client.write(MCPClient.request(2, "tools/list"))
        let tools = try #require(try await client.message().result["tools"] as? [[String: Any]])
        #expect(
            tools.compactMap { $0["name"] as? String } == [
                "list", "search", "preview", "open", "get", "why",
            ])
        let readers = tools.filter { ($0["annotations"] as? [String: Bool])?["readOnlyHint"] == true }
        #expect(readers.compactMap { $0["name"] as? String } == ["list", "search", "preview", "why"])
        #expect(try await client.end() == 0)
    }

    @Test func `an older client shakes hands, and gets results without what it does not know`() async throws {
        let client = try MCPClient(workspace)
        // Not before the handshake.
        try client.write(#"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#)
        #expect(try await client.message().code == -32602)
        for (asked, given) in [("2025-06-18", "2025-06-18"), ("2024-11-05", "2025-11-25")] {
            try client.write(
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(asked)","capabilities":{}}}"#
            )
            #expect(try await client.message().result["protocolVersion"] as? String == given)
        }
        try client.write(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
        try client.write(#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#)
        #expect(try await client.message().line == #"{"jsonrpc":"2.0","id":"p","result":{}}"#)
        try client.write(#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list"}}"#)
        let answer = try await client.message()
        #expect(answer.rows("collections").count == 2 && answer.result["resultType"] == nil)
        // Both revisions are spoken over the same lines.
        #expect(try await client.call("list", id: 3).result["resultType"] as? String == "complete")
    }

    @Test func `every tool gives the rows of --json, and says them as text, too`() async throws {
        let client = try MCPClient(workspace)
        let schema = JSONSchema(workspace)
        let collections = try await client.call("list")
        #expect(
            collections.rows("collections").map { $0["collection"] as? String } == ["COMP304", "COMP307"])
        let list = try await client.call("list", #"{"collection":"COMP304"}"#)
        let listed = try await workspace.carrel("list", "COMP304", "--json").objects
        #expect(list.rows("items") as NSArray == listed as NSArray)
        let own = try #require(try JSONSerialization.jsonObject(with: Data(list.text.utf8)) as? [String: Any])
        #expect(own as NSDictionary == list.value as NSDictionary)
        let item = try #require(list.rows("items").first)
        let name = item.filter { ["catalog", "collection", "item"].contains($0.key) }
        let preview = try await client.call("preview", name)
        #expect(preview.value["text"] as? String == CourseServer.text)
        let why = try await client.call("why", name)
        let search = try await client.call("search", #"{"query":"modal logic"}"#)
        #expect(search.rows("hits").first?["title"] as? String == "Week 1")
        for (definition, values) in [
            ("collection", collections.rows("collections")), ("item", list.rows("items")),
            ("preview", [preview.value]), ("history", [why.value]), ("hit", search.rows("hits")),
        ] {
            let lines = try values.map {
                String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
            }
            #expect(!lines.isEmpty)
            #expect(try await schema.problems(definition, lines.joined(separator: "\n")) == nil)
        }
        // A program that looks is not a person who looked.
        #expect(try await workspace.carrel("new", "--json").objects.count == 3)
        #expect(try await client.call("list", #"{"new":true}"#).rows("items").count == 3)
    }

    @Test func `a list comes in pages that give each item once`() async throws {
        let client = try MCPClient(workspace)
        var (titles, cursor): ([String], String?) = ([], nil)
        repeat {
            var arguments: [String: Any] = ["status": ["stored", "failed", "not-available"], "limit": 2]
            arguments["cursor"] = cursor
            let page = try await client.call("list", arguments)
            titles += page.rows("items").compactMap { $0["title"] as? String }
            cursor = page.value["next"] as? String
        } while cursor != nil && titles.count < 50
        #expect(titles == ["Week 1", "Week 2", "Week 3", "Week 1", "Lost"])
        let wrong = try await client.call("list", #"{"cursor":"7"}"#)
        #expect(wrong.isError && wrong.text.contains("begin without"))
        let gone = try await client.call("list", #"{"cursor":"1-abc-abc"}"#)
        #expect(gone.isError && gone.text.contains("has changed"))
    }

    @Test func `get fetches what a catalogue lists, tells how far it is, and nothing else can be fetched`()
        async throws
    {
        course.server.on("/COMP307/gone.pdf", .document("%PDF-1.4\n%%EOF\n", mediaType: "application/pdf"))
        let client = try MCPClient(workspace)
        try client.write(
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{\
            \(MCPClient.meta.replacing("\"_meta\":{", with: "\"_meta\":{\"progressToken\":\"t\","))\
            ,"name":"get","arguments":{"items":["COMP307/2"]}}}
            """)
        var (messages, last): ([MCPClient.Answer], Double) = ([], -1)
        repeat { messages.append(try await client.message()) } while messages.last?.id == nil
        for message in messages.dropLast() {
            let parameters = try #require(message.object["params"] as? [String: Any])
            #expect(parameters["progressToken"] as? String == "t")
            let progress = try #require(parameters["progress"] as? Double)
            #expect(progress > last && progress <= 1)
            last = progress
        }
        #expect(messages.count > 1)
        #expect(messages.last?.rows("items").first?["status"] as? String == "stored")
        let before = try workspace.documents().keys.sorted()
        let outside = course.server.address("/COMP304/secret.txt")
        for text in [
            "/etc/passwd", "../../etc/passwd", "file:///etc/passwd", outside, "COMP304/99", "3", "-",
        ] {
            for tool in ["get", "preview", "why"] {
                let answer = try await client.call(tool, ["item": text])
                #expect(answer.isError && !answer.text.isEmpty, "\(tool) \(text)")
            }
            let exact: [String: Any] = ["item": text, "collection": "COMP304", "catalog": course.url]
            // There, a number is that of the item.
            if text != "3" { #expect(try await client.call("preview", exact).isError, "\(text)") }
        }
        #expect(course.server.requests(for: "/COMP304/secret.txt").isEmpty)
        #expect(try workspace.documents().keys.sorted() == before)
        let missing = try await client.call("get", #"{"item":"COMP304/3"}"#)
        #expect(missing.isError && missing.text.contains("not available yet"))
    }

    @Test func `an error names the tool that helps, and no command`() async throws {
        let client = try MCPClient(workspace)
        let list = try await client.call("list", #"{"collection":"zzzzzzzz"}"#)
        #expect(list.isError && list.text.contains("; the list tool shows what there is"), "\(list.text)")
        let search = try await client.call("search", #"{"query":" "}"#)
        #expect(search.isError)
        #expect(search.text.hasSuffix("For example as “query”: cell division"), "\(search.text)")
    }

    @Test func `a failure is told with its reason beside the item's row`() async throws {
        let client = try MCPClient(workspace)
        let answer = try await client.call("get", #"{"item":"Lost"}"#)
        #expect(answer.isError && answer.text.contains("404 Not Found"))
        #expect(answer.rows("items").first?["status"] as? String == "failed")
    }

    @Test func `pages that a document does not have are an error that says how many it has`() async throws {
        course.server.on("/books.csv", .text("module,title,url\nB,Book,/book.fb2"))
        course.server.on(
            "/book.fb2",
            .document(
                Data(
                    """
                    <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body>
                    <section><title><p>One</p></title><p>Tides</p></section></body></FictionBook>
                    """.utf8), mediaType: "application/x-fictionbook+xml"))
        let sync = try await workspace.carrel(
            "sync", "--profile", "url-list", course.server.address("/books.csv"))
        #expect(sync.status == 0, "\(sync.error)")
        let client = try MCPClient(workspace)
        let answer = try await client.call("preview", #"{"item":"B/1","pages":"9-"}"#)
        #expect(
            answer.isError && answer.text == "Book: it has 1 chapter, so there is no chapter 9",
            "\(answer.text)")
    }

    @Test func `a document whose file is gone is not called one that was never fetched`() async throws {
        let client = try MCPClient(workspace)
        try FileManager.default.removeItem(at: workspace.library.appending(path: "COMP304-week1.txt"))
        let answer = try await client.call("preview", #"{"item":"COMP304/1"}"#)
        #expect(
            answer.isError
                && answer.text == "Week 1: it is not stored (missing). Fetch it first with the get tool",
            "\(answer.text)")
    }

    @Test func `what cannot be looked at names no remedy that would not help`() async throws {
        let client = try MCPClient(workspace)
        let unavailable = try await client.call("preview", #"{"item":"COMP304/3"}"#)
        #expect(
            unavailable.isError && unavailable.text == "Week 3: it is not stored (not available yet)",
            "\(unavailable.text)")
        let version = try await client.call("preview", #"{"item":"COMP304/1","version":7}"#)
        #expect(
            version.isError
                && version.text.hasSuffix(": there is no version 7 of it; it has no earlier versions"),
            "\(version.text)")
    }

    @Test func `a cancelled call gets no answer, and the server goes on`() async throws {
        course.server.on(
            "/COMP307/gone.pdf",
            Reply([.head(status: 200, fields: HTTPFields([("Content-Length", "900000")])), .stall]))
        let client = try MCPClient(workspace)
        let before = course.server.requests(for: "/COMP307/gone.pdf").count
        try client.write(MCPClient.call(1, "get", #"{"item":"Lost"}"#))
        _ = try await course.server.requests(atLeast: before + 1, for: "/COMP307/gone.pdf")
        // One with the same id has to wait for another id.
        try client.write(MCPClient.call(1, "list", "{}"))
        #expect(try await client.message().code == -32600)
        try client.write(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        try client.write(MCPClient.call(2, "list", "{}"))
        #expect(try await client.message().id == 2)
        // The library is free again, and nothing else was written.
        #expect(try await client.end() == 0)
        #expect(try await workspace.carrel("get", "COMP304/1").status == 0)
        await #expect(throws: CocoaError.self) { try await client.line() }
    }

    /// A client whose download stalls.
    private func stalling() async throws -> MCPClient {
        course.server.on("/COMP307/gone.pdf", Reply([.stall]))
        let client = try MCPClient(workspace)
        let before = course.server.requests(for: "/COMP307/gone.pdf").count
        try client.write(MCPClient.call(1, "get", #"{"item":"Lost"}"#))
        _ = try await course.server.requests(atLeast: before + 1, for: "/COMP307/gone.pdf")
        return client
    }

    @Test func `a signal ends it while a download stalls`() async throws {
        let client = try await stalling()
        client.send(SIGTERM)
        #expect(try await client.wait() == 130)
    }

    @Test func `the end of its input ends it while a download stalls`() async throws {
        let client = try await stalling()
        #expect(try await client.end() == 0)
        #expect(try await workspace.carrel("get", "COMP304/1").status == 0)
    }

    @Test func `what only looks is answered after the end of the input`() async throws {
        let client = try MCPClient(workspace)
        for id in 1...5 { try client.write(MCPClient.call(id, "list", "{}")) }
        #expect(try await client.end() == 0)
        var ids = Set<Int>()
        for _ in 1...5 { ids.insert(try #require(try await client.message().id)) }
        #expect(ids == Set(1...5))
    }
}
