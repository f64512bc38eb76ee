import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// What servers call documents and their earlier versions, which decides how these are read.
@Suite(.timeLimit(.minutes(2))) struct VersionTypeTests {
    private static let text = "Žluťoučký kůň"
    /// The same in ISO 8859-2.
    private static let latin2 = Data(
        [0xAE] + Array("lu".utf8) + [0xBB] + Array("ou".utf8) + [0xE8] + Array("k".utf8) + [0xFD]
            + Array(" k".utf8) + [0xF9, 0xF2])
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    private func sync(_ content: Data, _ mediaType: String, entityTag: String) async throws -> String {
        course.server.on(
            "/COMP304/week1.txt", .document(content, entityTag: entityTag, mediaType: mediaType))
        return try await workspace.carrel("sync", course.url).output
    }

    private func preview(_ arguments: String...) async throws -> String {
        try await CarrelProcess(["preview", "COMP304/1"] + arguments, in: workspace).wait().output
    }

    @Test func `an earlier version is read as its server called it, also once it is restored`() async throws {
        _ = try await sync(Self.latin2, "text/plain; charset=iso-8859-2", entityTag: "\"1\"")
        _ = try await sync(
            Data("\(Self.text), dvakrát".utf8), "text/plain; charset=utf-8", entityTag: "\"2\"")
        #expect(try await preview("--version", "1").contains(Self.text))
        #expect(try await preview().contains("dvakrát"))
        #expect(try await workspace.carrel("restore", "COMP304/1", "--version", "1").status == 0)
        #expect(try await preview().contains(Self.text))
        #expect(try await workspace.carrel("search", "kůň").output.contains("Week 1"))
        #expect(try await preview("--version", "2").contains("\(Self.text), dvakrát"))
        // The server has the other version still: what it calls that says nothing of this one.
        _ = try await workspace.carrel("sync")
        #expect(try await preview().contains(Self.text))
    }

    @Test func `a version of another kind is not called what came later`() async throws {
        _ = try await sync(Data("%PDF-1.4\n%%EOF\n".utf8), "application/pdf", entityTag: "\"1\"")
        _ = try await sync(Data("a,b\n1,2\n".utf8), "text/csv; charset=utf-8", entityTag: "\"2\"")
        #expect(try await workspace.carrel("restore", "COMP304/1", "--version", "1").status == 0)
        let table = try await workspace.carrel("export", "csv", "-").output
        #expect(table.contains("application/pdf") && !table.contains("text/csv"), "\(table)")
    }

    @Test func `documents that can be read only in part are not called long`() async throws {
        func mail(_ words: String) -> Data {
            let parts = (0..<20).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }
                .joined()
            return Data(
                """
                Subject: Tides
                MIME-Version: 1.0
                Content-Type: multipart/mixed; boundary=a

                --a
                Content-Type: text/plain

                \(words)
                --a
                \(parts)
                """.utf8)
        }
        _ = try await sync(mail("The moon pulls."), "message/rfc822", entityTag: "\"1\"")
        _ = try await sync(mail("The moon pulls the sea."), "message/rfc822", entityTag: "\"2\"")
        let diff = try await workspace.carrel("diff", "COMP304/1")
        #expect(diff.status == 0 && diff.error.contains("only what a preview shows was compared"), "\(diff)")
    }

    @Test func `a slide on which words were found or changed is not called a page`() async throws {
        func slides(_ word: String) -> Data {
            let name = "urn:oasis:names:tc:opendocument:xmlns:"
            let pages = ["Tides", word].map {
                "<draw:page><draw:frame><draw:text-box><text:p>\($0)</text:p></draw:text-box></draw:frame></draw:page>"
            }
            return Data(
                """
                <?xml version="1.0"?>
                <office:document xmlns:office="\(name)office:1.0" xmlns:draw="\(name)drawing:1.0" \
                xmlns:text="\(name)text:1.0" \
                office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body>\
                <office:presentation>\(pages.joined())</office:presentation></office:body></office:document>
                """.utf8)
        }
        let type = "application/vnd.oasis.opendocument.presentation-flat-xml"
        _ = try await sync(slides("Monday"), type, entityTag: "\"1\"")
        _ = try await sync(slides("Friday"), type, entityTag: "\"2\"")
        let found = try await workspace.carrel("search", "friday")
        #expect(found.output.contains(" · slide 2\n"), "\(found.output)\(found.error)")
        let changed = try await workspace.carrel("diff", "COMP304/1")
        #expect(changed.output.hasPrefix("slide 2\n"), "\(changed.output)\(changed.error)")
    }

    @Test func `a charset that a server corrects is taken with the same bytes`() async throws {
        _ = try await sync(Self.latin2, "text/plain; charset=windows-1252", entityTag: "\"1\"")
        #expect(try await preview().contains(Self.text) == false)
        let sync = try await sync(Self.latin2, "text/plain; charset=iso-8859-2", entityTag: "\"2\"")
        #expect(sync.contains("unchanged") && !sync.contains("updated"), "\(sync)")
        #expect(try await preview().contains(Self.text))
        #expect(try await workspace.carrel("search", "kůň").output.contains("Week 1"))
        // The corrected one is what the version was called.
        _ = try await self.sync(Data("new".utf8), "text/plain; charset=utf-8", entityTag: "\"3\"")
        #expect(try await preview("--version", "1").contains(Self.text))
    }

    @Test(arguments: [
        ("text/plain; charset=iso-8859-2", true), ("text/html; charset=iso-8859-2", false),
        ("text/plain", false),
    ])
    func `a charset that comes with 304 is taken for a document of the kind`(
        mediaType: String, isTaken: Bool
    ) async throws {
        _ = try await sync(Self.latin2, "text/plain; charset=windows-1252", entityTag: "\"1\"")
        let fields = HTTPFields([("ETag", "\"1\""), ("Content-Type", mediaType)])
        course.server.on("/COMP304/week1.txt", Reply([.head(status: 304, fields: fields)]))
        _ = try await workspace.carrel("sync")
        #expect(try await preview().contains(Self.text) == isTaken)
    }
}
