import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// A library whose records are in PostgreSQL, from the command line.
@Suite(
    .timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct DatabaseCommandTests {
    private let workspace: Workspace
    private let server: LoopbackServer
    private let database: PostgreSQLServer
    private let schema = PostgreSQLServer.newSchema()

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        database = try #require(PostgreSQLServer.shared)
        for (name, text) in [("a", "first words"), ("b", "second words")] {
            server.on("/\(name).txt", .document(Data(text.utf8), entityTag: "\"\(name)\""))
        }
        server.on("/list.txt", .content("\(server.address("/a.txt"))\n\(server.address("/b.txt"))\n"))
        try profile()
    }

    private func profile(_ further: String = "") throws {
        try workspace.write(
            "config/carrel/team.toml",
            """
            [source]
            use = "http"
            url = "\(server.address("/list.txt"))"
            [parse]
            use = "url-list"
            [store]
            name = "{basename}"
            [library]
            use = "postgresql"
            dsn = "env:TEAM_DATABASE"
            schema = "\(schema)"
            \(further)
            """)
    }

    private func carrel(_ arguments: String..., address: String? = nil) async throws -> CarrelProcess.Result {
        try await start(arguments, address: address).wait()
    }

    private func start(_ arguments: [String], address: String? = nil) throws -> CarrelProcess {
        try CarrelProcess(
            [arguments[0], "--profile", "team"] + arguments.dropFirst(), in: workspace,
            environment: ["TEAM_DATABASE": address ?? database.address])
    }

    private var item: String { server.address("/a.txt") }

    @Test func `a library is used from its first sync to its last document`() async throws {
        let empty = try await carrel("list")
        #expect(!empty.output.contains("a.txt"))
        for (command, words) in [
            (["sync"], "2 new"), (["sync"], "2 unchanged"), (["list", "list"], "a.txt"),
            (["show", "a.txt"], "stored"),
            (["preview", "a.txt"], "first words"), (["search", "second"], "b.txt"),
            (["why", "a.txt"], "200"),
            (["verify"], "2"), (["doctor"], "sound"), (["config", "show"], "TEAM_DATABASE"),
        ] {
            let result = try await start(command).wait()
            #expect(result.status == 0, "\(command): \(result.error)")
            #expect(
                (result.output + result.error).contains(words), "\(command): \(result.output)\(result.error)")
        }
        #expect(try workspace.documents().keys.sorted() == ["a.txt", "b.txt"])
        let records = workspace.library.appending(path: ".carrel")
        #expect(!FileManager.default.fileExists(atPath: records.appending(path: "library.sqlite").path))
        #expect(FileManager.default.fileExists(atPath: records.appending(path: "index.sqlite").path))
        #expect(try database.run("SELECT count(*) FROM \(schema).document") == "2")
        let forgotten = try await carrel("forget", server.address("/list.txt"))
        #expect(forgotten.status == 0, "\(forgotten.error)")
        #expect(try database.run("SELECT count(*) FROM \(schema).document") == "0")
        for command in [["sync"], ["get", "a.txt"]] {
            let again = try await start(command).wait()
            #expect(again.status == 0, "\(again.error)")
        }
        #expect(try database.run("SELECT count(*) FROM \(schema).document") == "2")
        #expect(try workspace.documents().keys.sorted() == ["a.txt", "b.txt"])
    }

    @Test func `a worker that is told to end does not wait for a database that says nothing`() async throws {
        try profile("[queue]\nuse = \"postgresql\"")
        let port = try #require(URL(string: server.address("/"))?.port)
        // What a web server makes of the database's language is to wait for more.
        let silent =
            "host=127.0.0.1 port=\(port) dbname=x sslmode=disable gssencmode=disable connect_timeout=0"
        let bucket = [
            "store.use=s3", "store.bucket=none", "store.endpoint=http://127.0.0.1:1",
            "store.credentials=none",
        ]
        let worker = try start(["work"] + bucket.flatMap { ["--set", $0] }, address: silent)
        while server.connectionCount == 0 { await Task.yield() }
        worker.send(SIGTERM)
        let ended = try await worker.wait()
        #expect(ended.status == 0, "\(ended.error)")
    }

    @Test func `two that sync at once take turns, and one that is killed leaves the library free`()
        async throws
    {
        let gate = Gate()
        server.on("/a.txt", .held(by: gate, "first words"))
        let first = try start(["sync"])
        _ = try await server.requests(atLeast: 1, for: "/a.txt")
        let refused = try await carrel("sync")
        #expect(refused.status == 5)
        #expect(refused.error.contains("using the library"))
        first.send(SIGKILL)
        _ = try await first.wait()
        gate.open()
        let second = try await carrel("sync", "--wait")
        #expect(second.status == 0, "\(second.error)")
        #expect(try workspace.documents().count == 2)
        #expect(try database.run("SELECT count(*) FROM \(schema).publication") == "0")
    }

    @Test(arguments: [
        ["sync"], ["list"], ["sync", "--json"], ["doctor"], ["config", "show"], ["config", "check"],
    ])
    func `a database that refuses ends a command with what helps, and shows no password`(
        command: [String]
    ) async throws {
        let address = "postgresql://locked:sesame-open@localhost:1/none?connect_timeout=2"
        for address in [
            address, "host=\(database.folder.path) dbname=postgres user=locked password=sesame-open",
            "sesame-open",
        ] {
            let result = try await start(command, address: address).wait()
            #expect(!(result.output + result.error).contains("sesame"), "\(result.output)\(result.error)")
            guard ["sync", "list"].contains(command[0]) else { continue }
            #expect(result.status == 5, "\(result.error)")
            if command.count == 1 { #expect(result.error.contains("library.dsn"), "\(result.error)") }
        }
    }

    @Test func `doctor says that a database can only be read`() async throws {
        #expect(try await carrel("sync").status == 0)
        let address = database.address + " options='-c default_transaction_read_only=on'"
        let doctor = try await carrel("doctor", address: address)
        #expect(doctor.status == 1)
        #expect(
            doctor.output.contains("lacking  records      the database can only be read"), "\(doctor.output)")
    }

    @Test func `a profile without an address, or with one in it, is refused`() async throws {
        try profile()
        let file = workspace.folder.appending(path: "config/carrel/team.toml")
        let text = try String(contentsOf: file, encoding: .utf8)
        for line in ["", "dsn = \"host=db password=sesame\"", "dsn = \"env:X\"\nschema = \"a b\""] {
            try text.replacing("dsn = \"env:TEAM_DATABASE\"", with: line)
                .replacing(line.contains("schema") ? "schema = \"\(schema)\"" : "none", with: "")
                .write(to: file, atomically: true, encoding: .utf8)
            let result = try await carrel("list")
            #expect(result.status == 3, "\(line): \(result.status) \(result.error)")
            #expect(result.error.contains("library."), "\(result.error)")
        }
    }
}
