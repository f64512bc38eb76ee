import CarrelTesting
import Foundation
import Testing

/// A client of `carrel mcp` that writes lines as they are, and reads the answers one by one.
final class MCPClient: Sendable {
    let workspace: Workspace
    private let program: TestProgram
    private let input = Pipe()
    private let output = Pipe()
    private let lines: AsyncStream<String>

    /// Starts the server over the workspace's library, or over that of other arguments.
    ///
    /// Unless it `reads`, it takes only the first byte of all answers, which stands for a line.
    init(
        _ workspace: Workspace, _ arguments: [String] = [], environment further: [String: String] = [:],
        reads: Bool = true
    ) throws {
        self.workspace = workspace
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": workspace.folder.path, "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": workspace.folder.appending(path: "config").path,
        ].merging(further) { $1 }
        program = try workspace.start(
            CarrelProcess.executable, ["mcp"] + arguments, environment: environment,
            input: input.fileHandleForReading, output: output.fileHandleForWriting)
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        let reading = output.fileHandleForReading
        Thread.detachNewThread {
            guard reads else {
                if let byte = try? reading.read(upToCount: 1), !byte.isEmpty { continuation.yield("") }
                return continuation.finish()
            }
            var rest = Data()
            while case let data = reading.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: 10) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
            // What is no whole line is not of the protocol.
            if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
            continuation.finish()
        }
    }

    deinit { program.end() }

    /// Writes a line.
    func write(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Writes bytes as they are.
    func write(_ bytes: Data) throws { try input.fileHandleForWriting.write(contentsOf: bytes) }

    /// The next line of the server.
    func line() async throws -> String {
        for await line in lines { return line }
        throw CocoaError(.fileReadUnknown)
    }

    /// The next message; each is an object of JSON-RPC 2.0.
    func message() async throws -> Answer {
        let line = try await line()
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        #expect(object["jsonrpc"] as? String == "2.0")
        return Answer(line: line, object: object)
    }

    /// A message of the server.
    struct Answer {
        var line: String
        var object: [String: Any]

        var id: Int? { object["id"] as? Int }
        var result: [String: Any] { object["result"] as? [String: Any] ?? [:] }
        var error: [String: Any] { object["error"] as? [String: Any] ?? [:] }
        var code: Int? { error["code"] as? Int }
        var isError: Bool { result["isError"] as? Bool == true }
        /// The value of a call.
        var value: [String: Any] { result["structuredContent"] as? [String: Any] ?? [:] }
        /// The first text of a call.
        var text: String { ((result["content"] as? [[String: Any]])?.first?["text"] as? String) ?? "" }

        /// The rows of a list.
        func rows(_ name: String) -> [[String: Any]] { value[name] as? [[String: Any]] ?? [] }
    }

    static let meta = """
        "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}
        """

    /// A request of the newest revision.
    static func request(_ id: Int, _ method: String, _ parameters: String = "") -> String {
        let rest = parameters.isEmpty ? "" : "," + parameters
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(meta)\#(rest)}}"#
    }

    /// A call of a tool.
    static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        request(id, "tools/call", #""name":"\#(tool)","arguments":\#(arguments)"#)
    }

    /// Calls a tool and waits for the answer.
    func call(_ tool: String, _ arguments: String = "{}", id: Int = 1) async throws -> Answer {
        try write(Self.call(id, tool, arguments))
        let answer = try await message()
        #expect(answer.id == id, "\(answer.line)")
        return answer
    }

    /// Calls a tool with values.
    func call(_ tool: String, _ arguments: [String: Any]) async throws -> Answer {
        let data = try JSONSerialization.data(withJSONObject: arguments)
        return try await call(tool, String(decoding: data, as: UTF8.self))
    }

    /// Ends the input.
    func close() throws { try input.fileHandleForWriting.close() }

    /// Ends the input and waits for the end of the server.
    func end() async throws -> Int32 {
        try close()
        return try await program.wait()
    }

    func send(_ signal: Int32) { program.send(signal) }
    func wait() async throws -> Int32 { try await program.wait() }
}
