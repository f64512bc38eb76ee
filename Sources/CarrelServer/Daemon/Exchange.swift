import CarrelBasics
import Foundation

/// One request on its way to its reply.
///
/// The daemon's thread and the task that makes the reply both hold it.
final class Exchange: Sendable {
    /// How far it is.
    enum Stage: Sendable {
        /// The head is being read.
        case begun
        /// The head was accepted; the end of the request is awaited.
        case accepted(ServerRequest)
        /// A task makes the reply; the connection is suspended.
        case waiting
        /// The reply is made, and is to be queued once.
        case ready(ServerReply)
        /// The reply is queued.
        case queued
    }

    /// The request target as it came.
    let target: String
    private let stage = Locked(Stage.begun)
    private let gone = Locked(false)
    private let content = Locked<Data?>(Data())

    /// Makes an exchange at its begin.
    init(target: String) { self.target = target }

    /// Whether the client has gone while it waited.
    var hasGone: Bool { gone.value }

    /// Notes that the client has gone.
    func markGone() { gone.withLock { $0 = true } }

    /// Keeps content as it comes, unless it is more than a limit.
    func take(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        content.withLock { content in
            guard let count = content?.count else { return }
            if count + bytes.count > limit { content = nil } else { content?.append(contentsOf: bytes) }
        }
    }

    /// The content; `nil` if it is more than was allowed.
    var received: Data? { content.value }

    /// Notes that the request has ended: a stream that was made too late for its client goes to nobody.
    func end() {
        if case .ready(let reply) = current, case .stream(let stream) = reply.content { stream.close() }
    }

    /// How far it is.
    var current: Stage {
        get { stage.value }
        set { stage.withLock { $0 = newValue } }
    }
}
