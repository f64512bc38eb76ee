import CarrelBasics
import Foundation

/// Shows long text page by page on a terminal.
enum Pager {
    /// Shows a text, with the pager if it is longer than the terminal.
    static func show(_ text: String) async {
        guard isatty(STDOUT_FILENO) == 1, isatty(STDIN_FILENO) == 1,
            text.utf8.count(where: { $0 == 0x0A }) > Terminal.height - 1, await page(text)
        else { return LineWriter.output.write(text) }
    }

    /// Runs the pager; says whether there is one.
    private static func page(_ text: String) async -> Bool {
        let environment = ProcessEnvironment.variables
        let named = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 }
        guard let command = CommandWords(named ?? "less -R"), command.program != "cat",
            let program = ProgramFinder.find(command.program, in: environment["PATH"] ?? "")
        else { return false }
        let pipe = Pipe()
        let number = Locked<pid_t?>(nil)
        // The pager becomes the foreground process, and Carrel again afterwards; without this, SIGTTOU would stop
        // Carrel.
        signal(SIGTTOU, SIG_IGN)
        let started = await withCheckedContinuation { (ended: CheckedContinuation<Bool, Never>) in
            do {
                let pager = try StartedProgram(
                    program, command.arguments, input: pipe.fileHandleForReading, output: .standardOutput,
                    errors: .standardError
                ) { _ in ended.resume(returning: true) }
                number.withLock { $0 = pager.number }
                tcsetpgrp(STDIN_FILENO, pager.number)
                pager.send(SIGCONT)
                try? pipe.fileHandleForReading.close()
                OwnThread.run {
                    // Leaving the pager early closes the pipe.
                    try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
                    try? pipe.fileHandleForWriting.close()
                }
            } catch {
                ended.resume(returning: false)
            }
        }
        if number.value != nil { tcsetpgrp(STDIN_FILENO, getpgrp()) }
        return started
    }
}
