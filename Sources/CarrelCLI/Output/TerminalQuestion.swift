import CarrelTerminal
import Dispatch
import Foundation

/// Asks the terminal what it can do.
enum TerminalQuestion {
    // Far more than a terminal takes over a slow connection; one that does not answer delays a picture by so much.
    private static let patience = Duration.milliseconds(400)

    /// Whether the terminal shows Sixel graphics; not if standard input or output goes elsewhere, or it does not answer.
    ///
    /// The question waits on a queue of its own. Keys that are pressed meanwhile are lost.
    static func showsSixel() async -> Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, Terminal.isInForeground else {
            return false
        }
        return await withCheckedContinuation { answer in
            DispatchQueue(label: "carrel.terminal.question").async {
                answer.resume(returning: ask()?.contains(4) == true)
            }
        }
    }

    private static func ask() -> Set<Int>? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard tcsetattr(STDIN_FILENO, TCSANOW, &quiet) == 0 else { return nil }
        defer { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
        let question = Array(DeviceAttributes.question.utf8)
        guard write(STDOUT_FILENO, question, question.count) == question.count else { return nil }
        let end = ContinuousClock.now + patience
        var answer: [UInt8] = []
        while answer.count < 4096 {
            let left = (end - ContinuousClock.now) / .milliseconds(1)
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard left >= 1, poll(&input, 1, Int32(left)) > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else { return nil }
            answer += buffer[..<count]
            if let attributes = DeviceAttributes.attributes(in: answer) { return attributes }
        }
        return nil
    }
}
