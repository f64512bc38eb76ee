import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A library whose machines share its jobs, from the command line.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Team.canPlay, "PostgreSQL or SeaweedFS (weed) is not installed"))
struct WorkCommandTests {
    private let team: Team
    private let desk: Team.Machine

    init() async throws {
        team = try await Team()
        desk = try team.machine()
    }

    @Test func `a sync leaves documents to the workers, which store them`() async throws {
        team.list("a.txt", "b.txt")
        let posted = try await desk.carrel("sync", "--detach")
        #expect(posted.status == 0, "\(posted.error)")
        #expect(posted.output.contains("2 left to the workers"), "\(posted.output)")
        #expect(try await team.documents() == [])
        let waiting = try await desk.carrel("status")
        #expect(waiting.output.contains("2 waiting"), "\(waiting.output)")
        #expect(waiting.output.contains("no machine works on it"), "\(waiting.output)")
        #expect(!waiting.output.split(separator: "\n").contains { $0.hasSuffix(" ") }, "\(waiting.output)")
        let worked = try await team.machine().carrel("work", "--until-empty")
        #expect(worked.status == 0, "\(worked.error)")
        #expect(worked.output.contains("2 stored"), "\(worked.output)")
        #expect(try await team.documents() == ["a.txt", "b.txt"])
        #expect(try await team.content("a.txt") == "content of a.txt")
        let verified = try await desk.carrel("verify")
        #expect(verified.output.contains("2 intact"), "\(verified.output)\(verified.error)")
        #expect(try await desk.carrel("status").output.contains("no jobs"))
    }

    @Test(.enabled(if: JSONSchema.canBeRead, "needs python3-jsonschema"))
    func `what a worker does is said as the schema says, from the version on`() async throws {
        team.list("a.txt", "b.txt")
        team.server.on("/b.txt", .status(404))
        _ = try await desk.carrel("sync", "--detach")
        let machine = try team.machine()
        let worked = try await machine.carrel("work", "--until-empty", "--json")
        #expect(worked.status == 1, "\(worked.error)")
        let events = worked.objects.compactMap { $0["event"] as? String }
        #expect(events.first == "begin" && worked.objects.first?["version"] as? Int == 2)
        #expect(events.contains("stored") && events.contains("failed"), "\(events)")
        // Whatever the worker was told, its jobs are those of every catalogue of the library.
        let catalogs = Set(worked.objects.dropFirst().map { $0["catalog"] as? String })
        #expect(catalogs == [team.server.address("/list.txt")], "\(worked.output)")
        let workspace = try Workspace()
        defer { withExtendedLifetime(workspace) {} }
        let problems = try await JSONSchema(workspace).problems("event", worked.output)
        #expect(problems == nil, "\(problems ?? "")")
    }

    @Test func `a sync that waits shows what the workers did`() async throws {
        team.list("a.txt", "b.txt", "c.txt")
        team.server.on("/c.txt", .status(404))
        let worker = try team.machine().start("work")
        let synced = try await desk.carrel("sync")
        #expect(synced.status == 1, "\(synced.error)")
        #expect(synced.output.contains("new      list: a.txt"), "\(synced.output)")
        #expect(synced.output.contains("2 new, 1 failed"), "\(synced.output)")
        #expect(synced.error.contains("404"), "\(synced.error)")
        let again = try await desk.carrel("sync")
        #expect(again.output.contains("2 unchanged, 1 failed"), "\(again.output)")
        worker.send(SIGTERM)
        let ended = try await worker.wait()
        #expect(ended.status == 0, "\(ended.error)")
        #expect(try team.query("SELECT count(*) FROM SCHEMA.queue_worker") == "0")
        #expect(try team.query("SELECT count(*) FROM SCHEMA.queue_order") == "0")
    }

