import CarrelTesting
import Foundation
import Testing

/// Login pages in the place of pages of links.
@Suite(.timeLimit(.minutes(2))) struct LoginPageTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for name in ["a", "b", "c", "terms"] { server.on("/\(name).txt", .text("text \(name)")) }
    }

    private func serve(_ names: String..., asksForPassword: Bool = false) {
        let links = names.map { "<a href='/\($0).txt'>\($0)</a>" }.joined()
        let form = asksForPassword ? "<form><input type='password'></form>" : ""
        let page = "<!doctype html><title>Notes</title>\(form)\(links)"
        server.on("/course", .document(Data(page.utf8), entityTag: "\"\(UUID())\""))
    }

    private func add() async throws {
        serve("a", "b", "c")
        let add = try await workspace.carrel("add", server.address("/course"), "--name", "course")
        #expect(add.status == 0, "\(add.output)\(add.error)")
    }

    @Test(arguments: [nil, "parse.use=html-links"] as [String?])
    func `one is an error, until it is said to be the catalogue`(setting: String?) async throws {
        try await add()
        if let setting { #expect(try await workspace.carrel("set", "course", setting).status == 0) }
        #expect(try await workspace.carrel("sync").status == 0)
        serve("terms", asksForPassword: true)
        let login = try await workspace.carrel("sync")
        let said = login.output + login.error
        #expect(login.status == 4 && said.contains("asks for a password"), "\(said)")
        #expect(said.contains("carrel set course parse.login=true"), "\(said)")
        let listed = try await workspace.carrel("list", "--all").output
        #expect(!listed.contains("no longer listed") && !listed.contains("terms"), "\(listed)")
        #expect(try await workspace.carrel("set", "course", "parse.login=true").status == 0)
        let named = try await workspace.carrel("sync")
        #expect(named.status == 0, "\(named.output)\(named.error)")
        #expect(try await workspace.carrel("list", "--all").output.contains("terms"))
    }

    @Test func `a page with a form for signing in beside its links is the catalogue`() async throws {
        try await add()
        #expect(try await workspace.carrel("sync").status == 0)
        serve("a", "b", asksForPassword: true)
        let result = try await workspace.carrel("sync", "--json")
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(result.objects.last?["orphaned"] as? Int == 1, "\(result.output)")
    }
}
