import CarrelTesting
import Foundation
import Testing

/// URLs that redirect to a catalogue that the library knows.
@Suite(.timeLimit(.minutes(2))) struct RedirectedCatalogTests {
    private let workspace: Workspace
    private let server: LoopbackServer
    private var redirecting: String { server.address("/moved") }

    init() async throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        let page = "<html><body><a href='a.txt'>A</a> <a href='b.pdf'>B</a></body></html>"
        server.on("/course/", .document(page, entityTag: "\"p\"", mediaType: "text/html"))
        server.on("/course/a.txt", .text("text a"))
        server.on("/moved", .redirect(to: server.address("/course/")))
        let add = try await workspace.carrel(
            "add", server.address("/course/"), "--name", "kurs", "--set", "parse.types=txt")
        try #require(add.status == 0, "\(add.error)")
        try #require(try await workspace.carrel("sync").output.contains("1 new"))
    }

    private func settings() async throws -> String {
        try await workspace.carrel("catalogues", "--verbose").output
    }

    @Test func `one is not added beside it, nor in its place`() async throws {
        let before = try await settings()
        let again = try await workspace.carrel("add", redirecting)
        #expect(
            again.status == 1 && again.error.contains("the library knows it as “kurs”; carrel set kurs "),
            "\(again.output)\(again.error)")
        let named = try await workspace.carrel(
            "add", redirecting, "--name", "other", "--set", "parse.types=pdf")
        #expect(named.status == 1 && named.error.contains("carrel rename kurs other"), "\(named.error)")
        #expect(try await settings() == before)
        #expect(try await workspace.carrel("list").output.contains("1 stored"))
    }

    @Test func `a sync of one is a sync of it, with its settings`() async throws {
        let before = try await settings()
        let plan = try await workspace.carrel("plan", redirecting, "--json")
        #expect(plan.status == 0 && !plan.output.contains("b.pdf"), "\(plan.output)\(plan.error)")
        let sync = try await workspace.carrel("sync", redirecting)
        #expect(sync.status == 0 && sync.output.hasPrefix("1 unchanged · "), "\(sync.output)\(sync.error)")
        #expect(!sync.error.contains("added"), "\(sync.error)")
        let both = try await workspace.carrel("sync", redirecting, server.address("/course/"))
        #expect(both.status == 0 && !both.output.contains("new"), "\(both.output)\(both.error)")
        #expect(try await settings() == before)
        #expect(!server.requests.contains { $0.path.hasSuffix("b.pdf") })
    }
}
