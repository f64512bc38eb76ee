import CarrelTesting
import Foundation
import Testing

/// What `carrel move --dry-run` says beforehand.
@Suite(.timeLimit(.minutes(2))) struct ForetoldMoveTests {
    @Test func `a document stays if something else has its new name`() async throws {
        let workspace = try Workspace()
        let server = try LoopbackServer()
        for name in ["a", "b"] { server.on("/\(name).txt", .text(name)) }
        let list = try workspace.write(
            "list.txt", "\(server.address("/a.txt"))\n\(server.address("/b.txt"))\n")
        let synced = try await workspace.carrel("sync", list, "--set", "store.name={basename}")
        #expect(synced.status == 0, "\(synced.error)")
        try workspace.write("Carrel/mine/a.txt", "my own")
        let template = "store.name=mine/{basename}"
        let foretold = try await workspace.carrel("move", "--dry-run", "--set", template)
        #expect(
            foretold.output == """
                a.txt → mine/a.txt  (it stays, because something else has that name)
                b.txt → mine/b.txt

                """, "\(foretold.output)\(foretold.error)")
        let rows = try await workspace.carrel("move", "--dry-run", "--json", "--set", template).objects
        #expect(rows.map { $0["isTaken"] as? Bool } == [true, nil])
        let moved = try await workspace.carrel("move", "--yes", "--set", template)
        #expect(moved.status == 1 && moved.output.hasSuffix("\n1 renamed\n"), "\(moved.output)")
        #expect(moved.error.contains("something else took the name a.txt"), "\(moved.error)")
        #expect(try workspace.documents().keys.sorted() == ["a.txt", "mine/a.txt", "mine/b.txt"])
    }
}
