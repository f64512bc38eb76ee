import CarrelTesting
import Foundation

/// A program that serves until the test ends it: a server or a proxy of the system.
struct ServerProgram: Sendable {
    /// Where it says that it listens.
    enum Channel: Sendable { case output, errors }

    /// The line with which it said so.
    let greeting: String
    private let program: TestProgram

    /// Starts a program and waits until it listens.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - arguments: its arguments, without its own name.
    ///   - text: what the line holds with which it says that it listens.
    ///   - channel: where it says so; nobody hears the other one.
    /// - Returns: the program; `nil` if it ended without having said it, as where its port was taken.
    /// - Throws: where it cannot be started.
    static func start(
        _ path: String, _ arguments: [String], saying text: String, on channel: Channel = .output
    ) async throws -> ServerProgram? {
        let pipe = Pipe()
        let program = try TestProgram(
            path, arguments, output: channel == .output ? pipe.fileHandleForWriting : nil,
            errors: channel == .errors ? pipe.fileHandleForWriting : nil)
        try pipe.fileHandleForWriting.close()
        let greeting = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                Self.listen(to: pipe.fileHandleForReading, until: text) { continuation.resume(returning: $0) }
            }
        }
        return greeting.map { ServerProgram(greeting: $0, program: program) }
    }

    /// Ends it, whatever it is doing.
    func end() { program.end() }

    /// Reads to the end, so that nothing holds the program up, and tells the line once.
    private static func listen(to output: FileHandle, until text: String, tell: (String?) -> Void) {
        var said = ""
        var isTold = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            // Not `availableData`: a signal that interrupts it ends the process.
            let count = read(output.fileDescriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            guard !isTold else { continue }
            said += String(decoding: buffer.prefix(count), as: UTF8.self)
            let lines = said.split(separator: "\n").dropLast(said.hasSuffix("\n") ? 0 : 1)
            guard let line = lines.first(where: { $0.contains(text) }) else { continue }
            isTold = true
            tell(String(line))
        }
        if !isTold { tell(nil) }
    }
}
