import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing
import WebDAVParsing

@Suite(.timeLimit(.minutes(1)))
struct WebDAVParserTests {
    func answer(_ responses: String, _ url: String = "http://dav.example.org/files/")
        -> CatalogDocument
    {
        Samples.document("<d:multistatus xmlns:d=\"DAV:\">\(responses)</d:multistatus>", url)
    }

    func file(_ path: String, size: String = "3") -> String {
        """
        <d:response><d:href>\(path)</d:href><d:propstat><d:prop><d:getcontentlength>\(size)</d:getcontentlength>
        <d:resourcetype/></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        """
    }

    func folder(_ path: String) -> String {
        """
        <d:response><d:href>\(path)</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop>
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        """
    }

    @Test func `files are items with their sizes and paths, folders are further pages`() throws {
        let catalog = try WebDAVParser().parse([Samples.webDAV])
        #expect(catalog.problems == [])
        #expect(catalog.collections.map(\.id) == ["tide tables"])
        let items = catalog.collections[0].items
        #expect(items.map(\.title) == ["March é.pdf", "b.txt"])
        #expect(items.map(\.size) == [12, nil] && items.map(\.path) == ["March é.pdf", "b.txt"])
        #expect(items[0].url == "http://dav.example.org/tide%20tables/March%20%C3%A9.pdf")
        #expect(catalog.pages.map(\.url) == ["http://dav.example.org/tide%20tables/old/"])
    }

    @Test func `a file's version is told by its date and its entity tag`() throws {
        func version(_ tag: String) throws -> String? {
            let facts = "<d:getlastmodified>Mon, 02 Mar 2026 09:00:00 GMT</d:getlastmodified>\(tag)"
            let listed = file("/files/a.txt").replacing("<d:resourcetype/>", with: facts)
            let catalog = try WebDAVParser().parse([answer(listed)])
            return catalog.collections.first?.items.first?.listedVersion
        }
        let first = try version("<d:getetag>\"a\"</d:getetag>")
        let bare = try version("")
        #expect(first != nil && bare != nil && first != bare)
        #expect(try version("<d:getetag>\"b\"</d:getetag>") != first)
    }

    @Test func `what is in a folder of the folder has its path, and a collection of its own`() throws {
        var document = answer(folder("/files/a/") + file("/files/a/x.txt"), "http://dav.example.org/files/a/")
        document.page = CatalogPage.Place(
            start: try #require(URL(string: "http://dav.example.org/files")), depth: 1)
        let catalog = try WebDAVParser().parse([document])
        #expect(catalog.collections.map(\.id) == ["a"])
        #expect(catalog.collections[0].items.map(\.path) == ["a/x.txt"] && catalog.pages.isEmpty)
    }

    @Test(arguments: [
        "/secret/x.txt", "/files/../x.txt", "/files/%2e%2E/x.txt", "/filesx/x.txt",
        "http://dav.example.org/files/../\u{301}x.txt",
    ])
    func `what is not in the folder is left out and said`(path: String) throws {
        let catalog = try WebDAVParser().parse([answer(folder("/files/") + file(path))])
        #expect(catalog.collections.flatMap(\.items).isEmpty && catalog.problems.count == 1)
        #expect(catalog.hasGap(.lasting))
    }

    @Test(arguments: ["/", "/other/", "/files", "/files/", "/files/../up/", "http://else.example/files/a/"])
    func `only folders in the folder are gone into`(path: String) throws {
        let catalog = try WebDAVParser().parse([answer(folder("/files/") + folder(path))])
        #expect(catalog.pages.isEmpty)
        // The folder itself and those above it are shown by some servers; what is elsewhere is not expected.
        #expect(catalog.hasGap(.lasting) == !["/", "/files", "/files/"].contains(path))
    }

    @Test(arguments: [
        ("files/ada@example.org", "files/ada%40example.org"), ("%7Eada", "~ada"), ("caf%C3%A9", "caf%c3%a9"),
        ("caf%C3%A9", "cafe%CC%81"), ("files//a", "files/a"), ("caf%E9", "caf%E9"),
    ])
    func `a folder is the same in every spelling of its path`(asked: String, written: String) throws {
        let members = folder("/\(written)/") + file("/\(written)/b.txt") + folder("/\(written)/c/")
        let catalog = try WebDAVParser().parse([answer(members, "http://dav.example.org/\(asked)/")])
        #expect(catalog.problems == [])
        #expect(catalog.collections.flatMap(\.items).map(\.path) == ["b.txt"])
        #expect(catalog.pages.map(\.url) == ["http://dav.example.org/\(written)/c/"])
    }

    @Test(arguments: [
        "https://dav.example.org", "http://dav.example.org:81", "http://other.example",
        "http://me@dav.example.org",
    ])
    func `a member on another site is left out and said`(site: String) throws {
        let members = folder("/files/") + file("\(site)/files/x.txt") + file("/files/y.txt")
        let catalog = try WebDAVParser().parse([answer(members)])
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["y.txt"])
        #expect(catalog.problems.map(\.reason) == ["“\(site)/files/x.txt” is not in the folder; left out"])
        #expect(catalog.hasGap(.lasting))
    }

