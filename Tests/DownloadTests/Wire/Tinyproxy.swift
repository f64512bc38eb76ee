import CarrelTesting
import Foundation

/// A real proxy, of the package tinyproxy-bin.
struct Tinyproxy {
    /// Where the program is; `nil` where it is not installed.
    static let program = ["/usr/bin/tinyproxy", "/usr/local/bin/tinyproxy", "/opt/homebrew/bin/tinyproxy"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Its URL, without a user.
    let url: String
    private let program: ServerProgram

    /// Starts a proxy, for as long as the body runs.
    ///
    /// - Parameters:
    ///   - password: what the user `me` must show; `nil` where nobody is asked.
    ///   - body: what to do meanwhile.
    /// - Throws: what the body throws, and where the proxy cannot be started.
    static func with(password: String? = nil, _ body: (Tinyproxy) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        // A port cannot be left to the proxy, and one that is free now may be taken a moment later.
        var proxy: Tinyproxy?
        for _ in 0..<10 where proxy == nil { proxy = try await start(in: folder.url, password: password) }
        let started = try requireValue(proxy, "a port for tinyproxy")
        defer { started.die() }
        try await body(started)
    }

    /// Ends it, whatever it is doing.
    func die() { program.end() }

    private static func start(in folder: URL, password: String?) async throws -> Tinyproxy? {
        let free = try LoopbackServer()
        let port = free.port
        free.stop()
        let file = folder.appending(path: "tinyproxy.conf")
        let access = password.map { "BasicAuth me \($0)\n" } ?? ""
        let text = "Port \(port)\nListen 127.0.0.1\nTimeout 60\nMaxClients 20\nLogLevel Info\n"
        try Data("\(text)\(access)".utf8).write(to: file)
        let program = try await ServerProgram.start(
            try requireValue(program, "tinyproxy"), ["-d", "-c", file.path], saying: "Accepting")
        return program.map { Tinyproxy(url: "http://127.0.0.1:\(port)", program: $0) }
    }
}
