import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// What `carrel mcp` does with lines that no client should send.
@Suite(.timeLimit(.minutes(2)))
struct MCPHostileTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test func `each wrong line is answered, and the next request is served`() async throws {
        let client = try MCPClient(workspace)
        let wrong: [(line: String, code: Int)] = [
            ("{", -32700), ("nonsense", -32700), (#"{"jsonrpc":"2.0","id":1,"method":"ping""#, -32700),
            (String(repeating: "[", count: 100_000), -32700),
            (String(repeating: #"{"a":"#, count: 5000) + "1" + String(repeating: "}", count: 5000), -32700),
            ("[]", -32600), ("7", -32600), ("null", -32600), (#""ping""#, -32600),
            ("[" + MCPClient.request(1, "tools/list") + "]", -32600),
            (#"{"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 2000))","method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":7}}"#, -32602),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
                -32602
            ),
            (MCPClient.request(1, "resources/list"), -32601), (MCPClient.request(1, "ping"), -32601),
            (MCPClient.request(1, ""), -32601),
            (MCPClient.request(1, "tools/list", #""cursor":"x""#), -32602),
            (MCPClient.request(1, "tools/call"), -32602),
            (MCPClient.request(1, "tools/call", #""name":"rm""#), -32602),
            (MCPClient.request(1, "tools/call", #""name":["list"]"#), -32602),
            (MCPClient.request(1, "tools/call", #""name":"list","arguments":[]"#), -32602),
        ]
        for (line, code) in wrong {
            try client.write(line)
            let answer = try await client.message()
            #expect(answer.code == code, "\(line.prefix(200)): \(answer.line.prefix(300))")
        }
        #expect(try await client.call("list").isError == false)
        #expect(try await client.end() == 0)
    }

    @Test(
        arguments: [
            (#""id":99999999999999999999999,"method":"ping""#, nil), (#""id":1e400,"method":"ping""#, nil),
            (#""id":11,"method":"ping","id":12"#, nil),
            (#""id":11,"method":"ping","method":"tools/list""#, 11),
        ] as [(String, Int?)])
    func `a number too large for an id and a name that is given twice are refused, and no other id answers`(
        members: String, id: Int?
    ) async throws {
        let client = try MCPClient(workspace)
        try client.write(#"{"jsonrpc":"2.0",\#(members)}"#)
        let answer = try await client.message()
        #expect(answer.code == -32600 && answer.id == id, "\(answer.line)")
        #expect(id != nil || answer.object["id"] is NSNull, "\(answer.line)")
        // A text of such digits is a text.
        try client.write(MCPClient.request(1, "rest").replacing(#""id":1"#, with: #""id":"1e400""#))
        #expect(try await client.message().object["id"] as? String == "1e400")
        #expect(try await client.end() == 0)
    }

    @Test func `another revision is refused with the ones that are spoken`() async throws {
        let client = try MCPClient(workspace)
        try client.write(MCPClient.request(4, "tools/list").replacing("2026-07-28", with: "2099-01-01"))
        let answer = try await client.message()
        #expect(answer.id == 4 && answer.code == -32022)
        let data = try #require(answer.error["data"] as? [String: Any])
        #expect(data["requested"] as? String == "2099-01-01")
        #expect((data["supported"] as? [String])?.first == "2026-07-28")
    }

    @Test func `a line of any length is skipped in little memory`() async throws {
        let client = try MCPClient(workspace)
        let part = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<12 { try client.write(part) }
        try client.write("")
        #expect(try await client.message().code == -32600)
        // Bytes that are not text, an end of another system, and blank lines do not matter either.
        try client.write(Data([0xFF, 0xFE, 0x00, 0x0A]))
        #expect(try await client.message().code == -32700)
        try client.write("\n  \n" + MCPClient.call(9, "list", "{}") + "\r")
        #expect(try await client.message().id == 9)
        // The last line needs no end.
        try client.write(Data(MCPClient.call(10, "list", "{}").utf8))
        #expect(try await client.end() == 0)
        #expect(try await client.message().id == 10)
    }

    @Test(.timeLimit(.minutes(1)))
    func `millions of blank lines hold nothing up`() async throws {
        let client = try MCPClient(workspace)
        let part = Data(repeating: UInt8(ascii: "\n"), count: 1 << 20)
        for _ in 0..<8 { try client.write(part) }
        #expect(try await client.call("list").isError == false)
        #expect(try await client.end() == 0)
    }

    @Test(arguments: [true, false])
    func `it ends after a signal and after the end of its input, though nobody reads its answers`(
        isSignal: Bool
    ) async throws {
        let addresses = (1...200).map { "http://h.example/\($0)" + String(repeating: "x", count: 300) }
        let list = try workspace.write("big.txt", addresses.joined(separator: "\n"))
        _ = try await workspace.carrel("add", list, "--name", "big")
        let arguments = #"{"status":["not-fetched"],"limit":200}"#
        // More than a pipe holds.
        #expect(try await MCPClient(workspace).call("list", arguments).line.utf8.count > 128 << 10)
        let client = try MCPClient(workspace, reads: false)
        try client.write(MCPClient.call(1, "list", arguments))
        _ = try await client.line()
        // What is answered at once waits for the reader, too.
        try client.write(MCPClient.request(2, "tools/list"))
        for id in 3...300 { try client.write(MCPClient.request(id, "ping")) }
        if isSignal { client.send(SIGTERM) } else { try client.close() }
        #expect(try await client.wait() == (isSignal ? 130 : 0))
    }

    @Test func `a wrong argument is an error of the tool, in words that help`() async throws {
        let client = try MCPClient(workspace)
        for (tool, arguments, words) in [
            ("list", #"{"limit":0}"#, "from 1 to 200"), ("list", #"{"limit":"5"}"#, "a whole number"),
            ("list", #"{"limit":1e300}"#, "a whole number"), ("list", #"{"new":1}"#, "true or false"),
            ("list", #"{"status":["gone"]}"#, "some of"), ("list", #"{"status":[]}"#, "some of"),
            ("list", #"{"path":"/etc"}"#, "takes no “path”"), ("list", #"{"collection":""}"#, "a text of"),
            ("list", #"{"catalog":"nothing"}"#, "no catalogue"), ("search", "{}", "“query” is missing"),
            ("search", #"{"query":"-x"}"#, "add a word"), ("search", #"{"query":{}}"#, "a text of"),
            ("preview", #"{"item":["a"]}"#, "a text of"), ("get", "{}", "give “item”"),
            ("get", #"{"item":"a","items":["b"]}"#, "not both"),
            ("why", #"{"item":"a","catalog":"b"}"#, "needs"),
        ] {
            let answer = try await client.call(tool, arguments)
            #expect(answer.isError && answer.text.contains(words), "\(answer.line)")
        }
    }

    @Test func `more calls at once than anybody needs are refused, and none is forgotten`() async throws {
        let course = try CourseServer()
        let gate = Gate()
        course.server.on(
            "/COMP304/week1.txt",
            Reply([.wait(gate), .head(status: 404, fields: HTTPFields([("Content-Length", "0")]))]))
        _ = try await workspace.carrel("add", course.url)
        let client = try MCPClient(workspace)
        for id in 1...40 { try client.write(MCPClient.call(id, "get", #"{"item":"COMP304/1"}"#)) }
        var ids = Set<Int>()
        for _ in 1...24 {
            let answer = try await client.message()
            #expect(answer.isError && answer.text.contains("try again"))
            ids.insert(try #require(answer.id))
        }
        gate.open()
        for _ in 1...16 { ids.insert(try #require(try await client.message().id)) }
        #expect(ids == Set(1...40))
    }

    @Test func `titles and reasons of others reach the client without what acts on a terminal`() async throws
    {
        let course = try CourseServer()
        let title = "\\u001b]0;x\\u0007\\u202eevil <script>"
        course.server.on(
            "/notes.json",
            .document(
                Data(
                    """
                    [{"moduleCode":"A","moduleTitle":"\(title)","moduleNotes":[{"\(title)":"http://127.0.0.1:1/?token=abc"}]}]
                    """.utf8), mediaType: "application/json"))
        _ = try await workspace.carrel("add", course.url)
        let client = try MCPClient(workspace)
        let answer = try await client.call("list", #"{"collection":"A"}"#)
        let row = try #require(answer.rows("items").first)
        #expect((row["title"] as? String)?.contains("evil <script>") == true)
        #expect(
            !answer.line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E || $0.value == 0x1B }
        )
        #expect(!answer.line.contains("abc"))
        // What a row shows names the item, secrets or not.
        let name = row.filter { ["catalog", "collection", "item"].contains($0.key) }
        let why = try await client.call("why", name)
        #expect(!why.isError, "\(why.line)")
    }
}