    @Test(arguments: [true, false])
    func `a catalogue that is read in parts is one order, whether somebody waits or not`(
        isDetached: Bool
    ) async throws {
        let names = (0..<60).map { "document-\($0).txt" }
        for name in names {
            team.server.on("/\(name)", .document("content of \(name)", entityTag: "\"\(name)\""))
        }
        let text = names.map { team.server.address("/\($0)") + "\n" }.joined()
        team.server.on("/list.txt", .content(text))
        let inParts = ["--set", "source.max-memory=1KiB"]
        if isDetached {
            let posted = try await desk.carrel("sync", "--detach", inParts[0], inParts[1])
            #expect(posted.output.contains("60 left to the workers"), "\(posted.output)\(posted.error)")
            let again = try await desk.carrel("sync", "--detach", inParts[0], inParts[1])
            #expect(again.output.contains("60 left to the workers"), "\(again.output)\(again.error)")
            let worked = try await team.machine().carrel("work", "--until-empty")
            #expect(worked.output.contains("60 stored"), "\(worked.output)\(worked.error)")
        } else {
            let worker = try team.machine().start("work")
            let synced = try await desk.carrel("sync", inParts[0], inParts[1])
            #expect(synced.status == 0 && synced.output.contains("60 new"), "\(synced.output)\(synced.error)")
            worker.send(SIGTERM)
            _ = try await worker.wait()
            #expect(try team.query("SELECT count(*) FROM SCHEMA.queue_order") == "0")
        }
        #expect(try await team.documents() == names.sorted())
        let again = try await desk.carrel("sync", "--detach")
        #expect(again.output.contains("60 left to the workers"), "\(again.output)\(again.error)")
    }

    @Test func `a worker that is asked to end gives its jobs back, and another goes on with them`()
        async throws
    {
        team.list("a.txt", "b.txt")
        let gate = hold("/a.txt")
        _ = try await desk.carrel("sync", "--detach")
        let first = try team.machine().start("work", with: "max-concurrent = 1")
        _ = try await team.server.requests(atLeast: 1, for: "/a.txt")
        first.send(SIGTERM)
        let ended = try await first.wait()
        #expect(ended.status == 0, "\(ended.error)")
        #expect(try team.query("SELECT count(*) FROM SCHEMA.queue_lease") == "0")
        #expect(try team.query("SELECT count(*) FROM SCHEMA.queue_job WHERE lease IS NULL") == "2")
        gate.open()
        let second = try await team.machine().carrel("work", "--until-empty")
        #expect(second.output.contains("2 stored"), "\(second.output)\(second.error)")
        #expect(try await team.content("a.txt") == "content of a.txt")
    }

    /// Kills a worker while it fetches the first document that is listed.
    private func killWorker() async throws {
        let gate = hold("/a.txt")
        _ = try await desk.carrel("sync", "--detach")
        // One at a time: it may otherwise have recorded another one.
        let worker = try team.machine().start("work", with: "max-concurrent = 1")
        _ = try await team.server.requests(atLeast: 1, for: "/a.txt")
        worker.send(SIGKILL)
        _ = try await worker.wait()
        gate.open()
    }

    @Test func `the jobs of a worker that is killed go to another after its lease`() async throws {
        team.list("a.txt", "b.txt")
        try await killWorker()
        let second = try await team.machine().carrel("work", "--until-empty")
        #expect(second.output.contains("2 stored"), "\(second.output)\(second.error)")
        #expect(try await team.documents() == ["a.txt", "b.txt"])
    }

    @Test func `where all workers are gone, status says what helps, and nothing is being done`() async throws
    {
        team.list("a.txt", "b.txt")
        try await killWorker()
        var status = try await desk.carrel("status")
        while !status.output.contains(" gone ") { status = try await desk.carrel("status") }
        #expect(status.output.contains("no machine works on it; start one with: "), "\(status.output)")
        #expect(!status.output.contains("being done"), "\(status.output)")
        #expect(!status.output.contains(" at "), "\(status.output)")
        let rows = try await desk.carrel("status", "--json").objects
        #expect(rows.first?["leased"] as? Int == 0, "\(rows)")
        let host = rows.first { $0["kind"] as? String == "host" }
        #expect(host != nil && host?["worker"] == nil, "\(rows)")
    }

    @Test func `a worker that sleeps longer than its lease changes nothing when it wakes`() async throws {
        team.list("a.txt")
        let gate = hold("/a.txt")
        _ = try await desk.carrel("sync", "--detach")
        let sleeper = try team.machine().start("work")
        _ = try await team.server.requests(atLeast: 1, for: "/a.txt")
        sleeper.send(SIGSTOP)
        let other = try team.machine().start("work", "--until-empty")
        _ = try await team.server.requests(atLeast: 2, for: "/a.txt")
        gate.open()
        let done = try await other.wait()
        #expect(done.output.contains("1 stored"), "\(done.output)\(done.error)")
        sleeper.send(SIGCONT)
        sleeper.send(SIGTERM)
        let woken = try await sleeper.wait()
        #expect(woken.status == 0, "\(woken.error)")
        #expect(!woken.output.contains("1 stored"), "\(woken.output)")
        #expect(try team.query("SELECT count(*) FROM SCHEMA.attempt") == "1")
        #expect(try await team.documents() == ["a.txt"])
        #expect(try await desk.carrel("verify").output.contains("1 intact"))
    }

