import CarrelCore
import Dispatch
import Foundation

/// Turns Ctrl-C and SIGTERM into cancellation; a second one ends the process at once.
enum Interrupt {
    private static let signals = [SIGINT, SIGTERM]

    /// Cancels a task at the first signal.
    static func cancel(_ task: Task<ExitStatus, Never>) {
        // A reader that goes away shows as an error of write, which is handled there.
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "carrel.interrupt")
        for number in signals {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                if task.isCancelled { _exit(ExitStatus.interrupted.rawValue) }
                task.cancel()
            }
            source.activate()
            sources.withLock { $0.append(SourceBox(source)) }
        }
    }

    private static let sources = Locked<[SourceBox]>([])

    /// Keeps a source alive; it is not touched after it was activated.
    private final class SourceBox: Sendable {
        private let source: any DispatchSourceSignal

        init(_ source: any DispatchSourceSignal) { self.source = source }
    }
}
