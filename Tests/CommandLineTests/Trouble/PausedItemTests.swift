import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// What lists say of a document whose download was interrupted.
@Suite(.timeLimit(.minutes(5))) struct PausedItemTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    /// The state of the only item.
    private func status() async throws -> String? {
        try await workspace.carrel("list", "C1", "--json").objects.first?["status"] as? String
    }

    @Test(arguments: [SIGINT, SIGKILL])
    func `a document that another process fetches is said to come, and to be paused once that has ended`(
        signal: Int32
    ) async throws {
        let content = TestBytes.make(2_000_000)
        let fields = HTTPFields([("Content-Length", "\(content.count)"), ("ETag", "\"1\"")])
        server.on(
            "/0.bin", Reply([.head(status: 200, fields: fields), .bytes(content.prefix(1_500_000)), .stall]),
            .document(content, entityTag: "\"1\""))
        let process = try CarrelProcess(
            ["sync", try workspace.writeNotes([("Note", server.address("/0.bin"))])], in: workspace)
        while try await status() != "downloading" { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try await workspace.carrel("list", "C1").output.contains("fetching "))
        process.send(signal)
        _ = try await process.wait()

        #expect(try await status() == "paused")
        #expect(try await workspace.carrel("list", "C1").output.contains("paused"))
        #expect(try await workspace.carrel("show", "C1").output.contains("(1 paused)"))
        #expect(try await workspace.carrel("show", "C1/1").output.contains("Status: paused"))
        for (word, count) in [("paused", 1), ("not-fetched", 0)] {
            let rows = try await workspace.carrel("list", "C1", "--status", word, "--json").objects
            #expect(rows.count { $0["item"] != nil } == count, "\(word): \(rows)")
        }
        #expect(try await workspace.carrel("sync").status == 0)
        #expect(try await status() == "stored")
        let range = try #require(server.requests(for: "/0.bin").last?.fields["Range"])
        #expect(range.hasPrefix("bytes=") && range != "bytes=0-")
    }
}