    @Test func `documents of two syncs that want one name get two`() async throws {
        team.list("x/a.txt")
        team.list("y/a.txt", at: "/other.txt")
        _ = try await desk.carrel("sync", "--detach")
        _ = try await desk.carrel("sync", "--detach", team.server.address("/other.txt"))
        let worked = try await team.machine().carrel("work", "--until-empty")
        #expect(worked.status == 0, "\(worked.error)")
        let names = try await team.documents()
        #expect(names.count == 2 && names.contains("a.txt"), "\(names)")
        #expect(try await desk.carrel("verify").output.contains("2 intact"))
    }

    @Test func `a server that asks for patience is asked again after it, by any machine`() async throws {
        team.list("a.txt")
        team.server.on(
            "/a.txt", .status(503, fields: [("Retry-After", "1")]),
            .document("content of a.txt", entityTag: "\"a\""))
        _ = try await desk.carrel("sync", "--detach")
        let worked = try await team.machine().carrel("work", "--until-empty")
        #expect(worked.output.contains("1 stored"), "\(worked.output)\(worked.error)")
        let dates = team.server.requests(for: "/a.txt")
        #expect(dates.count == 2)
    }

    @Test func `what a host asked for that a redirect leads to is known to all machines`() async throws {
        let other = try LoopbackServer()
        team.list("a.txt")
        team.server.on("/a.txt", .redirect(to: other.address("/a.txt")))
        other.on("/a.txt", .status(429, retryAfter: "300"))
        _ = try await desk.carrel("sync", "--detach")
        let worked = try await team.machine().carrel("work", "--until-empty")
        #expect(worked.status == 1, "\(worked.error)")
        let host = other.address("").dropFirst("http://".count)
        let held = "SELECT count(*) FROM SCHEMA.queue_host WHERE name = '\(host)' AND free > now()"
        #expect(try team.query(held) == "1")
    }

    @Test func `who interrupts a sync without a terminal leaves the rest to the workers`() async throws {
        team.list("a.txt", "b.txt")
        let sync = try desk.start("sync")
        try await untilPosted(2)
        // It looks for machines once its jobs are posted.
        try await until { sync.errorSoFar.contains("no machine works on this library") }
        sync.send(SIGINT)
        let ended = try await sync.wait()
        #expect(ended.status == 130, "\(ended.error)")
        let left = "2 left to the workers (carrel status --profile team)"
        #expect(ended.output.contains(left), "\(ended.output)")
        let worked = try await team.machine().carrel("work", "--until-empty")
        #expect(worked.output.contains("2 stored"), "\(worked.output)\(worked.error)")
    }

    @Test func `on a terminal the bars leave alone what a person is told and asked`() async throws {
        team.list("a.txt", "b.txt")
        let screen = try PseudoTerminal()
        let sync = try desk.start("sync", on: screen)
        try await untilPosted(2)
        let message = "start one with: carrel work --profile team\r\n"
        try await screen.expect(message)
        sync.send(SIGINT)
        try await screen.expect("[y/N] ")
        // Somebody thinks for as long as others look.
        for _ in 1...2 { #expect(try await desk.carrel("status").output.contains("2 waiting")) }
        try screen.type("n\n")
        #expect(try await sync.wait() == 130)
        let output = try await screen.outputToTheEnd()
        #expect(output.contains(message) && !output.contains(message + "\u{1B}["), "\(output)")
        #expect(output.contains("[y/N] n\r\n"), "\(output)")
        #expect(output.contains("2 left to the workers"), "\(output)")
    }

    @Test func `who interrupts while parts are posted leaves what was posted to the workers`() async throws {
        let text = (0..<30_000).map { team.server.address("/\($0).txt") + "\n" }.joined()
        team.server.on("/list.txt", .content(text))
        let sync = try desk.start("sync", "--set", "source.max-memory=1KiB")
        try await until { (try? team.query("SELECT EXISTS (SELECT 1 FROM SCHEMA.queue_job)")) == "t" }
        sync.send(SIGINT)
        let ended = try await sync.wait()
        #expect(ended.status == 130, "\(ended.error)")
        #expect(ended.output.contains("left to the workers"), "\(ended.output)")
        let posted = try team.query("SELECT count(*) FROM SCHEMA.queue_job")
        // All of it, where the signal comes late.
        #expect((1...30_000).contains(Int(posted) ?? 0), "\(posted)")
        #expect(
            try team.query("SELECT count(*) FROM SCHEMA.queue_order WHERE followed_until > '-infinity'")
                == "0")
    }

