import CarrelTesting
import Foundation
import Testing

/// Exports of documents that are not what the addresses of their items have now.
@Suite(.timeLimit(.minutes(2))) struct ExportRestoredTests {
    @Test func `a Metalink promises what the address has`() async throws {
        let workspace = try Workspace()
        let server = try LoopbackServer()
        server.on("/a.txt", .text("first", tag: "\"1\""))
        let list = try workspace.write("list.txt", "\(server.address("/a.txt"))\n")
        #expect(try await workspace.carrel("sync", list).status == 0)
        server.on("/a.txt", .text("the second", tag: "\"2\""))
        #expect(try await workspace.carrel("sync", list).status == 0)
        let stored = try await workspace.carrel("export", "metalink", "-")
        #expect(stored.output.contains("<size>10</size>"), "\(stored.output)")
        let digest = try #require(stored.output.firstMatch(of: /<hash type="sha-256">[0-9a-f]+/)?.output)
        let restored = try await workspace.carrel("restore", "a.txt", "--version", "1")
        #expect(restored.status == 0, "\(restored.error)")
        let exported = try await workspace.carrel("export", "metalink", "-")
        #expect(exported.output.contains(digest) && !exported.output.contains("<size>"), "\(exported.output)")
    }

    @Test func `a table promises what the address has, and that of a bag what is in the bag`() async throws {
        let workspace = try Workspace()
        let server = try LoopbackServer()
        server.on("/a.txt", .text("first", tag: "\"1\""))
        let list = try workspace.write("list.txt", "\(server.address("/a.txt"))\n")
        #expect(try await workspace.carrel("sync", list).status == 0)
        server.on("/a.txt", .text("the second", tag: "\"2\""))
        #expect(try await workspace.carrel("sync", list).status == 0)
        let restored = try await workspace.carrel("restore", "a.txt", "--version", "1")
        #expect(restored.status == 0, "\(restored.error)")
        #expect(try await workspace.carrel("export", "csv", "table.csv").status == 0)
        let sync = try await workspace.carrel("sync", "table.csv", "--library", "again")
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(try await workspace.carrel("export", "bagit", "bag").status == 0)
        let copied = try await workspace.carrel(
            "import", "bag", "bag/metadata/items.csv", "--profile", "url-list", "--library", "taken")
        #expect(copied.output.contains("1 imported"), "\(copied.output)\(copied.error)")
    }

    @Test(arguments: ["metalink", "csv"])
    func `a document is listed with the address that it came from`(format: String) async throws {
        let workspace = try Workspace()
        let server = try LoopbackServer()
        server.on("/a.txt", .text("first"))
        func list(_ path: String) throws -> String {
            try workspace.write(
                "list.jsonl",
                """
                {"carrel": 1}
                {"type": "item", "id": "1", "title": "A", "url": "\(server.address(path))"}

                """)
        }
        let first = try list("/a.txt")
        #expect(try await workspace.carrel("sync", first).status == 0)
        let second = try list("/gone.txt")
        #expect(try await workspace.carrel("sync", second).status == 1)
        let exported = try await workspace.carrel("export", format, "-").output
        #expect(exported.contains(server.address("/a.txt")), "\(exported)")
        #expect(!exported.contains("/gone.txt"), "\(exported)")
    }
}
