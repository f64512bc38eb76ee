import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct CompressionTests {
    @Test func `compressed documents are stored as what they are, and asked for where the profile says so`()
        async throws
    {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        let fields = [("Content-Encoding", "gzip"), ("ETag", "\"1\""), ("Content-Type", "text/plain")]
        server.on("/a.txt", .content(CodedContent.gzip, fields: fields))
        let file = try workspace.writeNotes([("A", server.address("/a.txt"))], of: "C")
        for compression in [false, true] {
            let library = workspace.folder.appending(path: "library-\(compression)")
            let result = try await workspace.carrel(
                "sync", file, "--library", library.path, "--set",
                "download.compression=\(compression)")
            #expect(result.status == 0, "\(result.error)")
            #expect(try workspace.documents(in: library)["C-a.txt"] == CodedContent.plain)
        }
        let asked = server.requests.map { $0.fields["Accept-Encoding"] ?? "" }
        #expect(asked.first == "identity")
        #expect(asked.last?.contains("gzip") == true)
    }

    @Test func `what a server compresses unasked is decoded, or refused with what decodes it`() async throws {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        server.on(
            "/a.txt",
            .content(
                CodedContent.gzip, fields: [("Content-Encoding", "gzip"), ("Content-Type", "text/plain")]))
        let page = try workspace.write("page.html", "<a href=\"\(server.address("/a.txt"))\">A</a>")
        let session = try await workspace.carrel("sync", page, "--set", "download.use=urlsession")
        #expect(session.status == 1, "\(session.output)")
        let lines = session.error.split(separator: "\n").filter { $0.contains("gzip") }
        #expect(lines.count == 1 && lines[0].contains("--set download.use=curl"), "\(session.error)")
        #expect(try workspace.documents().isEmpty)
        let curl = try await workspace.carrel("sync", page, "--set", "download.use=curl")
        #expect(curl.status == 0, "\(curl.error)")
        #expect(Array(try workspace.documents().values) == [CodedContent.plain])
    }

    @Test func `a document that came compressed is not fetched again because its catalogue gives that size`()
        async throws
    {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        server.on(
            "/a.txt",
            .document(
                CodedContent.gzip, entityTag: "\"1\"", mediaType: "text/plain",
                fields: [("Content-Encoding", "gzip")]))
        let notes = """
            [{"moduleCode":"C","moduleTitle":"T","moduleNotes":[
              {"title":"A","url":"\(server.address("/a.txt"))","size":\(CodedContent.gzip.count)}]}]
            """
        let file = try workspace.write("notes.json", notes)
        for _ in 1...2 {
            let result = try await workspace.carrel("sync", file)
            #expect(result.status == 0, "\(result.output)\(result.error)")
        }
        #expect(server.requests(for: "/a.txt").map { $0.fields["If-None-Match"] } == [nil, "\"1\""])
        #expect(try workspace.documents()["C-a.txt"] == CodedContent.plain)
    }

    @Test func `a compressed login page in the place of an archive is set aside`() async throws {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        let fields = [("Content-Encoding", "gzip"), ("Content-Type", "text/html")]
        server.on("/a.gz", .content(CodedContent.gzipPage, fields: fields))
        let page = try workspace.write("page.html", "<a href=\"\(server.address("/a.gz"))\">A</a>")
        let result = try await workspace.carrel("sync", page, "--set", "download.compression=true")
        #expect(result.status == 1, "\(result.output)")
        #expect(try workspace.documents().isEmpty)
        #expect(server.requests.first?.fields["Accept-Encoding"] == "identity")
    }

    @Test(arguments: [("manual.html.gz", CodedContent.gzipPage), ("data.tar.gz", CodedContent.gzip)])
    func `a compressed file that its server calls a page is stored as it is`(
        name: String, content: Data
    ) async throws {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        let fields = [("Content-Encoding", "x-gzip"), ("Content-Type", "text/html")]
        server.on("/\(name)", .content(content, fields: fields))
        let page = try workspace.write("page.html", "<a href=\"\(server.address("/\(name)"))\">A</a>")
        let result = try await workspace.carrel("sync", page)
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(Array(try workspace.documents().values) == [content])
    }
}
