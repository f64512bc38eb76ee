import CarrelBasics
import Foundation

/// Runs a command of `[after]` as a program, without a shell.
public enum HookProcess {
    /// The longest time that a command may take.
    private static let timeout = Duration.seconds(60)

    /// Runs a command to its end.
    ///
    /// It gets the event on standard input and in variables. It is killed when it has taken too long, or when the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - call: the command with the event.
    ///   - output: where it prints; `nil` for standard error.
    /// - Returns: why it failed; `nil` if it did not.
    public static func run(_ call: HookCall, output: FileHandle?) async -> String? {
        let environment = ProcessEnvironment.variables
        guard let program = ProgramFinder.find(call.command.program, in: environment["PATH"] ?? "") else {
            return "there is no such program; give a name in PATH or an absolute path"
        }
        guard let input = file(of: call.input) else { return "no temporary file can be made" }
        let output = output ?? .standardError
        let (ended, ending) = AsyncStream<Int32>.makeStream()
        let started: StartedProgram
        do {
            started = try StartedProgram(
                program, call.command.arguments,
                environment: environment.merging(call.variables) { _, new in new }, input: input,
                output: output, errors: output
            ) { status in
                ending.yield(status)
                ending.finish()
            }
        } catch {
            return "it could not be started: \(String(cString: strerror(error.code.rawValue)))"
        }
        let isLate = Locked(false)
        let alarm = Task {
            guard (try? await Task.sleep(for: timeout)) != nil else { return }
            isLate.withLock { $0 = true }
            started.send(SIGKILL)
        }
        defer { alarm.cancel() }
        let status = await withTaskCancellationHandler {
            // An unstructured task, which is not cancelled: the program is killed instead and ends at once.
            await Task { await ended.first { _ in true } }.value ?? 0
        } onCancel: {
            started.send(SIGKILL)
        }
        return failure(status, wasCancelled: Task.isCancelled, isLate: isLate.value)
    }

    private static func failure(_ status: Int32, wasCancelled: Bool, isLate: Bool) -> String? {
        if status == 0 { return nil }
        guard status == 128 + SIGKILL else { return "it ended with status \(status)" }
        if wasCancelled { return "it was interrupted" }
        // The system kills, too, such as for want of memory.
        return isLate ? "it did not end within \(timeout.durationText)" : "something else killed it"
    }

    /// An unnamed file with this content, open at its beginning.
    private static func file(of content: Data) -> FileHandle? {
        guard let file = tmpfile() else { return nil }
        defer { fclose(file) }
        let handle = FileHandle(fileDescriptor: dup(fileno(file)), closeOnDealloc: true)
        do {
            try handle.write(contentsOf: content)
            try handle.seek(toOffset: 0)
            return handle
        } catch {
            return nil
        }
    }
}
