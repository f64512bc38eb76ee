import CarrelBasics
import CarrelFrontEnd
import CarrelInterface
import CarrelStages
import Foundation

/// The Model Context Protocol over lines: a library as tools for a program that talks with a language model.
///
/// It speaks the revision 2026-07-28, in which each request stands for itself, and those before with `initialize`, both over
/// the same lines. Calls run side by side; one that is cancelled gets no answer.
public actor MCPServer {
    /// The most bytes of a line that a client may send.
    public static let lineLimit = 1 << 20
    // Calls at once, as more is a client that lost count, and other answers that wait while further lines are read.
    private static let (mostCalls, mostAnswers) = (16, 256)
    // How long a client may then take none of them, in milliseconds.
    private static let patience: Int32 = 5000

    private let tools: [Tool]
    private let facts: ServerFacts
    private let listing: String
    private let output: OutputLines
    private let onLoss: @Sendable () -> Void
    private var legacy: Revision?
    private var calls: [Int: Call] = [:]
    // A client may use an id again as soon as it has the answer, which is before the call has quite ended.
    private var unanswered: [RPCID: Int] = [:]
    private var answers: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0

    /// A call under way.
    private struct Call {
        let task: Task<Void, Never>
        let effect: Tool.Effect
    }

    /// - Parameters:
    ///   - version: the program's version.
    ///   - output: gets the answers.
    ///   - host: gives the library.
    ///   - onLoss: called once nobody reads the answers any longer.
    public init(
        version: String, output: OutputLines, host: any LibraryHost,
        onLoss: @escaping @Sendable () -> Void
    ) {
        tools = LibraryTools(LibraryQueries(CurrentLibrary(host))).all
        facts = ServerFacts(version: version)
        listing = ServerFacts.listing(of: tools)
        (self.output, self.onLoss) = (output, onLoss)
    }

    /// Takes a line; returns once it is answered or its call is on its way.
    public func receive(_ line: InputLine) async {
        guard case .text(let data) = line else {
            return await send(
                nil, RPCError(.invalidRequest, "A line has at most \(Self.lineLimit) bytes"))
        }
        do {
            switch try RPCMessage(data) {
            case .request(let id, let method, let parameters): await answer(id, method, parameters)
            case .notification("notifications/cancelled", let parameters):
                if let id = parameters.cancelled, let call = unanswered[id] { calls[call]?.task.cancel() }
            // Anything else a client tells, such as `notifications/initialized`, changes nothing here.
            case .notification, .answer: break
            }
        } catch {
            await send(error.id, error.error)
        }
    }

    /// Waits until every call has ended, as there will be no other: whoever wants nothing more does not wait for what is
    /// fetched, which is cancelled, but may read what the calls that only look find.
    public func finish() async {
        for call in calls.values where call.effect == .fetches { call.task.cancel() }
        while let call = calls.values.first { await call.task.value }
        while let answer = answers.values.first { await answer.value }
    }

    /// Cancels every call.
    public func cancel() { for call in calls.values { call.task.cancel() } }

    // MARK: Methods

    private func answer(_ id: RPCID, _ method: String, _ parameters: RPCParameters) async {
        do throws(RPCError) {
            guard unanswered[id] == nil else {
                throw RPCError(.invalidRequest, "A request with the id \(id.json) is not answered yet")
            }
            if method == "initialize", parameters.revision == nil {
                return await send(id, initialize(parameters))
            }
            let revision = try revision(method, parameters)
            switch method {
            case "server/discover" where revision == .modern: await send(id, discovery)
            case "ping" where revision != .modern: await send(id, "{}")
            case "tools/list": await send(id, try toolList(parameters, revision))
            case "tools/call": try await call(id, parameters, revision)
            default: throw RPCError(.unknownMethod, "There is no method “\(method.singleLine.prefix(100))”")
            }
        } catch {
            await send(id, error)
        }
    }

    /// The revision of a request.
    private func revision(_ method: String, _ parameters: RPCParameters) throws(RPCError) -> Revision {
        guard let name = parameters.revision else {
            if let legacy { return legacy }
            if method == "ping" { return .legacy }
            throw RPCError(
                .invalidParameters,
                """
                “_meta” must name the revision (io.modelcontextprotocol/protocolVersion) and what the client can do \
                (io.modelcontextprotocol/clientCapabilities); clients of earlier revisions begin with initialize
                """)
        }
        guard name == Revision.modern.rawValue else {
            throw RPCError(
                .unsupportedRevision, "This server does not speak that revision for single requests",
                requested: String(name.singleLine.prefix(100)))
        }
        guard parameters.saysCapabilities else {
            throw RPCError(
                .invalidParameters,
                "“_meta” must say what the client can do (io.modelcontextprotocol/clientCapabilities)")
        }
        return .modern
    }

    private func initialize(_ parameters: RPCParameters) -> String {
        let revision = Revision(initializing: parameters.handshake)
        legacy = revision
        var result = JSONObjectText()
        result.add("protocolVersion", revision.rawValue)
        result.add("capabilities", json: #"{"tools":{}}"#)
        result.add("serverInfo", json: facts.identity)
        result.add("instructions", ServerFacts.instructions)
        return result.text
    }

    private var discovery: String {
        var result = began(.modern)
        result.add("supportedVersions", json: JSONText.line(Revision.allCases.map(\.rawValue)))
        result.add("capabilities", json: #"{"tools":{}}"#)
        result.add("instructions", ServerFacts.instructions)
        result.addCaching()
        return result.text
    }

    private func toolList(_ parameters: RPCParameters, _ revision: Revision) throws(RPCError) -> String {
        guard parameters.cursor == nil else {
            throw RPCError(.invalidParameters, "The list of tools has one page")
        }
        var result = began(revision)
        result.add("tools", json: listing)
        if revision == .modern { result.addCaching() }
        return result.text
    }

    /// A result with what each of the revision has.
    private func began(_ revision: Revision) -> JSONObjectText {
        var result = JSONObjectText()
        guard revision == .modern else { return result }
        var meta = JSONObjectText()
        meta.add("io.modelcontextprotocol/serverInfo", json: facts.identity)
        result.add("_meta", json: meta.text)
        result.add("resultType", "complete")
        return result
    }

    // MARK: Calls

    private func call(_ id: RPCID, _ parameters: RPCParameters, _ revision: Revision) async throws(RPCError) {
        guard let name = parameters.name else {
            throw RPCError(.invalidParameters, "“name” must be the name of a tool")
        }
        guard let tool = tools.first(where: { $0.name == name }) else {
            let names = tools.map(\.name).joined(separator: ", ")
            throw RPCError(
                .invalidParameters, "There is no tool “\(name.singleLine.prefix(100))”; there are \(names)")
        }
        guard let arguments = parameters.arguments else {
            throw RPCError(.invalidParameters, "“arguments” must be an object")
        }
        let began = began(revision)
        if let problem = tool.problem(with: arguments) {
            return await send(id, Self.failure(began, problem))
        }
        guard calls.count < Self.mostCalls else {
            let problem = "\(Self.mostCalls) calls are under way; try again when one has ended"
            return await send(id, Self.failure(began, problem))
        }
        lastTask += 1
        let number = lastTask
        unanswered[id] = number
        let task = Task {
            let result = await self.result(of: tool, arguments, progress: parameters.progress, began)
            self.unanswered[id] = nil
            // The request of a cancelled call is not answered.
            if let result { await self.write(RPCMessage.reply(id, "result", result)) }
            self.calls[number] = nil
        }
        calls[number] = Call(task: task, effect: tool.effect)
    }

    /// Does a call on any thread.
    ///
    /// - Returns: the result; `nil` if it was cancelled.
    @concurrent private nonisolated func result(
        of tool: Tool, _ arguments: ToolArguments, progress: RPCID?, _ began: JSONObjectText
    ) async -> String? {
        let (steps, continuation) = AsyncStream.makeStream(
            of: ToolProgress.Step.self, bufferingPolicy: .bufferingNewest(1))
        let telling = Task {
            for await step in steps {
                if let progress { await self.write(step.line(progress)) }
            }
        }
        let result: String?
        do {
            let teller = ToolProgress(progress == nil ? nil : continuation)
            let value = try await tool.run(ToolCall(arguments: arguments, progress: teller))
            result = Task.isCancelled ? nil : Self.success(began, value)
        } catch {
            result = Task.isCancelled ? nil : Self.failure(began, LibraryTools.words(of: error))
        }
        continuation.finish()
        await telling.value
        return result
    }

    private nonisolated static func success(_ began: JSONObjectText, _ value: ToolResult) -> String {
        var result = began
        let texts = [value.trouble, value.json].compactMap(\.self).map(content)
        result.add("content", json: "[\(texts.joined(separator: ","))]")
        result.add("structuredContent", json: value.json)
        if value.trouble != nil { result.add("isError", flag: true) }
        return result.text
    }

    private nonisolated static func failure(_ began: JSONObjectText, _ words: String) -> String {
        var result = began
        result.add("content", json: "[\(content(words))]")
        result.add("isError", flag: true)
        return result.text
    }

    private nonisolated static func content(_ text: String) -> String {
        var object = JSONObjectText()
        object.add("type", "text")
        object.add("text", text)
        return object.text
    }

    // MARK: Sending

    private func send(_ id: RPCID, _ result: String) async {
        await sendBeside(RPCMessage.reply(id, "result", result))
    }

    private func send(_ id: RPCID?, _ error: RPCError) async {
        await sendBeside(RPCMessage.reply(id, "error", error.text))
    }

    /// Writes an answer beside the reading: the end of the input is seen also while nobody takes the answer.
    private func sendBeside(_ line: String) async {
        if answers.count >= Self.mostAnswers {
            // Until it is taken nothing is read, not even the end of the input.
            output.wait(milliseconds: Self.patience)
            _ = await answers.min { $0.key < $1.key }?.value.value
            output.waitForEver(insteadOf: Self.patience)
        }
        lastTask += 1
        let number = lastTask
        answers[number] = Task {
            await self.write(line)
            self.answers[number] = nil
        }
    }

    private nonisolated func write(_ line: String) async {
        if await !output.write(line) { onLoss() }
    }
}

extension JSONObjectText {
    /// Adds how long a client may keep a result that only another version of the program would change.
    fileprivate mutating func addCaching() {
        add("ttlMs", 3_600_000)
        add("cacheScope", "public")
    }
}