    @Test(arguments: ["http://inner.example:8080", "http://dav.example.org"])
    func `where a server writes the folder itself on another site, the site that was asked is meant`(
        site: String
    ) throws {
        let members =
            folder("\(site)/files/") + file("\(site)/files/x.txt") + folder("\(site)/files/a/")
            + file("http://other.example/files/z.txt")
        let catalog = try WebDAVParser().parse([answer(members, "https://dav.example.org/files/")])
        let items = catalog.collections.flatMap(\.items)
        #expect(items.map(\.url) == ["https://dav.example.org/files/x.txt"])
        #expect(
            items.map(\.id) == ["https://dav.example.org/files/x.txt"],
            "an item is known by the address that is asked")
        #expect(catalog.pages.map(\.url) == ["https://dav.example.org/files/a/"])
        #expect(catalog.problems.count == 1 && catalog.hasGap(.lasting))
    }

    @Test(arguments: ["http://inner.example:8080", "http://dav.example.org"])
    func `a server may write its folder behind the members, or not at all`(site: String) throws {
        let members = file("\(site)/files/x.txt") + folder("\(site)/files/a/")
        for members in [members + folder("\(site)/files/"), members] {
            let catalog = try WebDAVParser().parse([answer(members, "https://dav.example.org/files/")])
            #expect(catalog.problems == [])
            let items = catalog.collections.flatMap(\.items)
            #expect(items.map(\.id) == ["https://dav.example.org/files/x.txt"])
            #expect(catalog.pages.map(\.url) == ["https://dav.example.org/files/a/"])
        }
    }

    @Test(arguments: ["http://other.example/files/y.txt", "http://inner.example/secret/y.txt", "/y.txt"])
    func `without its own folder a server is believed only if all members are of one site and in the folder`(
        other: String
    ) throws {
        let members = file("http://inner.example/files/x.txt") + file(other)
        let error = try #require(
            #expect(throws: ParseError.self) {
                try WebDAVParser().parse([answer(members, "https://dav.example.org/files/")])
            })
        #expect("\(error)".contains("nothing of the folder"), "\(error)")
    }

    @Test func `members that were waited with count for the limit of items`() throws {
        let parser = try WebDAVParser.plugin.make(Settings(["max-items": 1]), PluginContext())
        let members = file("http://inner.example/files/x.txt") + file("http://inner.example/files/y.txt")
        let document = answer(members, "https://dav.example.org/files/")
        #expect(throws: ParseError.self) { try parser.parse([document]) }
    }

    @Test(arguments: [true, false])
    func `members that wait count for the limit of items though none of them is in the folder`(
        areFiles: Bool
    ) throws {
        let parser = try WebDAVParser.plugin.make(Settings(["max-items": 2]), PluginContext())
        func error(_ count: Int) throws -> ParseError {
            let members = (0..<count).map { number in
                areFiles
                    ? file("http://inner.example/secret/\(number).txt")
                    : folder("http://inner.example/secret/\(number)/")
            }.joined()
            let document = answer(members, "https://dav.example.org/files/")
            return try #require(#expect(throws: ParseError.self) { try parser.parse([document]) })
        }
        let (few, many) = (try error(2), try error(3))
        #expect("\(few)".contains("nothing of the folder"), "\(few)")
        #expect("\(many)".contains("more than 2 items"), "\(many)")
    }

    @Test func `a folder whose type is not told does not count for the limit of items itself`() throws {
        let parser = try WebDAVParser.plugin.make(Settings(["max-items": 1]), PluginContext())
        let own = file("http://inner.example/files").replacing("<d:resourcetype/>", with: "")
        let members = file("http://inner.example/files/x.txt") + own
        let catalog = try parser.parse([answer(members, "https://dav.example.org/files/")])
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["x.txt"])
    }

    @Test(arguments: ["http://dav.example.org/other/", "http://other.example/files/a/"])
    func `a folder that leads outside the first one gives nothing but a problem`(url: String) throws {
        let target = try #require(URL(string: url))
        var document = answer(folder(target.path + "/") + file(target.path + "/s.txt"), url)
        document.page = CatalogPage.Place(
            start: try #require(URL(string: "http://dav.example.org/files/")), depth: 1)
        let catalog = try WebDAVParser().parse([document])
        #expect(catalog.collections.isEmpty && catalog.pages.isEmpty && catalog.hasGap(.lasting))
        #expect(catalog.problems.map(\.reason).joined().contains("not below the first folder"))
    }

    @Test func `a folder that redirects to https on its own host is below the first one`() throws {
        let members = folder("/files/a/") + file("/files/a/s.txt")
        var document = answer(members, "https://dav.example.org/files/a/")
        document.page = CatalogPage.Place(
            start: try #require(URL(string: "http://dav.example.org/files/")), depth: 1)
        let catalog = try WebDAVParser().parse([document])
        #expect(catalog.problems == [] && catalog.collections.map(\.id) == ["a"])
        #expect(
            catalog.collections.flatMap(\.items).map(\.url) == ["https://dav.example.org/files/a/s.txt"])
    }

    @Test(arguments: ["/notes/", "/files/a.txt", "/", "/filesx/"])
    func `an answer with nothing of the folder is an error`(path: String) throws {
        let members = path.hasSuffix("/") ? folder(path) + file(path + "a.txt") : file(path)
        let asked = path.hasSuffix("/") ? "http://dav.example.org/files/" : "http://dav.example.org\(path)"
        let error = try #require(
            #expect(throws: ParseError.self) { try WebDAVParser().parse([answer(members, asked)]) })
        #expect("\(error)".contains("begins with “\(path)”"), "\(error)")
    }

    @Test func `folders say which version of them is there, so that one that leads back is known`() throws {
        let facts = "</d:resourcetype><d:getlastmodified>today</d:getlastmodified><d:getetag>1</d:getetag>"
        let dated = folder("/files/a/").replacing("</d:resourcetype>", with: facts)
        let catalog = try WebDAVParser().parse([answer(folder("/files/") + dated + folder("/files/b/"))])
        #expect(catalog.pages.map(\.folderVersion) == ["today\n1", nil])
        #expect(catalog.pages.allSatisfy { $0.isFolder })
    }

    @Test func `the profile can keep to the folder itself`() throws {
        let parser = try WebDAVParser.plugin.make(Settings(["folders": false]), PluginContext())
        #expect(try parser.parse([answer(folder("/files/a/"))]).pages.isEmpty)
    }

    @Test func `a saved answer lists no file outside its folder, and asks nobody`() throws {
        let document = answer(folder("/srv/a/") + file("/etc/passwd"), "file:///srv/answer.xml")
        let catalog = try WebDAVParser().parse([document])
        #expect(
            catalog.collections.flatMap(\.items).isEmpty && catalog.pages.isEmpty
                && catalog.problems.count == 1)
    }

    @Test func `members that failed, lengths that are none and members without address are said`() throws {
        let failed =
            "<d:response><d:href>/files/x</d:href><d:status>HTTP/1.1 403 Forbidden</d:status></d:response>"
        let catalog = try WebDAVParser().parse([
            answer(failed + file("/files/a", size: "many") + "<d:response/>" + folder("/files/"))
        ])
        #expect(catalog.collections[0].items.map(\.size) == [nil] && catalog.problems.count == 3)
    }

    @Test(arguments: [
        // Nothing is told of it, or what it is is not.
        ("/files/sub/", "<d:resourcetype/>", "403 Forbidden", ""),
        ("/files/sub", "<d:resourcetype/><d:getetag/>", "404 Not Found", ""),
        ("/files/a.txt", "<d:getcontentlength/>", "500 Internal Server Error", ""),
        ("/files/sub", "<d:resourcetype/>", "403 Forbidden", "<d:displayname>sub</d:displayname>"),
        ("/files/sub/", "<d:owner/>", "404 Not Found", "<d:displayname>sub</d:displayname>"),
    ])
    func `a member whose type the server does not tell is neither a file nor gone`(
        path: String, refused: String, status: String, told: String
    ) throws {
        func part(_ properties: String, _ status: String) -> String {
            """
            <d:propstat><d:prop>\(properties)</d:prop><d:status>HTTP/1.1 \(status)</d:status></d:propstat>
            """
        }
        let parts = part(refused, status) + (told.isEmpty ? "" : part(told, "200 OK"))
        let member = "<d:response><d:href>\(path)</d:href>\(parts)</d:response>"
        let catalog = try WebDAVParser().parse([answer(folder("/files/") + member + file("/files/b.txt"))])
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["b.txt"] && catalog.pages.isEmpty)
        #expect(catalog.problems.count == 1 && catalog.hasGap(.lasting))
        #expect(catalog.problems.allSatisfy { $0.reason.contains(path) }, "\(catalog.problems)")
    }

    @Test func `a member that nothing is said of is reported, a file without a type is listed`() throws {
        let silent = "<d:response><d:href>/files/x</d:href></d:response>"
        let bare = file("/files/y").replacing("<d:resourcetype/>", with: "")
        let catalog = try WebDAVParser().parse([answer(folder("/files/") + silent + bare)])
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["y"])
        #expect(catalog.problems.count == 1 && catalog.hasGap(.lasting))
    }

    @Test func `a member that has no type is a file, unless its path is that of a folder`() throws {
        func member(_ path: String) -> String {
            let missing =
                "<d:propstat><d:prop><d:resourcetype/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>"
            return file(path).replacing("<d:resourcetype/>", with: "")
                .replacing("</d:response>", with: "\(missing)</d:response>")
        }
        let catalog = try WebDAVParser().parse([
            answer(folder("/files/") + member("/files/a.txt") + member("/files/sub/"))
        ])
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["a.txt"] && catalog.pages.isEmpty)
        #expect(catalog.problems.count == 1 && catalog.hasGap(.lasting), "\(catalog.problems)")
    }

    @Test func `an answer without members, and a page of HTML, are errors`() throws {
        for (document, reason) in [
            (answer(""), "without a single member"),
            (Samples.document("<html/>", "http://d.example/"), "an HTML page"),
        ] {
            let error = try #require(
                #expect(throws: ParseError.self) { try WebDAVParser().parse([document]) })
            #expect("\(error)".contains(reason), "\(error)")
        }
    }
}
