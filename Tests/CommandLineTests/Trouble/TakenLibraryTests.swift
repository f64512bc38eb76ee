import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// A library whose folder is moved, removed or exchanged while a command works: nothing is begun in its place.
@Suite(.timeLimit(.minutes(2))) struct TakenLibraryTests {
    private static let gone = "the library is no longer there. Mount its disk, or put the folder back"

    private let workspace: Workspace
    private let server: LoopbackServer
    private let gate = Gate()

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        server.on("/list.html", Self.html(page(["one", "two"])))
        for name in ["one", "two", "three"] { server.on("/\(name).txt", .text("text \(name)")) }
    }

    private var away: URL { workspace.folder.appending(path: "away") }

    private func page(_ names: [String]) -> String {
        "<h1>List</h1>" + names.map { "<a href=\"/\($0).txt\">\($0)</a>" }.joined()
    }

    private static func html(_ text: String) -> Reply {
        .content(text, fields: [("Content-Type", "text/html")])
    }

    /// A reply that comes once the gate is open.
    private func held(_ text: String, _ type: String) -> Reply {
        .content(text, fields: [("Content-Type", type)]).behind(gate)
    }

    /// Has a third document listed, which comes once the gate is open.
    private func listThird(size: Int) {
        server.on("/list.html", Self.html(page(["one", "two", "three"])))
        server.on("/three.txt", held(String(repeating: "x", count: size), "text/plain"))
    }

    private var isBegunAnew: Bool { FileManager.default.fileExists(atPath: workspace.library.path) }

    private func take() throws { try FileManager.default.moveItem(at: workspace.library, to: away) }

    private func expectGone(_ result: CarrelProcess.Result) {
        #expect(result.status == 5, "\(result.output)\(result.error)")
        #expect(result.error.contains("\(workspace.library.path): \(Self.gone)"), "\(result.error)")
    }

    /// Puts the library back, and sees that the next sync finds everything as it should be.
    private func expectWellOnceBack() async throws {
        try FileManager.default.moveItem(at: away, to: workspace.library)
        let sync = try await workspace.carrel("sync")
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
    }

    @Test(arguments: [20, 3_000_000])
    func `a sync ends when the library is moved away during a transfer`(size: Int) async throws {
        #expect(try await workspace.carrel("sync", server.address("/list.html")).status == 0)
        listThird(size: size)
        let sync = try CarrelProcess(["sync"], in: workspace)
        try await server.script.requests(atLeast: 1, for: "/three.txt")
        try take()
        gate.open()
        expectGone(try await sync.wait())
        #expect(!isBegunAnew)
        try await expectWellOnceBack()
    }

    @Test(arguments: [20, 3_000_000])
    func `a sync ends when the library is removed during a transfer`(size: Int) async throws {
        #expect(try await workspace.carrel("sync", server.address("/list.html")).status == 0)
        listThird(size: size)
        let sync = try CarrelProcess(["sync"], in: workspace)
        try await server.script.requests(atLeast: 1, for: "/three.txt")
        try FileManager.default.removeItem(at: workspace.library)
        gate.open()
        let result = try await sync.wait()
        expectGone(result)
        // Nor is it told of the document, as if the others could be stored.
        #expect(!(result.output + result.error).contains("No such file"), "\(result.output)\(result.error)")
        #expect(!isBegunAnew)
    }

    @Test func `a library that is moved away while its catalogue is read is not begun anew`() async throws {
        #expect(try await workspace.carrel("sync", server.address("/list.html")).status == 0)
        server.on("/list.html", held(page(["one", "two", "three"]), "text/html"))
        let reads = server.script.requests(for: "/list.html").count
        let sync = try CarrelProcess(["sync"], in: workspace)
        try await server.script.requests(atLeast: reads + 1, for: "/list.html")
        try take()
        gate.open()
        expectGone(try await sync.wait())
        #expect(!isBegunAnew && server.script.requests(for: "/three.txt").isEmpty)
        try await expectWellOnceBack()
    }

    @Test func `what takes the place of the library during a sync stays as it is`() async throws {
        #expect(try await workspace.carrel("sync", server.address("/list.html")).status == 0)
        let other = workspace.folder.appending(path: "other")
        try FileManager.default.copyItem(at: workspace.library, to: other)
        listThird(size: 20)
        let sync = try CarrelProcess(["sync"], in: workspace)
        try await server.script.requests(atLeast: 1, for: "/three.txt")
        try take()
        try FileManager.default.moveItem(at: other, to: workspace.library)
        let before = try FileManager.default.subpathsOfDirectory(atPath: workspace.library.path).sorted()
        gate.open()
        expectGone(try await sync.wait())
        let after = try FileManager.default.subpathsOfDirectory(atPath: workspace.library.path).sorted()
        #expect(after == before)
    }

    @Test func `a watch says that its library was taken away, and goes on once it is back`() async throws {
        let address = server.address("/list.html")
        #expect(try await workspace.carrel("add", address, "--name", "L").status == 0)
        #expect(try await workspace.carrel("sync", "--quiet").status == 0)
        let watches = try [[address], ["L"], []].map {
            try CarrelProcess(["watch", "--json", "--quiet", "--every", "1s"] + $0, in: workspace)
        }
        let reads = server.script.requests(for: "/list.html").count
        try await server.script.requests(atLeast: reads + 4, for: "/list.html")
        // Where one of them is just writing, it is taken away from that, too.
        try take()
        for watch in watches {
            while !watch.errorSoFar.contains(Self.gone) { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(!isBegunAnew)
        try FileManager.default.moveItem(at: away, to: workspace.library)
        let before = server.script.requests(for: "/list.html").count
        try await server.script.requests(atLeast: before + 3, for: "/list.html")
        for watch in watches {
            watch.send(SIGTERM)
            let result = try await watch.wait()
            let errors = result.objects.filter { $0["event"] as? String == "error" }
            #expect(errors.contains { ($0["reason"] as? String)?.contains(Self.gone) == true })
            #expect(!result.error.contains("no catalogue yet"), "\(result.error)")
            #expect(!result.error.contains("no such file"), "\(result.error)")
        }
    }

    @Test func `a watch goes on that loses its library during the first reading`() async throws {
        listThird(size: 20)
        #expect(try await workspace.carrel("add", server.address("/list.html"), "--name", "L").status == 0)
        let watch = try CarrelProcess(["watch", "--quiet", "--every", "1s"], in: workspace)
        try await server.script.requests(atLeast: 1, for: "/three.txt")
        try take()
        gate.open()
        while !watch.errorSoFar.contains(Self.gone) { try await Task.sleep(for: .milliseconds(20)) }
        #expect(!isBegunAnew)
        try FileManager.default.moveItem(at: away, to: workspace.library)
        let before = server.script.requests(for: "/list.html").count
        try await server.script.requests(atLeast: before + 1, for: "/list.html")
        watch.send(SIGTERM)
        #expect(try await watch.wait().status == 130)
    }
}
