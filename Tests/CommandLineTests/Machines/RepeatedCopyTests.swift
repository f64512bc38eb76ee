import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// `carrel library copy` from folder to folder, and once more after a copy was done, whether or not anybody was told.
@Suite(.timeLimit(.minutes(2))) struct RepeatedCopyTests {
    private let workspace: Workspace
    private let server: LoopbackServer
    private let names = ["a.txt", "b.txt", "c.txt"]

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for name in names { server.on("/\(name)", .text("text of \(name)")) }
        try workspace.write("list.txt", names.map { server.address("/\($0)") }.joined(separator: "\n"))
    }

    private var back: URL { workspace.folder.appending(path: "Back") }

    private func synced() async throws {
        let synced = try await workspace.carrel("sync", "list.txt", "--set", "store.name={basename}")
        #expect(synced.status == 0, "\(synced.output)\(synced.error)")
    }

    /// Syncs a library and copies it.
    private func copied() async throws {
        try await synced()
        let copied = try await copy()
        #expect(copied.output.hasPrefix("copied and compared: 3 documents, 3 items"), "\(copied.error)")
    }

    private func copy(_ options: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(["library", "copy", "./Carrel", "./Back"] + options, in: workspace).wait()
    }

    private func requireRefused() async throws {
        let refused = try await copy()
        #expect(refused.status == 5, "\(refused.output)")
        #expect(refused.error.contains("./Back: there is a library already. If you"), "\(refused.error)")
    }

    @Test func `a copy that was killed at its very end is found whole`() async throws {
        try await copied()
        let documents = try workspace.documents(in: back)
        for options in [[], ["--fast"]] {
            let again = try await CarrelProcess(
                ["library", "copy", "./Carrel", "./Back"] + options, in: workspace
            ).wait()
            #expect(again.status == 0, "\(again.error)")
            #expect(
                again.output.hasPrefix("copied and compared: 3 documents, 3 items, 1 catalogue · "),
                "\(again.output)")
            #expect(again.error.hasPrefix("comparing\n"), "\(again.error)")
            #expect(again.error.contains("use only ./Back from now on"), "\(again.error)")
        }
        let row = try #require(try await copy("--json").objects.last)
        #expect(row["isFinished"] as? Bool == true && row["bytes"] as? Int == 0, "\(row)")
        #expect(row["documents"] as? Int == 3 && row["items"] as? Int == 3, "\(row)")
        #expect(try workspace.documents(in: back) == documents)
    }

    @Test func `of two copies that waited for the same library, the second finds what the first one made`()
        async throws
    {
        try await synced()
        let gate = Gate()
        server.on("/c.txt", .content("text of c.txt").behind(gate))
        let sync = try CarrelProcess(["sync"], in: workspace)
        _ = try await server.requests(atLeast: 2, for: "/c.txt")
        let copies = try (1...2).map { _ in
            try CarrelProcess(["library", "copy", "./Carrel", "./Back", "--wait"], in: workspace)
        }
        for copy in copies {
            while !copy.errorSoFar.contains("waiting for the library") { await Task.yield() }
        }
        gate.open()
        _ = try await sync.wait()
        for copy in copies {
            let copied = try await copy.wait()
            #expect(copied.status == 0, "\(copied.error)")
            #expect(copied.output.hasPrefix("copied and compared: 3 documents, 3 items"), "\(copied.output)")
        }
    }

    @Test func `documents that somebody renamed since the last sync go over as they are called now`()
        async throws
    {
        try await synced()
        let library = workspace.library
        try FileManager.default.createDirectory(
            at: library.appending(path: "read"), withIntermediateDirectories: true)
        for (former, name) in [("a.txt", "mine.txt"), ("b.txt", "read/b.txt")] {
            try FileManager.default.moveItem(
                at: library.appending(path: former), to: library.appending(path: name))
        }
        let documents = try workspace.documents(in: library)
        for _ in 1...2 {
            let copied = try await copy()
            #expect(copied.status == 0, "\(copied.output)\(copied.error)")
            #expect(
                copied.output.hasPrefix("copied and compared: 3 documents, 3 items, 1 catalogue · "),
                "\(copied.output)")
        }
        for folder in [library, back] {
            #expect(try workspace.documents(in: folder) == documents)
            let verified = try await workspace.carrel("verify", "--library", folder.path)
            #expect(verified.output.contains("it is now mine.txt"), "\(verified.output)")
            #expect(verified.output.contains("it is now read/b.txt"), "\(verified.output)")
        }
        let next = try await workspace.carrel("sync", "--library", "Back")
        #expect(next.output.contains("3 unchanged"), "\(next.output)\(next.error)")
        #expect(try workspace.documents(in: back) == documents)
    }

    @Test func `a document that somebody gave the name of an edited one goes over once`() async throws {
        try await synced()
        let library = workspace.library
        // What somebody wrote into keeps its name when a new version comes.
        try Data("with notes".utf8).write(to: library.appending(path: "a.txt"))
        server.on("/a.txt", .text("a new text", tag: "\"2\""))
        try await synced()
        for (former, name) in [("a.txt", "notes.txt"), ("b.txt", "a.txt")] {
            try FileManager.default.moveItem(
                at: library.appending(path: former), to: library.appending(path: name))
        }
        let copied = try await copy()
        #expect(copied.status == 0, "\(copied.output)\(copied.error)")
        var documents = try workspace.documents(in: library)
        // No record names it.
        documents["notes.txt"] = nil
        let there = try workspace.documents(in: back)
        #expect(there == documents)
    }

    @Test func `what is missing or damaged is said again`() async throws {
        try await copied()
        for folder in [workspace.library, back] {
            try FileManager.default.removeItem(at: folder.appending(path: "c.txt"))
        }
        let again = try await copy()
        #expect(again.status == 1, "\(again.error)")
        #expect(again.output.contains("missing c.txt\n"), "\(again.output)")
        #expect(again.output.contains("copied and compared: 2 documents, 3 items"), "\(again.output)")
    }

    @Test func `a document of the copy that is another one now stays, and the copy is refused`() async throws
    {
        try await copied()
        try workspace.write("Back/a.txt", "mine")
        try await requireRefused()
        let kept = try String(contentsOf: back.appending(path: "a.txt"), encoding: .utf8)
        #expect(kept == "mine")
    }

    @Test func `a copy that was used, or whose original was, is refused`() async throws {
        try await copied()
        #expect(try await workspace.carrel("mark", "read", "a.txt", "--library", "Back").status == 0)
        try await requireRefused()
        #expect(try await workspace.carrel("mark", "read", "a.txt").status == 0)
        server.on("/b.txt", .text("newer", tag: "\"2\""))
        #expect(try await workspace.carrel("sync").status == 0)
        try await requireRefused()
        #expect(try workspace.documents(in: back)["b.txt"] == Data("text of b.txt".utf8))
    }
}
