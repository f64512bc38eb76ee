import CarrelBasics

/// Why a message gets no result: a code of JSON-RPC 2.0 or of the Model Context Protocol, and a sentence.
struct RPCError: Error, Sendable {
    /// What kind of error it is.
    enum Code: Int, Sendable {
        case parse = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParameters = -32602
        case unsupportedRevision = -32022
    }

    var code: Code
    var message: String
    /// The revision that was asked for, if that is the error.
    var requested: String?

    init(_ code: Code, _ message: String, requested: String? = nil) {
        (self.code, self.message, self.requested) = (code, message, requested)
    }

    /// The error as JSON.
    var text: String {
        var object = JSONObjectText()
        object.add("code", code.rawValue)
        object.add("message", message)
        if let requested {
            var data = JSONObjectText()
            data.add("supported", json: JSONText.line(Revision.allCases.map(\.rawValue)))
            data.add("requested", requested)
            object.add("data", json: data.text)
        }
        return object.text
    }
}
