import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// Answers from a folder that holds a copy of servers, as `wget --mirror` makes it: `HOST/PATH` for each document.
///
/// What the folder lacks another fetcher is asked for; without one it is not found.
public struct MirrorFetcher: Fetcher {
    static let folder = Setting<String>(
        "mirror", default: "mirror", power: { .readFile($0) }, help: "The folder with copies of servers")

    /// The plug-in.
    public static let plugin = Plugin<any Fetcher>(
        "mirror", summary: "Answers from a folder with copies of servers", settings: [folder]
    ) { settings, context in MirrorFetcher(context.file(settings[folder])) }

    private let folder: URL
    private let otherwise: (any Fetcher)?

    /// Makes a fetcher.
    public init(_ folder: URL, otherwise: (any Fetcher)? = nil) {
        (self.folder, self.otherwise) = (folder, otherwise)
    }

    /// Delivers a copy, or asks the other fetcher.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        let file = file(for: request.url)
        if file == nil, let otherwise { return try await otherwise.exchange(request, into: sink) }
        let isCancelled = Locked(false)
        let result: Result<Void, FetchError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Reading and the sink may block: not on a thread of the pool.
                Thread.detachNewThread {
                    let delivery = Delivery(request: request, sink: sink, isCancelled: isCancelled)
                    continuation.resume(returning: delivery.run(file))
                }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        try result.get()
    }

    /// What the other fetcher says.
    public func mixedConnections() async -> Set<ConnectionID> { await otherwise?.mixedConnections() ?? [] }

    /// The copy of a URL; no part of the URL leads out of the folder.
    private func file(for url: URL) -> URL? {
        let parts = [url.host()?.lowercased() ?? "."] + url.pathComponents.filter { $0 != "/" }
        let isPlain = parts.allSatisfy { !$0.hasPrefix(".") && !$0.contains("/") && !$0.contains("\0") }
        guard isPlain, url.query == nil else { return nil }
        let file = parts.reduce(folder) { $0.appending(path: $1) }.resolvingSymlinksInPath()
        guard file.path.hasPrefix(folder.resolvingSymlinksInPath().path + "/") else { return nil }
        return (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true ? file : nil
    }
}

/// One response, from its head to its end, on a thread of its own.
private struct Delivery {
    let request: FetchRequest
    let sink: any ResponseSink
    let isCancelled: Locked<Bool>
    let start = ContinuousClock.now

    func run(_ file: URL?) -> Result<Void, FetchError> {
        do {
            try check()
            if let file {
                try deliver(file)
            } else {
                _ = try sink.receive(
                    head: ResponseHead(status: 404, fields: HTTPFields(), url: request.url))
            }
            return .success(())
        } catch let error as FetchError {
            return .failure(error)
        } catch is SinkStopped {
            return .failure(failure(.stopped, "the sink wanted nothing further"))
        } catch {
            return .failure(failure(.unreachable, "the copy cannot be read: \(error.localizedDescription)"))
        }
    }

    private func deliver(_ file: URL) throws {
        let copy = try FileHandle(forReadingFrom: file)
        defer { try? copy.close() }
        let size = try copy.seekToEnd()
        try copy.seek(toOffset: 0)
        let fields = HTTPFields([("Content-Length", String(size))])
        let demand = try sink.receive(head: ResponseHead(status: 200, fields: fields, url: request.url))
        var left = demand == .deliver ? size : 0
        while left > 0 {
            try check()
            let piece = try copy.read(upToCount: Int(min(left, 64 << 10))) ?? Data()
            guard !piece.isEmpty else { throw failure(.truncated, "the copy became shorter") }
            left -= UInt64(piece.count)
            let pace = try piece.withUnsafeBytes { try sink.receive(bytes: $0) }
            guard case .pause(let pause) = pace else { continue }
            let end = ContinuousClock.now + pause
            while ContinuousClock.now < end {
                try check()
                Thread.sleep(forTimeInterval: min(0.05, (end - .now) / .seconds(1)))
            }
        }
    }

    /// Throws once nobody waits any longer.
    private func check() throws(FetchError) {
        if isCancelled.value { throw failure(.cancelled, "cancelled") }
        if let limit = request.limits.totalTimeout, ContinuousClock.now - start > limit {
            throw failure(.totalTimeout, "it took longer than \(limit)")
        }
    }

    private func failure(_ code: FetchError.Code, _ reason: String) -> FetchError {
        FetchError(code, url: request.url.absoluteString, reason: reason)
    }
}
