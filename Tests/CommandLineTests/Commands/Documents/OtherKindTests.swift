import CarrelTesting
import Foundation
import Testing

/// Names of documents whose kind only their content tells, or has changed.
@Suite(.timeLimit(.minutes(2))) struct OtherKindTests {
    private static let pdf = Data("%PDF-1.4\n%%EOF\n".utf8)
    private static let office = Data([0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 40))
    private static let word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    private func names() throws -> [String] { try workspace.documents().keys.sorted() }

    @Test func `a new version of another kind is told, and move gives it its name`() async throws {
        let file = try workspace.writeNotes([("Slides", server.address("/dl/7"))])
        server.on("/dl/7", .document(Self.pdf, entityTag: "\"1\"", mediaType: "application/pdf"))
        #expect(try await workspace.carrel("sync", file).output.contains("by now") == false)
        #expect(try names() == ["C1-7.pdf"])
        server.on("/dl/7", .document(Self.office, entityTag: "\"2\"", mediaType: Self.word))
        let sync = try await workspace.carrel("sync")
        #expect(
            sync.output.contains("(it is an Office document by now, which its name does not say"),
            "\(sync.output)")
        let moves = try await workspace.carrel("move", "--dry-run").output
        #expect(moves == "C1-7.pdf → C1-7.docx\n")
        #expect(try await workspace.carrel("move", "--yes").output.hasSuffix("1 renamed\n"))
        #expect(try names() == ["C1-7.docx"])
        #expect(try await workspace.carrel("move", "--dry-run").error.contains("nothing to rename"))
    }

    @Test func `a page is not a new version of what was none, though its address does not say what is there`()
        async throws
    {
        let file = try workspace.writeNotes([("Slides", server.address("/mod/view.php?id=7"))])
        let path = "/mod/view.php?id=7"
        server.on(path, .document(Self.pdf, entityTag: "\"1\"", mediaType: "application/pdf"))
        _ = try await workspace.carrel("sync", file)
        #expect(try names() == ["C1-view.pdf"])
        let login = Data("<!DOCTYPE html><title>Log in</title>".utf8)
        server.on(path, .document(login, entityTag: "\"2\"", mediaType: "text/html"))
        let sync = try await workspace.carrel("sync")
        #expect(sync.status == 1)
        let reason = "set aside  C1: Slides: an HTML page instead of a PDF document"
        #expect(sync.error.contains(reason), "\(sync.error)")
        #expect(try workspace.documents() == ["C1-view.pdf": Self.pdf])
        // Whoever accepts it has a page from then on, and pages that come later are its versions.
        _ = try await workspace.carrel("quarantine", "accept", "Slides")
        let page = Data("<!DOCTYPE html><title>Slides</title>".utf8)
        server.on(path, .document(page, entityTag: "\"3\"", mediaType: "text/html"))
        #expect(try await workspace.carrel("sync").output.contains("1 updated"))
        #expect(try workspace.documents().values.contains(page))
    }

    @Test func `a page that its server calls a sheet has new versions`() async throws {
        let file = try workspace.writeNotes([("Marks", server.address("/export?id=7"))])
        for (tag, news) in [("1", "1 new"), ("2", "1 updated")] {
            let table = Data("<html><table><tr><td>\(tag)</td></tr></table></html>".utf8)
            let sheet = "application/vnd.ms-excel"
            server.on("/export?id=7", .document(table, entityTag: "\"\(tag)\"", mediaType: sheet))
            let sync = try await workspace.carrel("sync", file)
            #expect(sync.output.contains(news), "\(sync.output)\(sync.error)")
            #expect(try workspace.documents().values.contains(table))
        }
    }

    @Test func `a login page that a redirect leads to is not the document`() async throws {
        let login = Data("<!DOCTYPE html><title>Log in</title>".utf8)
        let page = Data("<!DOCTYPE html><title>Notes</title>".utf8)
        server.on("/login/index.php", .content(login, fields: [("Content-Type", "text/html")]))
        for path in ["/dl/7", "/notes.html"] { server.on(path, .redirect(to: "/login/index.php?x=1")) }
        let file = try workspace.writeNotes(
            [("Slides", server.address("/dl/7")), ("Notes", server.address("/notes.html"))])
        let sync = try await workspace.carrel("sync", file)
        #expect(sync.status == 1 && sync.output.contains("2 set aside"), "\(sync.output)")
        #expect(sync.error.contains("a login page of 127.0.0.1 instead of the document"), "\(sync.error)")
        #expect(try names().isEmpty)
        server.on("/dl/7", .document(Self.pdf, entityTag: "\"1\"", mediaType: "application/pdf"))
        server.on("/notes.html", .document(page, entityTag: "\"2\"", mediaType: "text/html"))
        #expect(try await workspace.carrel("sync").output.contains("2 new"))
        #expect(Set(try workspace.documents().values) == [Self.pdf, page])
    }

    @Test func `what a program sends is called what it is, and pages as their program`() async throws {
        let types = ["application/pdf", "application/pdf", "text/html"]
        for (number, type) in types.enumerated() {
            let content = type == "text/html" ? Data("<html><p>Hello</p></html>".utf8) : Self.pdf
            server.on("/mod/view.php?id=\(number)", .document(content, mediaType: type))
        }
        let file = try workspace.writeNotes(
            types.indices.map { ("Note \($0)", server.address("/mod/view.php?id=\($0)")) })
        #expect(try await workspace.carrel("sync", file).output.contains("3 new"))
        let names = try names()
        #expect(names.filter { $0.hasPrefix("C1-view") && $0.hasSuffix(".pdf") }.count == 2, "\(names)")
        #expect(names.filter { $0.hasPrefix("C1-view") && $0.hasSuffix(".php") }.count == 1, "\(names)")
        let moves = try await workspace.carrel("move", "--dry-run")
        #expect(moves.error.contains("nothing to rename"), "\(moves.output)")
    }
}
