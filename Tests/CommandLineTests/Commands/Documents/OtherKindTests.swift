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
