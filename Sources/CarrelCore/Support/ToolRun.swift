import Foundation

/// One run of a program: starts it, reads what it writes, and kills it where it must.
///
/// One thread does all of it, in `perform`. Others only set a mark and wake that thread.
final class ToolRun: Sendable {
    private enum Ending { case cancelled, timedOut, tooLong }

    private struct Marks {
        var isCancelled = false
        var hasEnded = false
    }

    private let program: String
    private let invocation: ToolInvocation
    private let environment: [String: String]
    private let marks = Locked(Marks())
    /// Wakes the thread when a byte is written to it; open for as long as anyone could write one.
    private let wakeUp = Pipe()

    init(program: String, invocation: ToolInvocation, environment: [String: String]) {
        self.program = program
        self.invocation = invocation
        self.environment = environment
    }

    /// Has the program killed.
    func cancel() {
        marks.withLock { $0.isCancelled = true }
        wake()
    }

    private func wake() {
        var byte: UInt8 = 0
        _ = write(wakeUp.fileHandleForWriting.fileDescriptor, &byte, 1)
    }

    /// Runs the program to its end; blocks the thread.
    func perform() -> Result<ToolOutput, ToolError> {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = invocation.arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        process.terminationHandler = { [self] _ in
            marks.withLock { $0.hasEnded = true }
            wake()
        }
        do {
            try process.run()
        } catch {
            return .failure(.notStarted(tool: invocation.tool, reason: error.localizedDescription))
        }
        // The handler and the run hold each other.
        defer { process.terminationHandler = nil }
        var reader = ToolReader(
            output: output.fileHandleForReading, errors: errors.fileHandleForReading,
            wakeUp: wakeUp.fileHandleForReading, outputLimit: invocation.outputLimit)
        let ending = follow(process, &reader)
        switch ending {
        case .cancelled: return .failure(.cancelled)
        case .timedOut: return .failure(.timedOut(tool: invocation.tool, after: invocation.timeout))
        case .tooLong, nil: return .success(reader.result(process, isTruncated: ending == .tooLong))
        }
    }

    /// Reads until the program has ended and was reaped; says why, if it had to be killed.
    private func follow(_ process: Process, _ reader: inout ToolReader) -> Ending? {
        let deadline = ContinuousClock.now + invocation.timeout
        var ending: Ending?
        while true {
            let marks = marks.value
            if marks.hasEnded {
                // Others may hold the pipes open: only what is there already is read.
                if ending == nil { reader.drain() }
                return ending ?? (reader.isTooLong ? .tooLong : nil)
            }
            let left = ContinuousClock.now.duration(to: deadline)
            if ending == nil {
                if marks.isCancelled {
                    ending = .cancelled
                } else if reader.isTooLong {
                    ending = .tooLong
                } else if left <= .zero {
                    ending = .timedOut
                }
                if ending != nil { kill(process) }
            }
            reader.wait(milliseconds: ending == nil ? Int(min(left.seconds, 60) * 1000) + 1 : 1000)
        }
    }

    /// Kills the program and, where it leads a process group, whatever it started.
    private func kill(_ process: Process) {
        let number = process.processIdentifier
        // A process that was reaped could have given its number to another.
        guard process.isRunning, number > 0 else { return }
        _ = Foundation.kill(getpgid(number) == number ? -number : number, SIGKILL)
    }
}
