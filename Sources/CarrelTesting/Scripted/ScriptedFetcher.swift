import CarrelHTTP
import Dispatch
import Foundation

/// A fetcher without a network: it acts out scripted replies by URL.
///
///     let fetcher = ScriptedFetcher()
///     fetcher.on("http://notes.test/1.pdf", .document(bytes, entityTag: "\"1\""))
///     fetcher.on("http://notes.test/2.pdf", .failing(.unreachable), .content(bytes))
///
/// A URL that is not scripted fails and names itself. Stalls and delays are measured with the clock, so that a
/// `ManualClock` decides when a limit passes. Requests are recorded with the URL as their target.
/// Content codings are not decoded. It acts as if it had connections, one exchange after the other on each: steps behind
/// the end of a response are something that nobody asked for.
public final class ScriptedFetcher: Fetcher {
    /// What to answer, by URL, and what was asked.
    public let script: ReplyScript
    private let clock: any Clock<Duration>
    /// Sinks must not be called from a cooperative thread.
    private let queue = DispatchQueue(label: "carrel.scripted-fetcher")
    private let connections = ScriptedConnections()

    /// - Parameters:
    ///   - script: what to answer; by default an empty script of its own.
    ///   - clock: measures stalls and delays.
    public init(_ script: ReplyScript = ReplyScript(), clock: any Clock<Duration> = ContinuousClock()) {
        self.script = script
        self.clock = clock
    }

    /// Sets the replies to a URL: one a request, the last one again and again.
    public func on(_ url: String, _ replies: Reply...) { script.on(url, replies) }

    /// Every request so far.
    public var requests: [RecordedRequest] { script.requests }

    /// Every request of that URL so far.
    public func requests(for url: String) -> [RecordedRequest] { script.requests(for: url) }

    /// Acts out the next reply to a URL.
    ///
    /// - Parameters:
    ///   - request: what to ask for, with its limits.
    ///   - sink: takes the response.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        try request.check()
        let url = request.target.text
        var fields = request.fields
        if fields["Accept-Encoding"] == nil {
            fields["Accept-Encoding"] = request.acceptsCodings ? "gzip" : "identity"
        }
        guard !Task.isCancelled else { throw FetchError.cancelled(url) }
        var connection = connections.take(request)
        guard let content = request.content.map({ RequestContentReader.all(of: $0) }) ?? [] else {
            throw FetchError(.stopped, url: url, reason: "what was to be sent cannot be read")
        }
        while true {
            var asked = RecordedRequest(
                method: request.method.rawValue, target: url, fields: fields,
                connection: Int(connection.id.number))
            asked.content = content
            guard let steps = script.reply(to: asked) else {
                throw FetchError(.unreachable, url: url, reason: "nothing is scripted for this URL")
            }
            var performance = Performance(
                request: request, sink: sink, connection: connection.id, clock: clock, queue: queue)
            do {
                try await performance.act(steps)
            } catch {
                guard connection.isReused, error.code == .malformed, !performance.hasHead else { throw error }
                connections.noteMixed(connection)
                connection = connections.make(request)
                continue
            }
            if performance.hasExcess { connections.noteMixed(connection) }
            if performance.leavesConnection { connections.giveBack(connection) }
            return
        }
    }

    /// The connections whose replies had steps behind their end.
    public func mixedConnections() async -> Set<ConnectionID> { connections.mixed }
}
