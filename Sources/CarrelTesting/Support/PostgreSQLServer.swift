import CarrelBasics
import Dispatch
import Foundation

/// A PostgreSQL server of its own, in a temporary folder, reached through a socket there.
///
/// It runs as an ordinary user, because PostgreSQL refuses to run as root. It ends with the process of the tests,
/// however that ends, and its folder goes with it.
public final class PostgreSQLServer: Sendable {
    /// Where PostgreSQL's programs are; `nil` if it is not installed.
    public static let programs: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let versions = (13...30).reversed().map { "/usr/lib/postgresql/\($0)/bin" }
        return (versions + path.split(separator: ":").map(String.init)).first { folder in
            ["initdb", "postgres", "pg_ctl"].allSatisfy { access("\(folder)/\($0)", X_OK) == 0 }
        }
    }()

    /// Whether PostgreSQL is installed.
    public static var isInstalled: Bool { programs != nil }

    /// The server of this process, for tests that do not stop it; each takes a schema of its own.
    public static let shared: PostgreSQLServer? = try? PostgreSQLServer()

    private static let schemas = Locked(0)

    /// A schema that no other test has.
    public static func newSchema() -> String {
        "test_\(schemas.withLock { number in number += 1; return number })"
    }

    /// The folder with its socket and its data.
    public let folder: URL

    /// Makes a server and starts it.
    ///
    /// - Throws: an error where PostgreSQL is not installed or does not start.
    public init() throws {
        guard let programs = Self.programs else { throw CocoaError(.fileNoSuchFile) }
        folder = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if geteuid() == 0 { chown(folder.path, Self.user, Self.user) }
        try TestProgram.run(
            Self.asUser + [
                "\(programs)/initdb", "--no-sync", "--auth=trust", "--username=carrel", "--encoding=UTF8",
                "--locale=C.UTF-8", "--pgdata=\(folder.path)/data",
            ])
        // One user needs a password; the others of this machine's socket do not.
        try "local all locked scram-sha-256\nlocal all all trust\n".write(
            to: folder.appending(path: "data/pg_hba.conf"), atomically: false, encoding: .utf8)
        try start()
    }

    deinit {
        try? stop(.immediate)
        try? FileManager.default.removeItem(at: folder)
    }

    /// How to reach it, as libpq reads it.
    public var address: String { "host=\(folder.path) dbname=postgres user=carrel" }

    /// Ways to end it.
    public enum Ending: String, Sendable {
        /// Clients are told.
        case fast
        /// As when the power fails.
        case immediate
    }

    /// Starts it after it was stopped, and returns when it takes connections.
    ///
    /// - Throws: an error where it does not start.
    public func start() throws {
        guard let programs = Self.programs else { throw CocoaError(.fileNoSuchFile) }
        let isReady = DispatchSemaphore(value: 0)
        let hasStarted = Locked(false)
        let path = folder.path
        // When the thread that started the shell ends, that is told and ends the server: this thread reads what the
        // server says until then.
        let script = """
            "$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c max_connections=60 \
                -c autovacuum=off -c log_min_messages=log &
            server=$!
            trap 'isOver=1; kill -QUIT $server' QUIT
            wait $server
            wait $server 2>/dev/null
            [ -z "$isOver" ] || rm -rf "$2"
            """
        Thread.detachNewThread {
            let pipe = Pipe()
            let death =
                Self.asUser.isEmpty
                ? ["setpriv", "--pdeathsig", "QUIT"] : Self.asUser + ["--pdeathsig", "QUIT"]
            let program = try? TestProgram(
                "/usr/bin/env", death + ["sh", "-c", script, "sh", programs, path],
                errors: pipe.fileHandleForWriting)
            try? pipe.fileHandleForWriting.close()
            var said = ""
            var buffer = [UInt8](repeating: 0, count: 4096)
            while program != nil {
                let count = read(pipe.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                guard !hasStarted.withLock(\.self) else { continue }
                said += String(decoding: buffer.prefix(count), as: UTF8.self)
                if said.contains("ready to accept connections") {
                    hasStarted.withLock { $0 = true }
                    isReady.signal()
                }
            }
            isReady.signal()
        }
        isReady.wait()
        guard hasStarted.withLock(\.self) else { throw CocoaError(.executableLoad) }
    }

    /// Stops it; its data stays.
    ///
    /// - Throws: an error where it does not run.
    public func stop(_ ending: Ending) throws {
        guard let programs = Self.programs else { throw CocoaError(.fileNoSuchFile) }
        try TestProgram.run(
            Self.asUser + [
                "\(programs)/pg_ctl", "stop", "-s", "-w", "-m", ending.rawValue, "-D", "\(folder.path)/data",
            ])
    }

    /// Runs a statement with PostgreSQL's own client, and returns what it prints.
    ///
    /// - Throws: an error where it fails.
    @discardableResult public func run(_ sql: String) throws -> String {
        try TestProgram.run([
            "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql,
        ])
    }

    /// The number of the user that it runs as: nobody.
    private static let user: uid_t = 65534

    private static var asUser: [String] {
        geteuid() == 0
            ? ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] : []
    }
}
