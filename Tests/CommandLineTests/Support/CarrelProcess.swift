import CarrelBasics
import CarrelTesting
import Foundation

/// The built `carrel`, started as a user's shell starts it.
final class CarrelProcess: Sendable {
    /// How a process ended and what it wrote.
    struct Result: Sendable {
        var status: Int32
        var output: String
        var error: String

        /// Each line of the output as a JSON object.
        var objects: [[String: Any]] {
            output.split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }
    }

    /// The program: the file `carrel` that `CARREL` of the environment names, or else what was built with these tests.
    static let executable: String = {
        if let named = ProcessInfo.processInfo.environment["CARREL"] {
            return URL(filePath: named).standardizedFileURL.path
        }
        let tests =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments[0]
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "carrel").path
    }()

    /// The folder that it is in.
    static let products = URL(filePath: executable).deletingLastPathComponent()

    private let program: TestProgram
    private let folder: URL
    // It would end the program.
    private let workspace: Workspace

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - arguments: the arguments.
    ///   - workspace: where it runs; its home is there too.
    ///   - environment: variables beside a minimal environment.
    ///   - input: what standard input delivers.
    ///   - starter: a program with its arguments that becomes it.
    /// - Throws: the error of the system where it could not be started.
    init(
        _ arguments: [String], in workspace: Workspace, environment: [String: String] = [:],
        input: String = "", starter: [String] = []
    ) throws {
        self.workspace = workspace
        folder = workspace.folder.appending(path: "run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in [("in", input), ("out", ""), ("err", "")] {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        let variables = [
            "PATH": "/usr/bin:/bin", "HOME": workspace.folder.path,
            "XDG_CONFIG_HOME": workspace.folder.appending(path: "config").path,
            "LANG": "C.UTF-8",
        ].merging(environment) { $1 }
        let command = starter + [Self.executable] + arguments
        program = try workspace.start(
            command[0], Array(command.dropFirst()), environment: variables,
            input: try FileHandle(forReadingFrom: folder.appending(path: "in")),
            output: try FileHandle(forWritingTo: folder.appending(path: "out")),
            errors: try FileHandle(forWritingTo: folder.appending(path: "err")))
    }

    /// Sends a signal.
    func send(_ signal: Int32) { program.send(signal) }

    /// Waits until a signal does no longer what it does to every program.
    func waitUntilItHears(_ signal: Int32) async throws {
        while program.status == nil {
            let status = try? String(contentsOfFile: "/proc/\(program.number)/status", encoding: .utf8)
            let caught = status?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.dropFirst(7)
            let mask = caught.flatMap { UInt64($0.trimmingCharacters(in: .whitespaces), radix: 16) } ?? 0
            if mask >> (signal - 1) & 1 == 1 { return }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// What it wrote so far.
    var outputSoFar: String { Self.text(folder.appending(path: "out")) }

    /// What it said so far.
    var errorSoFar: String { Self.text(folder.appending(path: "err")) }

    /// The address that `delay-proxy` prints once it listens.
    func listeningAddress() async throws -> String {
        while program.status == nil {
            if let line = outputSoFar.split(separator: "\n").first, line.hasSuffix("/") {
                return String(line.split(separator: " ").last ?? "")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw CocoaError(.fileReadUnknown)
    }

    /// Waits until it has ended.
    func wait() async throws -> Result {
        let status = try await program.wait()
        return Result(
            status: status, output: Self.text(folder.appending(path: "out")),
            error: Self.text(folder.appending(path: "err")))
    }

    private static func text(_ file: URL) -> String {
        String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
    }
}

/// A folder that a test's processes run in; it goes with them when the test ends.
final class Workspace: Sendable {
    let folder: URL
    var library: URL { folder.appending(path: "Carrel") }
    private let programs = Locked([TestProgram]())

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "carrel-cli-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        // What still runs would write on into the folder, and leave a part of it behind.
        for program in programs.value { program.endAtOnce() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts a program in the folder, which ends with it at the latest.
    func start(
        _ path: String, _ arguments: [String], environment: [String: String], input: FileHandle? = nil,
        output: FileHandle? = nil, errors: FileHandle? = nil
    ) throws -> TestProgram {
        let program = try TestProgram(
            path, arguments, in: folder, environment: environment, input: input, output: output,
            errors: errors)
        programs.withLock { programs in
            programs.removeAll { $0.status != nil }
            programs.append(program)
        }
        return program
    }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Writes a program of a shell's text, and returns its path.
    @discardableResult
    func writeScript(_ name: String, _ text: String) throws -> String {
        let path = try write(name, "#!/bin/sh\n" + text)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    /// Puts a `crontab` in front of the system's whose table is the file `table`.
    func writeCrontab(_ entries: String = "") throws {
        let table = try write("table", entries)
        try writeScript(
            "bin/crontab", "if [ \"$1\" = -l ]; then cat '\(table)'; else cp \"$1\" '\(table)'; fi\n")
    }

    /// The text of a file.
    func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// Writes a catalogue of one module, and returns its path.
    ///
    /// - Parameters:
    ///   - notes: their titles, as JSON writes them, and their addresses.
    ///   - module: the module's code.
    ///   - name: the file's name.
    /// - Returns: the path of the file.
    /// - Throws: the error of the system.
    func writeNotes(
        _ notes: [(title: String, address: String)], of module: String = "C1", as name: String = "notes.json"
    ) throws -> String {
        let list = notes.map { "{\"\($0.title)\":\"\($0.address)\"}" }.joined(separator: ",")
        return try write(
            name, "[{\"moduleCode\":\"\(module)\",\"moduleTitle\":\"T\",\"moduleNotes\":[\(list)]}]")
    }

    /// Runs the program to its end.
    func carrel(
        _ arguments: String..., environment: [String: String] = [:], input: String = ""
    ) async throws -> CarrelProcess.Result {
        try await CarrelProcess(arguments, in: self, environment: environment, input: input).wait()
    }

    /// Runs lines of bash as somebody pastes them, with the built program in the path, until one of them fails.
    func shell(_ lines: String) async throws -> CarrelProcess.Result {
        let surroundings = """
            set -e; trap 'echo "failed: $BASH_COMMAND" >&2' ERR
            cd '\(folder.path)'
            export HOME="$PWD" PATH="$PWD/bin:\(CarrelProcess.products.path):$PATH"

            """
        let result = try await ProcessToolRunner().run(
            ToolInvocation(
                "bash", ["-c", surroundings + lines], timeout: .seconds(300), outputLimit: 1 << 20))
        return CarrelProcess.Result(
            status: result.status, output: String(decoding: result.output, as: UTF8.self),
            error: result.errorText)
    }

    /// The documents of the library by name, those in folders, too.
    func documents(in folder: URL? = nil) throws -> [String: Data] {
        let folder = folder ?? library
        var documents: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where !name.hasPrefix(".") {
            let file = folder.appending(path: name)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
                !isFolder.boolValue
            else { continue }
            documents[name] = try Data(contentsOf: file)
        }
        return documents
    }
}