    @Test func `a document is asked for by name before those of a sync`() async throws {
        team.list("a.txt", "b.txt", "c.txt")
        _ = try await desk.carrel("sync", "--detach")
        let wanted = try desk.start("get", "c.txt")
        try await until { try team.query("SELECT count(*) FROM SCHEMA.queue_job WHERE lane = 0") == "1" }
        let worker = try team.machine().start("work", "--until-empty", with: "max-concurrent = 1")
        let got = try await wanted.wait()
        #expect(got.status == 0, "\(got.error)")
        _ = try await worker.wait()
        #expect(team.server.requests.map(\.target).filter { $0 != "/list.txt" }.first == "/c.txt")
    }

    @Test func `a worker tells how it is`() async throws {
        team.list("a.txt")
        let worker = try team.machine().start("work", "--listen", "127.0.0.1:0", "--name", "desk 7")
        let synced = try await desk.carrel("sync")
        #expect(synced.status == 0, "\(synced.error)")
        let address = try await listeningAddress(of: worker)
        // A document is counted a moment after the sync has heard of it.
        while true {
            let metrics = try await page("\(address)metrics").text
            guard metrics.contains("\ncarrel_documents_stored_total 1\n") else { continue }
            #expect(metrics.contains("\ncarrel_queue_workers 1\n"), "\(metrics)")
            break
        }
        let health = try await page("\(address)health")
        #expect(health.text == "ok\n" && health.status == 200)
        #expect(try await page("\(address)other").status == 404)
        let status = try await desk.carrel("status", "--json")
        let lines = status.output.split(separator: "\n")
        #expect(lines.first?.contains("\"waiting\":0") == true, "\(status.output)")
        #expect(lines.dropFirst().first?.contains("\"name\":\"desk 7\"") == true, "\(status.output)")
        if JSONSchema.canBeRead {
            #expect(try await JSONSchema(desk.workspace).problems("machines", status.output) == nil)
        }
        worker.send(SIGTERM)
        #expect(try await worker.wait().status == 0)
    }

    @Test func `a worker before newer tables says what helps`() async throws {
        team.list("a.txt")
        _ = try await desk.carrel("sync", "--detach")
        _ = try team.query("UPDATE SCHEMA.version SET number = 99")
        let worker = try team.machine().start("work")
        try await until { worker.errorSoFar.contains("trying again") }
        #expect(worker.errorSoFar.contains("Use the newer Carrel that wrote it"), "\(worker.errorSoFar)")
        worker.send(SIGTERM)
        #expect(try await worker.wait().status == 0)
    }

    @Test func `two workers do not use one folder, and a library that is not shared has no work`()
        async throws
    {
        team.list("a.txt")
        let machine = try team.machine()
        let first = try machine.start("work")
        try await until { first.errorSoFar.contains("working as") }
        let second = try await machine.carrel("work")
        #expect(second.status == 5, "\(second.output)")
        #expect(second.error.contains("another worker uses the folder"), "\(second.error)")
        first.send(SIGTERM)
        #expect(try await first.wait().status == 0)
        let alone = try Workspace()
        for (arguments, status, words) in [
            (["work"], 2, "queue.use"),
            (["sync", "--detach", "x.txt"], 2, "queue.use"),
            (["status", "--hosts", "many"], 2, "0 to 10000"),
            (["work", "--listen", "here"], 2, "HOST:PORT"),
            (["work", "--name", " "], 2, "expected a name for this machine"),
            (["status", "--set", "queue.use=postgresql"], 3, "library.use"),
        ] {
            let result = try await CarrelProcess(arguments, in: alone).wait()
            #expect(result.status == status, "\(arguments): \(result.error)")
            #expect(result.error.contains(words), "\(arguments): \(result.error)")
        }
    }

