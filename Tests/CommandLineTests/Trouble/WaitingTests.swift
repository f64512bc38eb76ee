import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Who waits for the library decides what to do once nobody else has it.
@Suite(.timeLimit(.minutes(2))) struct WaitingTests {
    private let server: LoopbackServer
    private let gate = Gate()

    init() throws {
        server = try LoopbackServer()
        for name in ["a", "b", "held"] {
            let list = "<h1>\(name)</h1><a href=\"/\(name).txt\">Title \(name)</a>"
            server.on("/\(name).html", .content(list, fields: [("Content-Type", "text/html")]))
            server.on("/\(name).txt", .text("text \(name)"))
        }
        let held = Reply.content("held", fields: [("Content-Type", "text/plain")])
        server.on("/held.txt", held.behind(gate))
    }

    /// Has the library know A and B, and another process hold it until the gate is open.
    private func hold(_ workspace: Workspace) async throws -> CarrelProcess {
        for name in ["a", "b"] {
            let address = server.address("/\(name).html")
            let added = try await workspace.carrel("add", address, "--name", name.uppercased())
            #expect(added.status == 0, "\(added.error)")
        }
        let holder = try CarrelProcess(["sync", server.address("/held.html")], in: workspace)
        try await server.script.requests(atLeast: 1, for: "/held.txt")
        return holder
    }

    /// The names of the library's catalogues.
    private func names(_ workspace: Workspace) async throws -> Set<String> {
        let listed = try await workspace.carrel("catalogues", "--json").objects
        return Set(listed.compactMap { $0["catalogName"] as? String })
    }

    private func waiting(_ command: [String], _ workspace: Workspace) async throws -> CarrelProcess {
        let process = try CarrelProcess(command, in: workspace)
        while !process.errorSoFar.contains("waiting for the library") {
            try await Task.sleep(for: .milliseconds(5))
        }
        return process
    }

    @Test(arguments: [["sync", "--wait"], ["watch", "--once"]])
    func `a catalogue that is removed meanwhile stays away, and settings count`(command: [String])
        async throws
    {
        let workspace = try Workspace()
        let holder = try await hold(workspace)
        let process = try await waiting(command, workspace)
        // The others are faster than it.
        process.send(SIGSTOP)
        gate.open()
        #expect(try await holder.wait().status == 0)
        #expect(try await workspace.carrel("remove", "A", "--with-files", "--yes").status == 0)
        #expect(try await workspace.carrel("set", "B", "store.name={title}.{extension}").status == 0)
        process.send(SIGCONT)
        let result = try await process.wait()
        #expect(result.status == 0, "\(result.error)")
        #expect(try await names(workspace) == ["B", "held"])
        let documents = try workspace.documents().keys
        #expect(documents.count == 2 && documents.contains("Title b.txt"), "\(documents)")
        #expect(server.script.requests(for: "/a.txt").isEmpty)
    }

    @Test(arguments: [["sync", "--wait"], ["watch", "--once"], ["get", "B", "--wait"]])
    func `another library that takes the place of the one that was waited for stays as it is`(
        command: [String]
    ) async throws {
        let workspace = try Workspace()
        let other = workspace.folder.appending(path: "other")
        let begun = try await workspace.carrel("sync", server.address("/b.html"), "--library", other.path)
        #expect(begun.status == 0, "\(begun.error)")
        let holder = try await hold(workspace)
        let process = try await waiting(command, workspace)
        let away = workspace.folder.appending(path: "away")
        try FileManager.default.moveItem(at: workspace.library, to: away)
        try FileManager.default.moveItem(at: other, to: workspace.library)
        let result = try await process.wait()
        #expect(result.status == 5, "\(result.output)\(result.error)")
        #expect(result.error.contains("the library is no longer there"), "\(result.error)")
        gate.open()
        #expect(try await holder.wait().status == 5)
        #expect(try await names(workspace).count == 1)
        #expect(try workspace.documents().count == 1)
    }

    @Test func `a schedule does not wait for a library that another process uses for long`() async throws {
        let workspace = try Workspace()
        let holder = try await hold(workspace)
        let watch = try await workspace.carrel("watch", "--once", "--quiet", "--scheduled")
        #expect(watch.status == 0 && watch.error.isEmpty, "\(watch.error)")
        gate.open()
        #expect(try await holder.wait().status == 0)
        #expect(server.script.requests(for: "/a.txt").isEmpty)
    }

    @Test func `a sync of the page leaves out a catalogue that is removed meanwhile`() async throws {
        let page = try await ServeFixture(syncs: false)
        let holder = try await hold(page.workspace)
        let token = try #require(try object(try await page.get("/api/token"))["token"] as? String)
        _ = try await page.get("/api/status") { (try? object($0)["catalogues"] as? Int) == 3 }
        #expect(try await page.send("/api/sync", "{}", ["X-Carrel-Token": token]).status == 202)
        page.send(SIGSTOP)
        gate.open()
        #expect(try await holder.wait().status == 0)
        let removed = try await page.workspace.carrel("remove", "A", "--with-files", "--yes")
        page.send(SIGCONT)
        #expect(removed.status == 0, "\(removed.error)")
        try await server.script.requests(atLeast: 1, for: "/b.txt")
        // Until the page is done with the library.
        #expect(try await page.workspace.carrel("sync", "--wait", "--quiet").status == 0)
        #expect(try await names(page.workspace) == ["B", "held"])
        #expect(server.script.requests(for: "/a.txt").isEmpty)
    }
}
