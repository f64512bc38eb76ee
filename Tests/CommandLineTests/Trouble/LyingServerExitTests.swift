import CarrelTesting
import Foundation
import Testing

/// What a script learns when a server lies: the exit status, and the documents that are there.
@Suite(.timeLimit(.minutes(2))) struct LyingServerExitTests {
    /// One server for each, in one run: those whose documents come in the end, and those whose never do.
    @Test(arguments: [true, false])
    func `the exit status tells whether the documents are there, from servers that lie`(come: Bool)
        async throws
    {
        let workspace = try Workspace()
        let scenarios = LyingScenario.quick.filter { (Self.content(of: $0) != nil) == come }
        let servers = try scenarios.map { scenario in
            let server = try LoopbackServer()
            server.script.on("/\(scenario.file)", scenario.replies(server.address("")))
            return server
        }
        let modules = scenarios.indices.map { index in
            let address = servers[index].address("/\(scenarios[index].file)")
            return
                "{\"moduleCode\":\"C\(index)\",\"moduleTitle\":\"T\",\"moduleNotes\":[{\"N\":\"\(address)\"}]}"
        }
        let file = try workspace.write("notes.json", "[\(modules.joined(separator: ","))]")
        let result = try await workspace.carrel(
            "sync", "--json", file, "--set", "store.name={collection}/{basename}")
        #expect(result.status == (come ? 0 : 1), "\(result.error)")
        let documents = try workspace.documents()
        #expect(documents.count == (come ? scenarios.count : 0))
        for (index, scenario) in scenarios.enumerated() {
            #expect(documents["C\(index)/\(scenario.file)"] == Self.content(of: scenario), "\(scenario)")
        }
        let summary = try #require(result.objects.last)
        let count = come ? ["downloaded"] : ["failed", "quarantined"]
        #expect(count.compactMap { summary[$0] as? Int }.reduce(0, +) == scenarios.count, "\(summary)")
    }

    /// The content that is to be stored; `nil` if there is to be none.
    private static func content(of scenario: LyingScenario) -> Data? {
        if case .stored(let content) = scenario.ending { content } else { nil }
    }

    @Test(arguments: StrayScenario.all)
    func `every document has its own content, and the run says what it fetched again, from a server that`(
        scenario: StrayScenario
    ) async throws {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        let contents = (0..<12).map { TestBytes.make(scenario.size + $0, seed: UInt64($0 + 1)) }
        scenario.stage(contents, on: server)
        let file = try workspace.writeNotes(
            contents.indices.map { ("N\($0)", server.address("/\($0).txt")) })
        let result = try await workspace.carrel("sync", "--json", file, "--set", "store.name={basename}")
        let stored = contents.indices.filter { !scenario.undelivered.contains($0) }
        #expect(result.status == (stored.count == 12 ? 0 : 1), "\(result.error)")
        let documents = try workspace.documents()
        #expect(documents.count == stored.count)
        for index in stored { #expect(documents["\(index).txt"] == contents[index], "\(index)") }
        let summary = result.output.split(separator: "\n").last
        #expect(summary?.contains("\"downloaded\":\(stored.count)") == true, "\(summary ?? "")")
    }

    @Test func `a result that does not count is taken back in words, and lists say why it is set aside`()
        async throws
    {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        let answer = Data("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none".utf8)
        server.script.on("/a.txt", [Reply([.raw(answer + answer)]), .status(404)])
        let file = try workspace.writeNotes([("N", server.address("/a.txt"))])
        let result = try await workspace.carrel("sync", "--quiet", file)
        let reason = "the server sent more than it was asked for"
        #expect(result.status == 1 && result.output.hasPrefix("new      C1: N"), "\(result.output)")
        #expect(
            result.error.contains("fetched again: C1: N, whose result does not count: \(reason)"),
            "\(result.error)")
        let list = try await workspace.carrel("list", "C1").output
        #expect(list.contains("set aside: \(reason)"), "\(list)")
    }
}
