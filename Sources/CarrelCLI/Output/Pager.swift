import CarrelBasics
import Foundation

/// Shows long text page by page on a terminal.
enum Pager {
    /// Shows a text, with the pager if it is longer than the terminal.
    ///
    /// A terminal that cannot move its cursor gets it at once: `less` would warn of that, and wait for a key.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - inputIsRead: whether standard input was read to its end, so that it does not say whether a person is there.
    /// - Throws: `CancellationError` if a signal ended the pager.
    static func show(_ text: String, inputIsRead: Bool) async throws {
        guard isatty(STDOUT_FILENO) == 1, inputIsRead ? hasKeyboard : isatty(STDIN_FILENO) == 1,
            !Terminal.isPlain(ProcessEnvironment.variables),
            text.utf8.count(where: { $0 == 0x0A }) > Terminal.height - 1, await page(text)
        else { return LineWriter.output.write(text) }
        try Task.checkCancellation()
    }

    /// Whether there is a terminal whose keys a pager can read.
    private static var hasKeyboard: Bool {
        let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// Runs the pager; says whether there is one.
    private static func page(_ text: String) async -> Bool {
        let environment = ProcessEnvironment.variables
        let named = environment["PAGER"]?.nonEmpty
        guard let command = CommandWords(named ?? "less -R"), command.program != "cat",
            let program = ProgramFinder.find(command.program, in: environment["PATH"] ?? "")
        else { return false }
        let pipe = Pipe()
        let running = Locked<StartedProgram?>(nil)
        // What these keys do is up to the pager.
        let handlers = [SIGINT, SIGQUIT].map { (number: $0, handler: signal($0, SIG_IGN)) }
        defer { for (number, handler) in handlers { signal(number, handler) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (ended: CheckedContinuation<Bool, Never>) in
                do {
                    // One job for a shell: Ctrl-Z stops both, and so does reading keys in the background.
                    let pager = try StartedProgram(
                        program, command.arguments, input: pipe.fileHandleForReading, output: .standardOutput,
                        errors: .standardError, sharesGroup: true
                    ) { _ in ended.resume(returning: true) }
                    running.withLock { $0 = pager }
                    if Task.isCancelled { end(pager) }
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
        } onCancel: {
            if let pager = running.value { end(pager) }
        }
    }

    /// Ends a pager, also one that is stopped.
    private static func end(_ pager: StartedProgram) {
        pager.send(SIGTERM)
        pager.send(SIGCONT)
    }
}
