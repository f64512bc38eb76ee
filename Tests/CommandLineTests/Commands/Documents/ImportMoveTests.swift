import CarrelTesting
import Foundation
import Testing

/// `carrel import --move` after an import that did not come to its end.
@Suite(.timeLimit(.minutes(1))) struct ImportMoveTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    private func list(_ rows: String...) {
        server.on("/list.csv", .text((["collection,title,url,size,sha256"] + rows).joined(separator: "\n")))
    }

    private func run(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(
            ["import", "--profile", "url-list"] + arguments + [server.address("/list.csv")], in: workspace
        ).wait()
    }

    @Test func `--move goes on where an import ended before it removed what it had imported`() async throws {
        list("A,One,/one.txt,8,", "A,Two,/two.txt,8,")
        try workspace.write("in/one.txt", "text one")
        #expect(try await run("in").output.contains("1 imported"))
        try workspace.write("in/two.txt", "text two")
        try workspace.write("in/other.txt", "text six")
        let rest = try await run("in", "--move", "--verbose")
        #expect(
            rest.output.contains("1 imported, 1 already in the library, 1 file nobody's · 8 B"),
            "\(rest.output)")
        #expect(rest.status == 0 && rest.error.contains("already there  A: One, "), "\(rest.error)")
        let folder = workspace.folder.appending(path: "in")
        #expect(try workspace.documents(in: folder).keys.sorted() == ["other.txt"])
        #expect(try workspace.documents().count == 2)
        #expect(try await workspace.carrel("verify").status == 0)
    }

    @Test func `--move names the files that it removes, and with --dry-run those that it would`() async throws
    {
        list("A,One,/one.txt,8,", "A,Two,/two.txt,8,")
        try workspace.write("in/one.txt", "text one")
        #expect(try await run("in").status == 0)
        try workspace.write("in/two.txt", "text two")
        try workspace.write("in/other.txt", "text six")
        let folder = workspace.folder.appending(path: "in")
        func named(_ word: String, _ result: CarrelProcess.Result) -> [String] {
            result.output.split(separator: "\n").filter { $0.hasPrefix("\(word)  ") }
                .map { String($0.dropFirst(word.count + 2)) }.sorted()
        }
        let dry = try await run("in", "--move", "--dry-run")
        #expect(named("would remove", dry) == ["one.txt", "two.txt"], "\(dry.output)")
        #expect(dry.output.contains("\n2 files would be removed from "), "\(dry.output)")
        let rows = try await run("in", "--move", "--dry-run", "--json").objects
        #expect(rows.filter { $0["state"] as? String == "removable" }.count == 2, "\(rows)")
        #expect(try workspace.documents(in: folder).count == 3)
        #expect(try await !run("in", "--dry-run").output.contains("remove"))
        let moved = try await run("in", "--move")
        #expect(named("removed", moved) == ["one.txt", "two.txt"], "\(moved.output)")
        #expect(moved.output.contains("\n2 files removed from "), "\(moved.output)")
        #expect(try workspace.documents(in: folder).keys.sorted() == ["other.txt"])
    }

    @Test func `--move leaves the file whose document is no longer what was imported`() async throws {
        list("A,One,/one.txt,8,")
        try workspace.write("in/one.txt", "text one")
        #expect(try await run("in").status == 0)
        let name = try #require(try workspace.documents().keys.first)
        try Data("spoiled.".utf8).write(to: workspace.library.appending(path: name))
        let again = try await run("in", "--move")
        #expect(again.error.contains("in/one.txt: it stays"), "\(again.error)")
        #expect(try workspace.documents(in: workspace.folder.appending(path: "in")).count == 1)
    }

    @Test func `--move leaves a file that is the library's own under another path`() async throws {
        list("A,One,/one.txt,8,")
        try workspace.write("in/one.txt", "text one")
        #expect(try await run("in", "--move").status == 0)
        let name = try #require(try workspace.documents().keys.first)
        // As where a disk is mounted twice.
        let other = workspace.folder.appending(path: "in/one.txt")
        try FileManager.default.linkItem(at: workspace.library.appending(path: name), to: other)
        let again = try await run("in", "--move")
        #expect(again.error.contains("it stays, because it is the library's own \(name)"), "\(again.error)")
        #expect(try Data(contentsOf: other) == Data("text one".utf8))
    }
}
