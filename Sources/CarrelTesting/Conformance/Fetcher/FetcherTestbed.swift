import CarrelHTTP
import Foundation

/// A fetcher together with something that answers it, so that one suite fits fetchers with and without a network.
public struct FetcherTestbed: Sendable {
    /// What a fetcher can do beyond what `Fetcher` asks of all; decides which checks apply.
    public enum Capability: Sendable, Hashable, CaseIterable {
        /// It talks over real connections.
        case sockets
        /// It keeps every field line of a head, in order.
        case fieldLines
        /// It survives a connection that ends within the head.
        case brokenHeads
        /// It says which connection brought a response, and lets no response become that of another request.
        case connectionIDs
        /// It counts the trailer fields behind chunks.
        case trailers
        /// It takes content codings off.
        case contentCodings
        /// It delivers a coded part as it came.
        case codedParts
        /// It makes small exchanges in a row.
        case batches
    }

    /// The fetcher to check.
    public let fetcher: any Fetcher
    /// The server that answers, where there is a real one.
    public let server: LoopbackServer?
    private let script: ReplyScript
    private let base: String

    /// Pairs a fetcher with a loopback server of its own.
    public static func loopback(_ fetcher: any Fetcher) throws -> FetcherTestbed {
        let server = try LoopbackServer()
        return FetcherTestbed(
            fetcher: fetcher, server: server, script: server.script, base: server.address(""))
    }

    /// Pairs a fetcher with a loopback server that is reached by way of something else, such as a proxy that speaks TLS.
    ///
    /// - Parameters:
    ///   - fetcher: the fetcher.
    ///   - server: the server that answers in the end.
    ///   - base: what stands before each path, without a slash at its end.
    /// - Returns: the pair.
    public static func loopback(
        _ fetcher: any Fetcher, _ server: LoopbackServer, reachedAt base: String
    ) -> FetcherTestbed {
        FetcherTestbed(fetcher: fetcher, server: server, script: server.script, base: base)
    }

    /// The scripted fetcher, which answers itself, with what stands around it.
    public static func scripted(
        _ wrapped: (ScriptedFetcher) -> any Fetcher = { $0 }
    ) -> FetcherTestbed {
        let fetcher = ScriptedFetcher()
        return FetcherTestbed(
            fetcher: wrapped(fetcher), server: nil, script: fetcher.script, base: "http://scripted.test")
    }

    // MARK: For checks

    /// Sets the replies to a path and gives its URL.
    @discardableResult
    func stage(_ path: String, _ replies: Reply...) throws -> URL {
        script.on(server == nil ? base + path : path, replies)
        return try url(path)
    }

    /// The URL of a path.
    func url(_ path: String) throws -> URL {
        try requireValue(URL(string: base + path), "the URL of \(path)")
    }

    /// The requests of a path so far.
    func requests(_ path: String) -> [RecordedRequest] {
        script.requests(for: server == nil ? base + path : path)
    }

    /// Waits until the path was requested.
    func requested(_ path: String) async throws {
        try await script.requests(atLeast: 1, for: server == nil ? base + path : path)
    }

    /// Exchanges or fetches, watches over the sink's rules and expects success.
    @discardableResult
    func get(
        _ path: String, fields: [(String, String)] = [], limits: FetchLimits = FetchLimits(),
        into sink: CollectingSink = CollectingSink(), followsRedirects: Bool = false
    ) async throws -> CollectingSink {
        let request = FetchRequest(url: try url(path), fields: HTTPFields(fields), limits: limits)
        if let error = await error(of: request, into: sink, followsRedirects: followsRedirects) {
            throw ConformanceFailure(description: "\(path) failed with \(error.code): \(error)")
        }
        try sink.requireNoViolations()
        try requireEqual(sink.result.heads.count, 1, "heads")
        return sink
    }

    /// Exchanges or fetches, watches over the sink's rules and expects an error.
    func failure(
        _ path: String, fields: [(String, String)] = [], limits: FetchLimits = FetchLimits(),
        into sink: CollectingSink = CollectingSink(), followsRedirects: Bool = false
    ) async throws -> FetchError {
        let request = FetchRequest(url: try url(path), fields: HTTPFields(fields), limits: limits)
        let error = await error(of: request, into: sink, followsRedirects: followsRedirects)
        try sink.requireNoViolations()
        return try requireValue(error, "the error of \(path)")
    }

    /// Exchanges or fetches, and gives the error.
    func error(
        of request: FetchRequest, into sink: CollectingSink = CollectingSink(), followsRedirects: Bool = false
    ) async -> FetchError? {
        defer { sink.close() }
        do {
            if followsRedirects {
                try await fetcher.fetch(request, into: sink)
            } else {
                try await fetcher.exchange(request, into: sink)
            }
            return nil
        } catch {
            return error
        }
    }
}

extension CollectingSink {
    /// Fails a check where the sink was called against the rules of `Fetcher`.
    func requireNoViolations() throws {
        try require(result.violations.isEmpty, "the sink got \(result.violations.joined(separator: ", "))")
    }
}