    @Test(arguments: [(["config", "check"], 3), (["doctor"], 1), (["sync"], 3), (["work"], 3)])
    func `documents in a folder of one machine are refused where machines share jobs`(
        command: [String], status: Int
    ) async throws {
        let alone = try Workspace()
        let settings = ["queue.use=postgresql", "library.use=postgresql", "library.dsn=env:NONE"]
        let refused = try await CarrelProcess(command + settings.flatMap { ["--set", $0] }, in: alone).wait()
        #expect(refused.status == status, "\(refused.error)")
        let said = refused.output + refused.error
        #expect(
            said.contains("store.use: “directory” is for one machine") && said.contains("\"s3\""), "\(said)")
        #expect(said.contains("queue.use=local") && !said.contains("library.use:"), "\(said)")
    }

    @Test func `what is alone with the library waits for those that work on it`() async throws {
        team.list("a.txt")
        let gate = hold("/a.txt")
        _ = try await desk.carrel("sync", "--detach")
        let worker = try team.machine().start("work")
        _ = try await team.server.requests(atLeast: 1, for: "/a.txt")
        let refused = try await desk.carrel("verify", "--repair")
        #expect(refused.status == 5, "\(refused.output)")
        #expect(refused.error.contains("another process is using the library"), "\(refused.error)")
        let waiting = try desk.start("verify", "--repair", "--wait")
        try await until {
            try team.query("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") != "0"
        }
        gate.open()
        let verified = try await waiting.wait()
        #expect(verified.output.contains("1 intact"), "\(verified.output)\(verified.error)")
        worker.send(SIGTERM)
        #expect(try await worker.wait().status == 0)
    }

    @Test func `who waits for a worker that sleeps is told which it is`() async throws {
        team.list("a.txt")
        let gate = hold("/a.txt")
        _ = try await desk.carrel("sync", "--detach")
        let worker = try team.machine().start("work")
        _ = try await team.server.requests(atLeast: 1, for: "/a.txt")
        worker.send(SIGSTOP)
        let waiting = try desk.start("verify", "--repair", "--wait")
        try await until { waiting.errorSoFar.contains("last heard of at") }
        #expect(waiting.errorSoFar.contains("Wake it or end it where it runs"), "\(waiting.errorSoFar)")
        worker.send(SIGCONT)
        worker.send(SIGTERM)
        gate.open()
        #expect(try await worker.wait().status == 0)
        let verified = try await waiting.wait()
        #expect(verified.status == 0, "\(verified.output)\(verified.error)")
    }

    @Test func `documents are renamed only while nobody else works on the library`() async throws {
        team.list("a.txt")
        _ = try await desk.carrel("sync", "--detach")
        #expect(try await team.machine().carrel("work", "--until-empty").status == 0)
        team.list("a.txt", "b.txt")
        let gate = hold("/b.txt")
        _ = try await desk.carrel("sync", "--detach")
        let worker = try team.machine().start("work")
        _ = try await team.server.requests(atLeast: 1, for: "/b.txt")
        let name = "store.name=new-{basename}"
        let refused = try await desk.carrel("move", "--yes", "--set", name)
        #expect(refused.status == 5, "\(refused.output)")
        #expect(refused.error.contains("another process is using the library"), "\(refused.error)")
        gate.open()
        worker.send(SIGTERM)
        #expect(try await worker.wait().status == 0)
        let moved = try await desk.carrel("move", "--yes", "--set", name)
        #expect(moved.status == 0, "\(moved.error)")
        #expect(try await team.documents().contains("new-a.txt"))
    }

    // MARK: Support

    /// Has a document wait in its middle until a gate is open.
    private func hold(_ path: String) -> Gate {
        let gate = Gate()
        team.server.on(path, .held(by: gate, "content of \(path.dropFirst())", after: 4))
        return gate
    }

    private func untilPosted(_ count: Int) async throws {
        try await until {
            let there = try team.query(
                "SELECT count(*) FROM pg_tables WHERE schemaname = 'SCHEMA' AND tablename = 'queue_job'")
            return try there == "1" && (try team.query("SELECT count(*) FROM SCHEMA.queue_job")) == "\(count)"
        }
    }

    private func until(_ condition: () throws -> Bool) async throws {
        for _ in 0..<3000 {
            if try condition() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("it did not happen within a minute")
    }

    private func listeningAddress(of worker: CarrelProcess) async throws -> String {
        func line() -> Substring? {
            worker.errorSoFar.split(separator: "\n").first { $0.hasPrefix("health") }
        }
        try await until { line() != nil }
        return String(try #require(line()?.split(separator: " ").last))
    }

    private func page(_ url: String) async throws -> (status: Int, text: String) {
        let (data, response) = try await URLSession.shared.data(from: try #require(URL(string: url)))
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }
}
