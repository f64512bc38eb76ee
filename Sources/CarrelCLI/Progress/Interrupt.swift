import CPlatform
import CarrelBasics
import CarrelCore
import Dispatch
import Foundation

/// Turns signals that ask the program to end into cancellation, by `InterruptPolicy`, and lets what is drawn on the
/// terminal give way while the program is suspended.
enum Interrupt {
    /// The end of a pipe that signals come out of.
    struct Hearing { fileprivate let descriptor: Int32 }

    /// Hears signals from now on; what comes before somebody acts on them waits.
    static func hear() -> Hearing {
        // A reader that goes away shows as an error of write, which is handled there.
        signal(SIGPIPE, SIG_IGN)
        var signals = [SIGINT, SIGTERM, SIGTSTP]
        // SIGHUP is a terminal that was closed; under nohup that is not a reason to end.
        if carrel_ignores(SIGHUP) == 0 { signals.append(SIGHUP) }
        // A shell without job control has its programs ignore what suspends them.
        if carrel_ignores(SIGTSTP) != 0 { signals.removeAll { $0 == SIGTSTP } }
        return Hearing(descriptor: carrel_hear(signals, Int32(signals.count)))
    }

    /// Cancels a task at the first signal that asks for the end.
    ///
    /// - Returns: what must be kept as long as signals are to be acted on.
    static func cancelling(_ task: Task<ExitStatus, Never>, _ hearing: Hearing) -> any DispatchSourceRead {
        let policy = Locked(InterruptPolicy())
        let began = ContinuousClock.now
        let source = DispatchSource.makeReadSource(
            fileDescriptor: hearing.descriptor, queue: DispatchQueue(label: "carrel.interrupt"))
        source.setEventHandler {
            var number: UInt8 = 0
            while read(hearing.descriptor, &number, 1) == 1 {
                guard Int32(number) != SIGTSTP else {
                    suspend()
                    continue
                }
                let instant = began.duration(to: .now)
                switch policy.withLock({ $0.answer(at: instant) }) {
                case .stop: task.cancel()
                case .wait: break
                case .end: _exit(ExitStatus.interrupted.rawValue)
                }
            }
        }
        source.activate()
        return source
    }

    /// Stops the program until somebody has it go on.
    private static func suspend() {
        StatusLine.clear()
        drawing.value?.pause()
        // To this thread, which stops with it: another one that got it would let this one draw the bars again first.
        raise(SIGSTOP)
        drawing.value?.resume()
    }

    /// The bars that are drawn now, if there are any.
    static let drawing = Locked<ProgressDisplay?>(nil)
}
