import CarrelBasics
import Dispatch
import Foundation

/// Turns Ctrl-C and SIGTERM into cancellation; a second one ends the process at once.
enum Interrupt {
    /// Cancels a task at the first signal.
    ///
    /// - Returns: what must be kept as long as signals are to be heard.
    static func cancelling(_ task: Task<ExitStatus, Never>) -> [any DispatchSourceSignal] {
        // A reader that goes away shows as an error of write, which is handled there.
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "carrel.interrupt")
        // Not the task's own flag: the task may have ended while a reader of its output is waited for.
        let isFirst = Locked(true)
        return [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isFirst = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                guard isFirst else { _exit(ExitStatus.interrupted.rawValue) }
                task.cancel()
            }
            source.activate()
            return source
        }
    }
}
