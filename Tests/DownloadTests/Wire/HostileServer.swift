import CarrelBasics
import CarrelTesting
import Foundation

/// A server that does one wrong thing, of the Python program in `hostile`.
struct HostileServer {
    /// What every server sends, where it sends anything.
    static let document = Data(String(repeating: "0123456789", count: 10_000).utf8)

    /// The Python that runs it; `nil` where there is none.
    static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Whether both programs that it needs are there.
    static let isAvailable = python != nil && TLSServer.program != nil

    /// The URL of the document, over https.
    let url: URL
    private let number: Int
    private let program: Program

    /// Starts a server, for as long as this process runs.
    ///
    /// - Parameters:
    ///   - scenario: what it does.
    ///   - certificate: what it shows; `nil` for a server without TLS, or one that has its own idea of it.
    ///   - options: `version`, the only version of TLS, and `clients`, the authority of clients' certificates.
    /// - Throws: where it cannot be started.
    static func start(
        _ scenario: String, certificate: Certificates.Kind? = .good, options: [String: String] = [:]
    ) async throws -> HostileServer {
        let program = try Program.shared.get()
        var options = options
        if let certificate {
            let certificates = try await Certificates.made()
            options["certificate"] = certificates.chain(certificate).path
            options["key"] = certificates.key.path
        }
        let number = program.start(scenario, options)
        let said = try await program.lines.wait(atLeast: 1) { $0.hasPrefix("\(number) port ") }
        let port = try requireValue(said.first?.split(separator: " ").last, "the port")
        let url = try requireValue(URL(string: "https://localhost:\(port)/notes.txt"), "the URL")
        return HostileServer(url: url, number: number, program: program)
    }

    /// The same without TLS.
    var plainURL: URL { URL(string: url.absoluteString.replacing("https:", with: "http:")) ?? url }

    /// What the server has noted that begins with a word, such as `request`.
    func notes(_ word: String) -> [String] {
        program.lines.elements.filter { $0.hasPrefix("\(number) \(word)") }
    }

    /// Waits until the server has noted something.
    func noted(_ word: String, times: Int = 1) async throws {
        try await program.lines.wait(atLeast: times) { $0.hasPrefix("\(number) \(word)") }
    }
}

extension HostileServer {
    /// The one process of all servers.
    final class Program: Sendable {
        static let shared = Result { try Program() }

        /// What it has said.
        let lines = Recorder<String>()
        private let last = Locked(0)
        private let input: FileHandle
        private let program: TestProgram

        private init() throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "hostile")
            let (input, output) = (Pipe(), Pipe())
            // Ends with this process: then nobody holds the other end of its input.
            program = try TestProgram(
                try requireValue(HostileServer.python, "python3"), ["-B", "-W", "ignore", folder.path],
                input: input.fileHandleForReading, output: output.fileHandleForWriting,
                errors: .standardError)
            try output.fileHandleForWriting.close()
            self.input = input.fileHandleForWriting
            let lines = lines
            let descriptor = output.fileHandleForReading
            Thread.detachNewThread { Self.read(descriptor, into: lines) }
        }

        /// Asks for one more server.
        ///
        /// - Returns: its number, with which all begins that it says.
        func start(_ scenario: String, _ options: [String: String]) -> Int {
            last.withLock { last in
                last += 1
                let words = ["\(last)", scenario] + options.map { "\($0.key)=\($0.value)" }
                input.write(Data((words.joined(separator: " ") + "\n").utf8))
                return last
            }
        }

        private static func read(_ output: FileHandle, into lines: Recorder<String>) {
            var rest: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = Foundation.read(output.fileDescriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest += buffer.prefix(count)
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.append(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeSubrange(...end)
                }
            }
        }
    }
}
