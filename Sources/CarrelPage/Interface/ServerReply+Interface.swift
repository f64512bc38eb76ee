import CarrelBasics
import CarrelHTTP
import CarrelInterface
import CarrelServer
import Foundation

extension ServerReply {
    /// A value that is JSON already.
    static func rows(_ json: String, status: Int = 200) -> ServerReply {
        ServerReply(status, type: "application/json", json)
    }

    /// A value as JSON.
    static func json(_ status: Int, _ value: some Encodable) -> ServerReply {
        .rows(JSONText.line(value) ?? "{}", status: status)
    }

    /// An object with rows under a name.
    static func rows(_ name: StaticString, _ lines: [String]) -> ServerReply {
        var object = JSONObjectText()
        object.add(name, json: "[\(lines.joined(separator: ","))]")
        return .rows(object.text)
    }

    /// Why a program does not get what it asks for, as RFC 9457 writes it.
    static func problem(_ status: Int, _ detail: String) -> ServerReply {
        var object = JSONObjectText()
        object.add("type", "about:blank")
        object.add("title", HTTPStatus.phrases[status] ?? "Error")
        object.add("status", status)
        object.add("detail", detail)
        return ServerReply(status, type: "application/problem+json", object.text)
    }

    /// Any error as a problem.
    static func problem(_ error: InterfaceError) -> ServerReply {
        switch error.kind {
        case .wrong: return .problem(400, error.description)
        case .notFound: return .problem(404, error.description)
        case .busy:
            var reply = ServerReply.problem(503, error.description)
            reply.fields["Retry-After"] = "5"
            return reply
        case .unusable: return .problem(422, error.description)
        case .unreachable: return .problem(502, error.description)
        case .failed: return .problem(409, error.description)
        }
    }

    /// The same refusal for a program: its line of text becomes a problem.
    var asProblem: ServerReply {
        guard case .data(let data) = content else { return self }
        var reply = ServerReply.problem(status, String(decoding: data, as: UTF8.self).singleLine)
        for name in ["Allow", "Connection", "Content-Range", "Retry-After"] where fields[name] != nil {
            reply.fields[name] = fields[name]
        }
        return reply
    }
}
