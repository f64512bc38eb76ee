import CPlatform
import Foundation

/// A pipe whose ends are closed when the object is released.
final class ChildPipe {
    let reading: Int32
    private(set) var writing: Int32

    /// - Throws: the error of the system.
    init() throws(POSIXError) {
        var ends: [Int32] = [-1, -1]
        guard carrel_pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        closeWriting()
    }

    /// The bytes that are left in the pipe once all writers have closed it; at most 4 KiB.
    func rest() -> Data {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(reading, &buffer, buffer.count)
        return Data(buffer.prefix(max(0, count)))
    }

    /// Closes the writing end, which the child now has.
    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }
}

/// A running program with its child processes, as one process group.
struct ChildProcess {
    /// How it ended.
    struct End {
        /// The exit status; 128 plus the signal's number after a signal.
        var status: Int32
        /// The peak of its memory, in bytes.
        var memory: Int
    }

    /// Limits far above what any program needs that is run for its output.
    private static let fileSize: UInt64 = 64 << 20
    private static let openFiles: UInt64 = 512
    /// The processor seconds for each second, because of several threads.
    private static let processors = 8.0

    /// The number of the process and of its group; in a room, also of its session.
    let number: pid_t

    /// Starts a program.
    ///
    /// - Throws: the error of the system.
    init(
        _ room: Room, _ invocation: ToolInvocation, environment: [String: String], output: Int32,
        errors: Int32, life: Int32, status: Int32, group: RoomGroup? = nil
    ) throws(POSIXError) {
        let isAlone = room.level != nil && room.processes == 1
        let filter = room.level == .bubblewrap ? carrel_room_filter(isAlone) : -1
        defer { if filter >= 0 { close(filter) } }
        let time = UInt64(max(1, invocation.timeout.seconds * Self.processors)) + 1
        number = try carrel_child.start(
            room.program, room.arguments, environment: environment, reads: room.reads.map(\.roomPath)
        ) { child in
            (child.input, child.output, child.errors, child.life) = (-1, output, errors, life)
            (child.status, child.filter) = (room.level == .bubblewrap ? status : -1, filter)
            (child.room, child.is_alone) = (carrel_room(room.level), isAlone)
            child.memory = UInt64(max(0, invocation.memoryLimit))
            (child.file_size, child.open_files) = (Self.fileSize, Self.openFiles)
            (child.cpu_seconds, child.group) = (time, group?.entrance ?? -1)
        }
    }

    /// Whether the process itself has ended, whatever it left running; it must not be reaped yet.
    var hasEnded: Bool {
        var information = siginfo_t()
        let found = waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT | WNOHANG)
        return found == 0 && information.si_signo == SIGCHLD
    }

    /// Kills the process and everything in its group; what began a group of its own goes on.
    ///
    /// Until it is reaped, no other process can have its number.
    func kill() { _ = Foundation.kill(-number, SIGKILL) }

    /// Reaps the process if it has ended; must be called until it returns a result.
    func reap() -> End? {
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(number, &status, WNOHANG, &usage) == number else { return nil }
        #if canImport(Darwin)
        let memory = Int(usage.ru_maxrss)
        #else
        let memory = Int(usage.ru_maxrss) << 10
        #endif
        return End(status: Self.exitStatus(of: status), memory: memory)
    }

    /// What a shell makes of what `wait` says: the exit status, or 128 plus the signal's number after a signal.
    static func exitStatus(of status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}

extension carrel_child {
    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: its arguments, without its own name.
    ///   - environment: all its variables.
    ///   - reads: the paths of the files that it may read in a room.
    ///   - settings: sets descriptors, folder and limits.
    /// - Returns: the number of the process.
    /// - Throws: the error of the system.
    static func start(
        _ program: String, _ arguments: [String], environment: [String: String], reads: [String] = [],
        _ settings: (inout carrel_child) -> Void
    ) throws(POSIXError) -> pid_t {
        let started = withStrings([program] + arguments) { arguments in
            withStrings(environment.map { "\($0)=\($1)" }) { environment in
                withStrings(reads) { reads in
                    program.withCString { path in
                        var child = carrel_child()
                        (child.path, child.arguments, child.environment) = (path, arguments, environment)
                        (child.room_reads, child.group) = (reads, -1)
                        settings(&child)
                        return (carrel_start(&child), errno)
                    }
                }
            }
        }
        guard started.0 > 0 else { throw POSIXError(POSIXErrorCode(rawValue: started.1) ?? .EIO) }
        return started.0
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
