import CarrelTesting
import Foundation
import Testing

/// The library in forms that other programs read.
@Suite(.timeLimit(.minutes(2))) struct ExportCommandTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() async throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for number in 1...3 { server.on("/\(number).txt", .text("text \(number)")) }
        let hostile = "=1+1</title>\u{1B}[31m\"x\",<script>"
        server.on(
            "/notes.csv",
            .text(
                """
                module,title,url,file
                A,One,/1.txt,a/50%.txt
                A,Once more,/1.txt,a/50%.txt
                A,"\(hostile.replacing("\"", with: "\"\""))",/2.txt,a/two.txt
                B,Gone,/9.txt,b/gone.txt
                B,Three,/3.txt,b/three.txt
                """))
        _ = try await CarrelProcess(
            ["sync", "--profile", "url-list", "--quiet", server.address("/notes.csv")], in: workspace
        ).wait()
        #expect(try workspace.documents().count == 3)
    }

    private func export(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(["export"] + arguments, in: workspace).wait()
    }

    @Test func `nothing is written over what the library keeps, whatever leads there`() async throws {
        let documents = try workspace.documents()
        let name = try #require(documents.keys.sorted().first)
        let library = workspace.library
        let link = workspace.folder.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: library)
        for path in [name, ".carrel/library.sqlite"] {
            for folder in [library, link] {
                let file = folder.appending(path: path)
                let result = try await export("csv", file.path, "--force")
                #expect(result.status == 2, "\(file.path)")
                #expect(result.error.hasSuffix("it is one of the library's own files. Name another\n"))
            }
        }
        let image = library.appending(path: name).path
        #expect(try await workspace.carrel("preview", "A/1", "--image", image).status == 2)
        #expect(try await export("bagit", library.appending(path: ".carrel/bag").path).status == 2)
        #expect(try workspace.documents() == documents)
        #expect(try await export("csv", library.appending(path: "list.csv").path).status == 0)
        #expect(try await workspace.carrel("verify").status == 0)
    }

    @Test func `an export that runs out of descriptors leaves nothing beside its place`() async throws {
        for limit in 11...24 {
            let result = try await CarrelProcess(
                ["export", "bagit", "bag\(limit)"], in: workspace,
                starter: ["/bin/bash", "-c", "ulimit -n \(limit); exec \"$@\"", "bash"]
            ).wait()
            let left = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
                .filter { $0.hasSuffix(".part") }
            #expect(left.isEmpty && (result.status == 0 || !result.error.isEmpty), "\(limit): \(result)")
        }
    }

    @Test func `a bag has the documents with right manifests, and a table of the items`() async throws {
        let result = try await export("bagit", "bag")
        #expect(
            result.status == 0 && result.output == "bag: 3 documents, 18 B\n",
            "\(result.output)\(result.error)")
        let check = try await workspace.shell(
            "cd bag && sed 's/%25/%/' manifest-sha256.txt | sha256sum -c - && sha256sum -c tagmanifest-sha256.txt"
        )
        #expect(check.status == 0, "\(check.output)\(check.error)")
        #expect(try workspace.text("bag/manifest-sha256.txt").contains("  data/a/50%25.txt\n"))
        #expect(try workspace.text("bag/bag-info.txt").contains("Payload-Oxum: 18.3\n"))
        #expect(try workspace.text("bag/metadata/items.csv").contains("B,Gone,"))
    }

    @Test func `a folder that is not empty stays as it is`() async throws {
        try workspace.write("bag/mine.txt", "mine")
        let result = try await export("bagit", "bag")
        #expect(result.status == 1 && result.error.contains("there is something already"), "\(result.error)")
        #expect(try workspace.text("bag/mine.txt") == "mine")
    }

    @Test func `a crate describes each document of the named collections`() async throws {
        #expect(try await export("ro-crate", "crate", "A").status == 0)
        let data = Data(try workspace.text("crate/ro-crate-metadata.json").utf8)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let graph = try #require(json["@graph"] as? [[String: Any]])
        let files = graph.filter { $0["@type"] as? String == "File" }
        #expect(Set(files.compactMap { $0["@id"] as? String }) == ["files/a/50%25.txt", "files/a/two.txt"])
        #expect(try workspace.text("crate/files/a/two.txt") == "text 2")
        #expect(files.allSatisfy { ($0["sha256"] as? String)?.count == 64 })
    }

    @Test(arguments: ["csv", "opml", "atom", "metalink"])
    func `titles from outside stay titles in every list`(format: String) async throws {
        let result = try await export(format, "-")
        #expect(result.status == 0, "\(result.error)")
        #expect(!result.output.contains("\u{1B}"), "\(result.output)")
        if format == "csv" {
            #expect(result.output.contains("\"'=1+1"), "\(result.output)")
        } else {
            #expect(!result.output.contains("<script>"), "\(result.output)")
            try workspace.write("out.xml", result.output)
            let parsed = try await workspace.shell(
                "python3 -c 'import xml.etree.ElementTree as tree; tree.parse(\"out.xml\")'")
            #expect(parsed.status == 0, "\(parsed.error)")
        }
    }

    @Test func `a collection that is named twice is exported once`() async throws {
        let once = try await export("csv", "-", "A")
        #expect(once.output.contains("Once more"), "\(once.error)")
        #expect(try await export("csv", "-", "A", "A").output == once.output)
    }

    @Test func `who exports addresses with a key in them is warned`() async throws {
        #expect(try await export("csv", "plain.csv").error == "")
        for options in [[], ["--force"]] {
            let folder = try await CarrelProcess(["export", "csv", "."] + options, in: workspace).wait()
            #expect(
                folder.status == 1 && folder.error.contains("it is a folder. Name a file in it"),
                "\(folder.error)")
        }
        server.on(
            "/keys.csv", .text("module,title,url\nK,Key,/1.txt?token=hunter2\n"))
        server.on("/1.txt?token=hunter2", .text("text 1"))
        _ = try await CarrelProcess(
            ["sync", "--profile", "url-list", "--quiet", server.address("/keys.csv")], in: workspace
        ).wait()
        for format in ["csv", "metalink", "bagit"] {
            let result = try await export(format, "keys.\(format)")
            #expect(
                result.status == 0
                    && result.error.hasPrefix("warning: the export holds addresses with a key"),
                "\(format): \(result.error)")
        }
        #expect(try workspace.text("keys.csv").contains("token=hunter2"), "who fetches from it needs it")
        #expect(try await export("site", "keys").error == "", "a page covers it")
    }

    @Test func `every entry of a feed has an identity of its own, the same every time`() async throws {
        server.on("/twins.csv", .text("module,title,url\nT,One,/twin1.txt\nT,Two,/twin2.txt\n"))
        for number in 1...2 { server.on("/twin\(number).txt", .text("the same text")) }
        _ = try await CarrelProcess(
            ["sync", "--profile", "url-list", "--quiet", server.address("/twins.csv")], in: workspace
        ).wait()
        func ids() async throws -> [Substring] {
            try await export("atom", "-").output.matches(of: #/<id>([^<]*)</id>/#).map(\.1)
        }
        let first = try await ids()
        #expect(first.count > 3 && Set(first).count == first.count, "\(first)")
        #expect(try await ids() == first)
    }

    @Test func `collections of catalogues that a token alone tells apart have ids of their own`() async throws
    {
        for number in 1...2 {
            server.on("/twin.csv?token=\(number)", .text("module,title,url\nT,One,/twin\(number).txt\n"))
            server.on("/twin\(number).txt", .text("text \(number)"))
            let sync = try await CarrelProcess(
                [
                    "sync", "--profile", "url-list", "--quiet",
                    server.address("/twin.csv?token=\(number)"),
                ], in: workspace
            ).wait()
            #expect(sync.status == 0, "\(sync.error)")
        }
        #expect(try await export("opds", "twins").status == 0)
        let ids = try workspace.text("twins/index.xml").matches(of: #/<entry><id>([^<]*)</id>/#).map(\.1)
        #expect(ids.count == 5 && Set(ids).count == ids.count, "\(ids)")
    }

    @Test func `only feeds are feeds in a list of catalogues`() async throws {
        server.on(
            "/news.xml",
            .text(
                "<rss version='2.0'><channel><title>News</title><item><title>N</title><link>/1.txt</link></item></channel></rss>"
            ))
        _ = try await workspace.carrel("add", server.address("/news.xml"), "--name", "news")
        let list = "\(server.address("/1.txt"))\nWeek 1\n"
        server.on("/list.txt", .text(list))
        // Both leave out something, and do not list only the latest.
        _ = try await workspace.carrel("add", server.address("/list.txt"), "--set", "parse.use=url-list")
        _ = try await workspace.carrel("sync", "-", "--set", "parse.use=url-list", input: list)
        let written = try await export("opml", "out.opml")
        #expect(written.output == "out.opml: 4 catalogues\n", "\(written.output)\(written.error)")
        let opml = try await export("opml", "-").output
        #expect(
            opml.contains("title=\"news\" type=\"rss\" xmlUrl=\"\(server.address("/news.xml"))\""), "\(opml)")
        #expect(
            opml.contains("type=\"link\" url=\"") && opml.components(separatedBy: "rss").count == 2, "\(opml)"
        )
    }

    @Test func `what it writes it reads again`() async throws {
        for (format, path, kind) in [
            ("csv", "out.csv", "url-list"), ("opml", "out.opml", "opml"), ("atom", "out.xml", "feed"),
        ] {
            #expect(try await export(format, path).status == 0)
            let plan = try await workspace.carrel(
                "plan", path, "--set", "parse.use=\(kind)", "--library", "other", "--json")
            #expect(plan.status == 0, "\(format): \(plan.error)")
            #expect(kind == "opml" || plan.output.contains("/3.txt"), "\(format): \(plan.output)")
        }
    }

    @Test func `a reading app reads the exported catalogue from any web server, with every document`()
        async throws
    {
        #expect(try await export("opds", "shelf").status == 0)
        let parsed = try await workspace.shell(
            "cd shelf && for f in *.xml; do python3 -c 'import sys, xml.etree.ElementTree as tree; tree.parse(sys.argv[1])' $f; done; cat *.xml"
        )
        #expect(parsed.status == 0 && !parsed.output.contains("<script>"), "\(parsed.error)")
        #expect(!parsed.output.contains("\u{1B}") && !parsed.output.contains("href=\"/"), "\(parsed.output)")
        let web = try CarrelProcess(
            [
                "delay-proxy", "--quiet", "--listen", "127.0.0.1:0", "--delay", "0s", "--root",
                workspace.folder.appending(path: "shelf").path,
            ], in: workspace)
        let address = try await web.listeningAddress()
        let checked = try await workspace.shell(
            "python3 -B '\(Project.folder.path)/scripts/check-opds' \(address)index.xml")
        #expect(
            checked.status == 0 && checked.output == "4 feeds, 3 documents, 0 found\n",
            "\(checked.output)\(checked.error)")
        let sync = try await workspace.carrel(
            "sync", "--profile", "books", "--set", "parse.formats=txt", "--library", "again",
            address + "index.xml")
        let get = try await workspace.carrel("get", "--library", "again", "A/1", "A/2", "B/1")
        web.send(SIGTERM)
        #expect(sync.status == 0 && get.status == 0, "\(sync)\(get)")
        let contents = try workspace.documents(in: workspace.folder.appending(path: "again")).values
        let expected = try workspace.documents().values
        #expect(Set(contents) == Set(expected), "\(sync.output)\(get.output)")
    }

    @Test func `a site is whole, asks nobody for anything, and shows titles and texts as text`() async throws
    {
        let result = try await export("site", "site")
        #expect(result.status == 0 && result.output == "site: 3 documents, 18 B\n", "\(result.error)")
        let checked = try await workspace.shell("python3 -B '\(Project.folder.path)/scripts/check-site' site")
        #expect(checked.status == 0, "\(checked.error)")
        #expect(checked.output == "6 pages, 3 documents\n", "\(checked.output)")
        let pages = try names(in: "site").filter { $0.hasPrefix("document-") }
            .map { try workspace.text("site/\($0)") }
        #expect(pages.contains { $0.contains("text 1") })
        let hostile = try #require(pages.first { $0.contains("text 2") })
        #expect(hostile.contains("&lt;script&gt;") && !hostile.contains("\u{1B}"), "\(hostile)")
        // Nobody looked at them.
        #expect(try await workspace.carrel("new").output.contains("One"))
    }

    @Test(arguments: ["site", "opds"])
    func `what somebody linked stays where it was, whatever else is exported`(format: String) async throws {
        #expect(try await export(format, "all").status == 0)
        #expect(try await export(format, "part", "B").status == 0)
        let all = Set(try names(in: "all")), part = Set(try names(in: "part"))
        #expect(part.isSubset(of: all) && part.count < all.count, "\(part) \(all)")
        #expect(part.contains { $0.hasPrefix("collection-") })
    }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: workspace.folder.appending(path: folder).path)
    }

    @Test func `a link or the current folder is replaced by no export`() async throws {
        let link = workspace.folder.appending(path: "link.csv").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/nowhere/there.csv")
        let csv = try await export("csv", "link.csv", "--force")
        #expect(csv.status == 1 && csv.error.contains("it is a link or a device"), "\(csv.error)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/nowhere/there.csv")
        let bag = try await CarrelProcess(
            ["export", "bagit", "."], in: workspace,
            starter: ["/bin/sh", "-c", "mkdir here && cd here && exec \"$@\"", "sh"]
        ).wait()
        #expect(bag.status == 1 && bag.error.contains("it is the current folder"), "\(bag.error)")
    }

    @Test func `a file is not replaced unasked, and wrong words are answered with right ones`() async throws {
        #expect(try await export("csv", "x.csv").status == 0)
        let again = try await export("csv", "x.csv")
        #expect(again.status == 1 && again.error.contains("Add --force"), "\(again.error)")
        #expect(try await export("csv", "x.csv", "--force").status == 0)
        #expect(try await export("bgit", "x").error.contains("did you mean “bagit”?"))
        #expect(try await export("bagit", "-").status == 2)
        #expect(try await export("csv", "no/where.csv").error.contains("there is no such folder"))
        let long = try await export("csv", String(repeating: "n", count: 250))
        #expect(long.error.contains("the name is too long. Choose one of"), "\(long.error)")
        #expect(try await export("csv", "-", "nothing").error.contains("there is no collection “nothing”"))
        let json = try await export("metalink", "x.meta4", "B", "--json")
        #expect(
            json.objects.last?["documents"] as? Int == 1
                && json.objects.last?["format"] as? String == "metalink")
    }
}
