import CarrelBasics

/// What to answer to which request, and what was asked: the half of a fake server that needs no network.
public final class ReplyScript: Sendable {
    private struct Entry {
        var replies: [Reply]
        var next = 0
    }

    private let entries = Locked<[String: Entry]>([:])
    private let recorder = Recorder<RecordedRequest>()

    /// Makes an empty script.
    public init() {}

    /// Sets the replies to a target (path and query) or path: one a request, the last one again and again.
    public func on(_ target: String, _ replies: [Reply]) {
        entries.withLock { $0[target] = Entry(replies: replies) }
    }

    /// Every request so far.
    public var requests: [RecordedRequest] { recorder.elements }

    /// Every request of that target or path so far.
    public func requests(for target: String) -> [RecordedRequest] {
        requests.filter { $0.target == target || $0.path == target }
    }

    /// Waits for requests.
    ///
    /// - Parameters:
    ///   - count: how many to wait for.
    ///   - target: the target or path that they ask for; `nil` for any.
    /// - Returns: the requests of that kind so far.
    /// - Throws: `CancellationError` where the task is cancelled.
    @discardableResult
    public func requests(atLeast count: Int, for target: String? = nil) async throws -> [RecordedRequest] {
        try await recorder.wait(atLeast: count) { request in
            target == nil || request.target == target || request.path == target
        }
    }

    /// Records a request and looks up what to answer; `nil` if nothing is scripted.
    func reply(to request: RecordedRequest) -> [Reply.Step]? {
        let reply = entries.withLock { entries -> Reply? in
            let key = entries[request.target] == nil ? request.path : request.target
            guard let entry = entries[key], let last = entry.replies.last else { return nil }
            entries[key]?.next += 1
            return entry.next < entry.replies.count ? entry.replies[entry.next] : last
        }
        recorder.append(request)
        return reply?.steps(request)
    }
}
