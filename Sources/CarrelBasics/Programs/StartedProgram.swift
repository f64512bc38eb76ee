import CPlatform
import Foundation

/// A program that runs on its own: a desktop's viewer, or a server beside a test.
///
/// It has only the descriptors that it is given, and a process group of its own unless it shares this one. For programs
/// that are run for their output, use ``ProcessToolRunner``, which has limits.
package final class StartedProgram: Sendable {
    /// The number of its process.
    package let number: pid_t
    private let ending = Locked<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - arguments: its arguments, without its own name.
    ///   - folder: its working directory; by default that of this process.
    ///   - environment: all its variables; by default those of this process.
    ///   - input: its standard input; by default empty.
    ///   - output: its standard output; by default dropped.
    ///   - errors: its standard error; by default dropped.
    ///   - sharesGroup: whether a shell sees one job with it, so that the keys of the terminal reach both.
    ///   - whenEnded: called once, on a thread of its own, after ``status`` has its value.
    /// - Throws: the error of the system.
    package init(
        _ path: String, _ arguments: [String], in folder: String? = nil,
        environment: [String: String] = ProcessEnvironment.variables,
        input: FileHandle? = nil, output: FileHandle? = nil, errors: FileHandle? = nil,
        sharesGroup: Bool = false, whenEnded: @escaping @Sendable (Int32) -> Void = { _ in }
    ) throws(POSIXError) {
        let place = folder.map { strdup($0) }
        defer { free(place ?? nil) }
        let number = try carrel_child.start(path, arguments, environment: environment) { child in
            child.folder = place.flatMap { UnsafePointer($0) }
            child.input = input?.fileDescriptor ?? -1
            child.output = output?.fileDescriptor ?? -1
            child.errors = errors?.fileDescriptor ?? -1
            (child.life, child.status, child.filter, child.outlives) = (-1, -1, -1, 1)
            child.shares_group = sharesGroup
        }
        self.number = number
        let ending = ending
        OwnThread.run { whenEnded(Self.reap(number, ending)) }
    }

    /// The exit status, or 128 plus the signal's number after a signal; `nil` while it runs.
    package var status: Int32? { ending.value }

    /// Whether it is stopped, as the terminal stops what reads its keys or sets it from the background.
    package var isStopped: Bool {
        ending.withLock { ending in
            guard ending == nil else { return false }
            var information = siginfo_t()
            let found = waitid(P_PID, id_t(number), &information, WSTOPPED | WNOWAIT | WNOHANG)
            return found == 0 && information.si_signo == SIGCHLD
        }
    }

    /// Sends a signal to its process group, which it does not share, unless it has ended.
    package func sendToGroup(_ signal: Int32) {
        ending.withLock { if $0 == nil { _ = kill(-number, signal) } }
    }

    /// Sends a signal, unless it has ended.
    package func send(_ signal: Int32) {
        // Until it is reaped, under the same lock, no other process can have its number.
        ending.withLock { if $0 == nil { _ = kill(number, signal) } }
    }

    private static func reap(_ number: pid_t, _ ending: Locked<Int32?>) -> Int32 {
        var information = siginfo_t()
        while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return ending.withLock { ending in
            var status: Int32 = 0
            _ = waitpid(number, &status, 0)
            let result = ChildProcess.exitStatus(of: status)
            ending = result
            return result
        }
    }
}
