import CarrelBasics
import CarrelJSON
import Foundation

/// A message of a client: one JSON object on a line.
enum RPCMessage: Sendable {
    /// Something that is answered.
    case request(RPCID, method: String, RPCParameters)
    /// Something that is not.
    case notification(method: String, RPCParameters)
    /// An answer, though this server asks nothing.
    case answer

    /// What is wrong with a line, and which request it was, if that can be told.
    struct Problem: Error {
        var id: RPCID?
        var error: RPCError
    }

    /// Reads a line.
    init(_ line: Data) throws(Problem) {
        let root: JSONNode
        do {
            root = try JSONDocument(line).root
        } catch {
            throw Problem(error: RPCError(.parse, "This line is not JSON: \(error)".singleLine))
        }
        guard root.kind == .object else {
            throw Problem(
                error: RPCError(
                    .invalidRequest, "A message is one JSON object on a line, not \(root.summary)"))
        }
        let twice = Self.repeatedName(in: root)
        let id = twice == "id" ? nil : RPCID(root["id"])
        if let twice {
            throw Problem(
                id: id, error: RPCError(.invalidRequest, "“\(twice.prefix(100))” is given twice".singleLine))
        }
        guard root["jsonrpc"]?.string == "2.0" else {
            throw Problem(id: id, error: RPCError(.invalidRequest, "“jsonrpc” must be \"2.0\""))
        }
        guard let method = root["method"]?.string else {
            guard root["result"] == nil, root["error"] == nil else {
                self = .answer
                return
            }
            throw Problem(id: id, error: RPCError(.invalidRequest, "A message needs a “method”"))
        }
        if let params = root["params"], params.kind != .object {
            throw Problem(id: id, error: RPCError(.invalidParameters, "“params” must be an object"))
        }
        let parameters = RPCParameters(root["params"])
        guard root["id"] != nil else {
            self = .notification(method: method, parameters)
            return
        }
        guard let id else {
            throw Problem(
                error: RPCError(
                    .invalidRequest, "“id” must be a whole number or a text of at most 1000 bytes"))
        }
        self = .request(id, method: method, parameters)
    }

    /// The line that answers a request with a result or an error, which is JSON.
    static func reply(_ id: RPCID?, _ member: StaticString, _ json: String) -> String {
        var object = JSONObjectText()
        object.add("jsonrpc", "2.0")
        object.add("id", json: id?.json ?? "null")
        object.add(member, json: json)
        return object.text
    }

    /// A name that an object has more than once; of several, one that says which request it is.
    private static func repeatedName(in object: JSONNode) -> String? {
        guard let members = object.members else { return nil }
        var (names, repeated) = (Set<String>(), Set<String>())
        for (name, _) in members where !names.insert(name).inserted { repeated.insert(name) }
        return repeated.contains("id") ? "id" : repeated.min()
    }
}

/// What a message carries, as far as this server needs it.
struct RPCParameters: Sendable {
    /// The revision that the request itself names.
    var revision: String?
    /// Whether it says what the client can do, as every request without a handshake must.
    var saysCapabilities = false
    /// Under which name progress is to be told.
    var progress: RPCID?
    /// The revision that `initialize` asks for.
    var handshake: String?
    /// The request to cancel.
    var cancelled: RPCID?
    /// Where a list goes on.
    var cursor: String?
    /// The tool to call.
    var name: String?
    /// What it gets; `nil` if that is not an object.
    var arguments: ToolArguments?

    init(_ node: JSONNode?) {
        let meta = node?["_meta"]
        revision = meta?["io.modelcontextprotocol/protocolVersion"]?.string
        saysCapabilities = meta?["io.modelcontextprotocol/clientCapabilities"]?.kind == .object
        progress = RPCID(meta?["progressToken"])
        handshake = node?["protocolVersion"]?.string
        cancelled = RPCID(node?["requestId"])
        cursor = node?["cursor"]?.string
        name = node?["name"]?.string
        arguments = node?["arguments"].map { ToolArguments($0) } ?? ToolArguments()
    }
}
