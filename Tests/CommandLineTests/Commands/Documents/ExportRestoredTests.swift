import CarrelTesting
import Foundation
import Testing

/// Exports of a document whose earlier version somebody restored.
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
}
