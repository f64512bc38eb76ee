import CPlatform
import CarrelBasics
import CarrelCore
import Dispatch
import Foundation

/// Turns signals that ask the program to end into cancellation, by `InterruptPolicy`.
enum Interrupt {
    /// Cancels a task at the first signal.
    ///
    /// - Returns: what must be kept as long as signals are to be heard.
    static func cancelling(_ task: Task<ExitStatus, Never>) -> [any DispatchSourceSignal] {
        // A reader that goes away shows as an error of write, which is handled there.
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "carrel.interrupt")
        let policy = Locked(InterruptPolicy())
        let began = ContinuousClock.now
        // SIGHUP is a terminal that was closed; under nohup that is no reason to end.
        let signals = [SIGINT, SIGTERM] + (carrel_ignores(SIGHUP) == 0 ? [SIGHUP] : [])
        return signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let instant = began.duration(to: .now)
                switch policy.withLock({ $0.answer(at: instant) }) {
                case .stop: task.cancel()
                case .wait: break
                case .end: _exit(ExitStatus.interrupted.rawValue)
                }
            }
            source.activate()
            return source
        }
    }
}
