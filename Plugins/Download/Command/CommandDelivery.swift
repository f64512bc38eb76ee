import CarrelBasics
import CarrelHTTP
import Foundation

/// Passes what a program prints on to a sink, after a head that says nothing but that there is a document.
///
/// Called on the thread that reads the program, and after that once by `finish`.
final class CommandDelivery: Sendable {
    private enum Stage { case waiting, delivering, skipped, stopped }

    private let head: ResponseHead
    private let sink: any ResponseSink
    private let stage = Locked(Stage.waiting)

    init(_ url: URL, _ sink: any ResponseSink) {
        head = ResponseHead(status: 200, fields: HTTPFields([]), url: url)
        self.sink = sink
    }

    /// Whether the sink abandoned the transfer.
    var isStopped: Bool { stage.value == .stopped }
    /// Whether the sink does not want the content.
    var isSkipped: Bool { stage.value == .skipped }

    /// Takes the next bytes.
    func receive(_ bytes: UnsafeRawBufferPointer) -> ToolPace {
        guard begin() else { return .stop }
        do throws(SinkStopped) {
            switch try sink.receive(bytes: bytes) {
            case .proceed: return .proceed
            case .pause(let time): return .pause(time)
            }
        } catch {
            stage.withLock { $0 = .stopped }
            return .stop
        }
    }

    /// Delivers the head of an empty document; `false` if the sink abandoned the transfer.
    func finish() async -> Bool {
        guard stage.value == .waiting else { return true }
        // A sink is never called from a cooperative thread.
        return await withCheckedContinuation { continuation in
            OwnThread.run {
                _ = self.begin()
                continuation.resume(returning: !self.isStopped)
            }
        }
    }

    /// Delivers the head, once; says whether content is wanted.
    private func begin() -> Bool {
        guard stage.value == .waiting else { return stage.value == .delivering }
        let next: Stage
        do throws(SinkStopped) {
            next = if case .deliver = try sink.receive(head: head) { .delivering } else { .skipped }
        } catch {
            next = .stopped
        }
        stage.withLock { $0 = next }
        return next == .delivering
    }
}
