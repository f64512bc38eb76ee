import CarrelBasics
import CarrelTesting
import Foundation

/// A terminal that a test types on and reads from.
final class PseudoTerminal: Sendable {
    /// The side that a program has as its terminal.
    let terminal: FileHandle
    private let keyboard: FileHandle
    private let received = Locked(Data())

    init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        var near: Int32 = 0
        var far: Int32 = 0
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&near, &far, nil, nil, &size) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        keyboard = FileHandle(fileDescriptor: near, closeOnDealloc: true)
        terminal = FileHandle(fileDescriptor: far, closeOnDealloc: true)
        // A program that writes would wait for a terminal that nobody looks at.
        Thread.detachNewThread { [received, keyboard] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(keyboard.fileDescriptor, &buffer, buffer.count)
                guard count > 0 else { return }
                received.withLock { $0.append(contentsOf: buffer[..<count]) }
            }
        }
    }

    /// Starts the program on the terminal.
    ///
    /// - Parameters:
    ///   - arguments: the arguments.
    ///   - program: another program than `carrel`.
    ///   - workspace: where it runs.
    ///   - environment: variables beside a minimal environment.
    /// - Throws: the error of the system where it could not be started.
    func start(
        _ arguments: [String], of program: String = CarrelProcess.executable, in workspace: Workspace,
        environment: [String: String] = ["TERM": "xterm"]
    ) throws -> TestProgram {
        try workspace.start(
            program, arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": workspace.folder.path].merging(environment) { $1 },
            input: terminal, output: terminal, errors: terminal)
    }

    /// Starts a shell with job control whose terminal this is, and in which `$0` is `carrel`.
    ///
    /// When it ends, the terminal is closed.
    func startShell(
        _ script: String, in workspace: Workspace, environment: [String: String] = ["TERM": "xterm"]
    ) throws -> TestProgram {
        try start(
            ["--ctty", "--wait", "bash", "-c", "set -m; " + script, CarrelProcess.executable],
            of: "/usr/bin/setsid", in: workspace, environment: environment)
    }

    /// Presses keys.
    func type(_ keys: String) throws { try keyboard.write(contentsOf: Data(keys.utf8)) }

    /// What the screen was sent.
    var output: String { String(decoding: received.value, as: UTF8.self) }

    /// Waits until the screen was sent a text.
    func expect(_ text: String) async throws {
        while !output.contains(text) { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// What the screen was sent by the programs that have ended, to the last byte.
    ///
    /// A program's end can be known before this side has read what it wrote last. What is written onto the terminal
    /// after it comes after it, so a mark tells when all was read.
    func outputToTheEnd() async throws -> String {
        let mark = Data("\0end of output\0".utf8)
        try terminal.write(contentsOf: mark)
        while true {
            let isRead = received.withLock { received in
                guard let end = received.range(of: mark) else { return false }
                received.removeSubrange(end)
                return true
            }
            if isRead { return output }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Whether the terminal collects lines and echoes what is typed, as a shell leaves it.
    var isInLineMode: Bool {
        var settings = termios()
        guard tcgetattr(terminal.fileDescriptor, &settings) == 0 else { return false }
        let line = tcflag_t(ICANON | ECHO | ISIG)
        return settings.c_lflag & line == line
    }
}

extension TestProgram {
    /// Whether it is stopped, as proc(5) says.
    var isStopped: Bool {
        let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        return status?.split(separator: ")").last?.hasPrefix(" T") == true
    }
}
