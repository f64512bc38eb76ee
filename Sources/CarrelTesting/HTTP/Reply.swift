import CarrelHTTP
import Foundation

/// One scripted answer: the steps a server takes for a request.
///
/// `LoopbackServer` takes them on a real connection, `ScriptedFetcher` acts out what a client would see.
///
///     server.on("/notes.pdf", .document(bytes, entityTag: "\"1\""))
///     server.on("/flaky.pdf", .status(503, retryAfter: "1"), .content(bytes))
///     server.on("/odd", Reply([.head(status: 200), .bytes(first), .wait(gate), .bytes(second)]))
public struct Reply: Sendable {
    /// One thing a server does.
    public enum Step: Sendable {
        /// Sends a status line and fields, nothing added.
        case head(status: Int, fields: HTTPFields = HTTPFields())
        /// Sends bytes of content.
        case bytes(Data)
        /// Sends that many zero bytes of content, with a pause after every 64 KiB.
        case zeros(Int64, pause: Duration = .zero)
        /// Sends one chunk of the chunked coding.
        case chunk(Data)
        /// Ends the chunked coding.
        case lastChunk
        /// Sends bytes as they are, whatever that means. The scripted fetcher fails with `.malformed`.
        case raw(Data)
        /// Goes on when the gate is open.
        case wait(Gate)
        /// Goes on after a time.
        case delay(Duration)
        /// Sends nothing more until the client goes away.
        case stall
        /// Closes the connection.
        case close
        /// Fails. For the scripted fetcher only: a server closes the connection.
        case fail(FetchError.Code, reason: String)
    }

    /// The steps for a request.
    let steps: @Sendable (RecordedRequest) -> [Step]

    /// Makes a reply that is the same for every request.
    public init(_ steps: [Step]) { self.steps = { _ in steps } }

    /// Makes a reply that depends on the request.
    public init(for steps: @escaping @Sendable (RecordedRequest) -> [Step]) { self.steps = steps }

    /// Whole content with its length.
    public static func content(
        _ content: Data, status: Int = 200, fields: [(String, String)] = []
    ) -> Reply {
        let head = Step.head(status: status, fields: HTTPFields(fields + [length(content)]))
        return Reply(content.isEmpty ? [head] : [head, .bytes(content)])
    }

    /// The same of a text.
    public static func content(
        _ text: String, status: Int = 200, fields: [(String, String)] = []
    ) -> Reply {
        .content(Data(text.utf8), status: status, fields: fields)
    }

    /// Whole content with its length; what follows its first bytes comes when a gate is open.
    public static func held(
        by gate: Gate, _ content: Data, after count: Int = 0, fields: [(String, String)] = []
    ) -> Reply {
        let head = Step.head(status: 200, fields: HTTPFields(fields + [length(content)]))
        let beginning: [Step] = count > 0 ? [.bytes(content.prefix(count))] : []
        return Reply([head] + beginning + [.wait(gate), .bytes(content.dropFirst(count))])
    }

    /// The same of a text.
    public static func held(
        by gate: Gate, _ text: String, after count: Int = 0, fields: [(String, String)] = []
    ) -> Reply {
        .held(by: gate, Data(text.utf8), after: count, fields: fields)
    }

    /// The same reply, which begins when a gate is open.
    public func behind(_ gate: Gate) -> Reply { Reply(for: { request in [.wait(gate)] + steps(request) }) }

    /// Whole content in the chunked coding.
    public static func chunked(_ chunks: [Data], fields: [(String, String)] = []) -> Reply {
        let head = Step.head(status: 200, fields: HTTPFields(fields + [("Transfer-Encoding", "chunked")]))
        return Reply([head] + chunks.map { .chunk($0) } + [.lastChunk])
    }

    /// Content without a length, ended by closing the connection.
    public static func untilClose(_ content: Data) -> Reply {
        Reply([.head(status: 200), .bytes(content), .close])
    }

    /// A status with a few words as content.
    public static func status(
        _ status: Int, retryAfter: String? = nil, fields: [(String, String)] = []
    ) -> Reply {
        let wait = retryAfter.map { [("Retry-After", $0)] } ?? []
        let hasContent = status >= 200 && status != 204 && status != 304
        guard hasContent else { return Reply([.head(status: status, fields: HTTPFields(fields + wait))]) }
        return .content(Data("status \(status)\n".utf8), status: status, fields: fields + wait)
    }

    /// A redirect.
    public static func redirect(to location: String, status: Int = 302) -> Reply {
        .content(Data("moved\n".utf8), status: status, fields: [("Location", location)])
    }

    /// A failure of the connection, for the scripted fetcher only.
    public static func failing(_ code: FetchError.Code, reason: String = "scripted") -> Reply {
        Reply([.fail(code, reason: reason)])
    }

    static func length(_ content: Data) -> (String, String) { ("Content-Length", String(content.count)) }
}
