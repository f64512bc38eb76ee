import CarrelBasics
import CarrelHTTP
import CarrelS3
import CarrelTesting
import CurlFetching
import Foundation
import Testing

/// Machines that have one library: records and jobs in PostgreSQL, documents in a bucket.
final class Team: Sendable {
    /// What they fetch from.
    let server: LoopbackServer
    /// Their database.
    let database: PostgreSQLServer
    /// Their schema in it.
    let schema = PostgreSQLServer.newSchema()
    private let bucket: S3Client
    private let prefix: String
    /// Their folders stay as long as the team.
    private let workspaces = Locked([Workspace]())

    /// Whether there is everything that it takes.
    static var canPlay: Bool { PostgreSQLServer.isInstalled && ObjectStore.program != nil }

    init() async throws {
        server = try LoopbackServer()
        database = try #require(PostgreSQLServer.shared)
        bucket = try await TestBucket.shared(CurlFetcher()).client()
        prefix = TestBucket.newPrefix()
    }

    /// A machine, with folders of its own.
    func machine() throws -> Machine {
        let workspace = try Workspace()
        workspaces.withLock { $0.append(workspace) }
        return Machine(team: self, workspace: workspace)
    }

    /// Serves documents, and a list of them.
    func list(_ names: String..., at path: String = "/list.txt") {
        for name in names {
            server.on("/\(name)", .document("content of \(name)", entityTag: "\"\(name)\""))
        }
        server.on(path, .content(Data(names.map { server.address("/\($0)") }.joined(separator: "\n").utf8)))
    }

    /// What is in the bucket, without what Carrel keeps for itself.
    func documents() async throws -> [String] {
        try await bucket.names(below: prefix).filter { !$0.hasPrefix(".carrel/") }.sorted()
    }

    /// What a document holds.
    func content(_ name: String) async throws -> String {
        try await bucket.text(of: prefix + name)
    }

    /// The answer to a query; `SCHEMA` stands for their schema.
    func query(_ sql: String) throws -> String {
        try database.run(sql.replacing("SCHEMA", with: schema))
    }

    /// One of the machines.
    struct Machine {
        unowned let team: Team
        let workspace: Workspace

        /// Starts a command.
        ///
        /// - Parameters:
        ///   - arguments: the command and its arguments.
        ///   - further: further lines of the profile.
        /// - Throws: an error of the system if it cannot be started.
        func start(_ arguments: String..., with further: String = "") throws -> CarrelProcess {
            try start(arguments, with: further)
        }

        /// Starts a command on a terminal.
        func start(_ arguments: String..., on screen: PseudoTerminal) throws -> TestProgram {
            try writeProfile(with: "")
            let variables = [
                "TERM": "xterm", "XDG_CONFIG_HOME": workspace.folder.appending(path: "config").path,
            ]
            return try screen.start(
                [arguments[0], "--profile", "team"] + arguments.dropFirst(), in: workspace,
                environment: variables.merging(secrets) { $1 })
        }

        /// Runs a command.
        func carrel(_ arguments: String..., with further: String = "") async throws -> CarrelProcess.Result {
            try await start(arguments, with: further).wait()
        }

        /// Starts `carrel mcp`.
        func startMCP() throws -> MCPClient {
            try writeProfile(with: "")
            return try MCPClient(workspace, ["--profile", "team"], environment: secrets)
        }

        private func start(_ arguments: [String], with further: String) throws -> CarrelProcess {
            try writeProfile(with: further)
            return try CarrelProcess(
                [arguments[0], "--profile", "team"] + arguments.dropFirst(), in: workspace,
                environment: secrets)
        }

        private var secrets: [String: String] {
            [
                "TEAM_DATABASE": team.database.address, "AWS_ACCESS_KEY_ID": ObjectStore.keys.access,
                "AWS_SECRET_ACCESS_KEY": ObjectStore.keys.secret,
            ]
        }

        private func writeProfile(with further: String) throws {
            try workspace.write(
                "config/carrel/team.toml",
                """
                [source]
                use = "http"
                url = "\(team.server.address("/list.txt"))"
                [parse]
                use = "url-list"
                [download]
                retries = 1
                \(further)
                [store]
                use = "s3"
                endpoint = "\(team.bucket.bucket.endpoint.absoluteString)"
                bucket = "\(team.bucket.bucket.name)"
                prefix = "\(team.prefix.dropLast())"
                name = "{basename}"
                [library]
                use = "postgresql"
                dsn = "env:TEAM_DATABASE"
                schema = "\(team.schema)"
                [queue]
                use = "postgresql"
                lease = "10s"
                """)
        }
    }
}
