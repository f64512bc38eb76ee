import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Course sites that ask for a token or a login.
@Suite(.timeLimit(.minutes(2))) struct CourseSiteTests {
    private let workspace: Workspace
    private let server: LoopbackServer
    private let other: LoopbackServer
    private static let token = "t0k3n-that-nobody-sees"

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        other = try LoopbackServer()
    }

    /// One file, as Canvas documents its files.
    private func file(_ id: Int, _ url: String) -> String {
        """
        {"id": \(id), "uuid": "u\(id)", "folder_id": 9, "display_name": "Week \(id).txt", "filename": "w\(id).txt",
         "content-type": "text/plain", "url": "\(url)", "size": 6, "created_at": "2026-01-06T09:00:00Z",
         "updated_at": "2026-01-07T09:00:00Z", "locked": false, "locked_for_user": false}
        """
    }

    private func serve(_ path: String, _ text: String) {
        server.on(path, .document(text, entityTag: "\"\(UUID())\"", mediaType: "application/json"))
    }

    @Test func `a course on Canvas is read page by page, and its token goes to its own server alone`()
        async throws
    {
        let list = "/api/v1/courses/101/files?per_page=2"
        serve(
            list,
            "[\(file(1, server.address("/files/1/download?verifier=a"))),\(file(2, other.address("/2.txt")))]"
        )
        serve(list + "&page=2", "[\(file(3, server.address("/files/3/download?verifier=b")))]")
        serve(list + "&page=3", "[]")
        server.on("/files/1/download", .text("text 1"))
        server.on("/files/3/download", .text("text 3"))
        other.on("/2.txt", .text("text 2"))
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "canvas", server.address(list),
            environment: ["CANVAS_TOKEN": Self.token])
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(sync.objects.last?["new"] as? Int == 3, "\(sync.output)")
        #expect(!server.requests.isEmpty && other.requests.count == 1)
        for request in server.requests {
            #expect(request.fields["Authorization"] == "Bearer \(Self.token)", "\(request.target)")
        }
        #expect(other.requests.map { $0.fields["Authorization"] } == [nil])
        #expect(!sync.output.contains(Self.token) && !sync.error.contains(Self.token))
        #expect(Set(try workspace.documents().map { "\($0)" }).count == 3)
    }

    @Test func `without its token the course is not asked for`() async throws {
        let sync = try await workspace.carrel(
            "sync", "--profile", "canvas", server.address("/api/v1/courses/101/files"))
        #expect(sync.status != 0 && sync.error.contains("CANVAS_TOKEN"), "\(sync.error)")
        #expect(server.requests.isEmpty)
    }

    // MARK: Moodle

    /// One file as Moodle's web service documents it.
    private func content(_ name: String, _ url: String, path: String = "/", type: String = "file") -> String {
        """
        {"type": "\(type)", "filename": "\(name)", "filepath": \(type == "url" ? "null" : "\"\(path)\""), "filesize": 0,
         "fileurl": "\(url)", "timecreated": 1767690000, "timemodified": 1767776400, "sortorder": 0, "userid": null,
         "author": "Ada", "license": null, "mimetype": "text/plain", "isexternalfile": false}
        """
    }

    private func module(_ name: String, _ kind: String, _ contents: String...) -> String {
        let list = contents.isEmpty ? "" : ", \"contents\": [\(contents.joined(separator: ","))]"
        return """
            {"id": 7, "url": "\(server.address("/mod/\(kind)/view.php?id=7"))", "name": "\(name)", "modname": "\(kind)",
             "modplural": "x", "visible": 1, "uservisible": true\(list)}
            """
    }

    private static let course =
        "/webservice/rest/server.php?wstoken={key}&wsfunction=core_course_get_contents&moodlewsrestformat=json&courseid=101"

    private func moodle(_ more: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(
            ["sync", "--json", "--profile", "moodle", server.address(Self.course)] + more, in: workspace,
            environment: ["MOODLE_TOKEN": Self.token]
        ).wait()
    }

    @Test
    func
        `a course on Moodle has its files, folders, pages and addresses, and its token stays where it belongs`()
        async throws
    {
        let files = "/webservice/pluginfile.php/3/mod_folder/content/1"
        serve(
            "/webservice/rest/server.php",
            """
            [{"id": 1, "name": "General", "section": 0, "summary": "", "modules": [\(module("News", "forum"))]},
             {"id": 2, "name": "Week 1", "section": 1, "summary": "<p>Waves</p>", "modules": [
              \(module("Lecture", "resource", content("w1.txt", server.address("\(files)/w1.txt?forcedownload=1")))),
              \(module("Examples &amp; more", "folder", content("a.txt", server.address("\(files)/a.txt")),
                  content("a.txt", server.address("\(files)/sub/a.txt"), path: "/sub/"))),
              \(module("Reading", "page", content("index.html", server.address("\(files)/index.html")))),
              \(module("Library", "url", content("Library", other.address("/library.txt"), type: "url")))]}]
            """)
        server.on("\(files)/w1.txt", .text("lecture"))
        server.on("\(files)/a.txt", .redirect(to: "\(files)/b.txt?token=\(Self.token)"))
        server.on("\(files)/b.txt", .text("example"))
        server.on("\(files)/sub/a.txt", .text("inner"))
        server.on("\(files)/index.html", .text("<!DOCTYPE html><p>Read</p>"))
        other.on("/library.txt", .text("library"))
        let sync = try await moodle()
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        let names = try workspace.documents().keys.sorted()
        #expect(
            names.filter { !$0.contains("ibrary") } == [
                "Week 1/Examples & more/a.txt", "Week 1/Examples & more/sub/a.txt", "Week 1/Lecture/w1.txt",
                "Week 1/Reading/index.html",
            ], "\(names)")
        #expect(names.count == 5)
        for request in server.requests {
            // The list has the token as its key, and Moodle refuses parameters that it does not expect.
            let isList = request.target.contains("wstoken=\(Self.token)")
            let ways = ["&token=\(Self.token)", "?token=\(Self.token)"]
            let hasToken = ways.contains { request.target.contains($0) }
            #expect(hasToken != isList, "\(request.target)")
            #expect(!request.target.contains("key%7D") && request.fields["Authorization"] == nil)
        }
        #expect(other.requests.map(\.target) == ["/library.txt"])
        let again = try await moodle()
        #expect(again.objects.last?["downloaded"] as? Int == 0, "\(again.output)")
        let list = try await workspace.carrel("list", "Week 1", "--verbose")
        let why = try await workspace.carrel("why", "Lecture", "--json")
        #expect(list.output.contains("Reading") && why.output.contains("pluginfile.php"), "\(list.output)")
        for result in [sync, again, list, why] {
            #expect(!result.output.contains(Self.token) && !result.error.contains(Self.token))
        }
        let records = try Data(contentsOf: workspace.library.appending(path: ".carrel/library.sqlite"))
        #expect(records.range(of: Data(Self.token.utf8)) == nil)
    }

    @Test func `what Moodle says in place of a course is the error, and nothing changes`() async throws {
        serve(
            "/webservice/rest/server.php",
            #"{"exception": "moodle_exception", "errorcode": "invalidtoken", "message": "Invalid token - expired"}"#
        )
        let sync = try await moodle()
        #expect(
            sync.status == 4 && sync.error.contains("the service says: Invalid token - expired"),
            "\(sync.error)")
    }

    @Test func `a course behind a login is read with a browser's cookies, sent where they belong`()
        async throws
    {
        let page =
            "<!DOCTYPE html><title>Tides</title><a href='/mod/resource/view.php?id=1'>Week 1</a><a href='/x'>no</a>"
        server.on("/course/view.php", .document(page, entityTag: "\"1\"", mediaType: "text/html"))
        server.on("/mod/resource/view.php", .text("text 1"))
        try workspace.write(
            "cookies.txt",
            [
                "# Netscape HTTP Cookie File", "127.0.0.1\tFALSE\t/\tFALSE\t0\tMoodleSession\tabc",
                "other.example\tFALSE\t/\tFALSE\t0\tother\t1", "127.0.0.1\tFALSE\t/\tFALSE\t1\told\t1",
            ].joined(separator: "\n"))
        try workspace.write(
            "carrel.toml",
            """
            [source]
            url = "\(server.address("/course/view.php?id=7"))"
            [parse]
            use = "html-links"
            types = []
            pattern = "/mod/resource/view\\\\.php"
            [download]
            cookies = "cookies.txt"
            """)
        let sync = try await workspace.carrel("sync", "--json")
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(sync.objects.last?["new"] as? Int == 1, "\(sync.output)")
        #expect(server.requests.map { $0.fields["Cookie"] } == ["MoodleSession=abc", "MoodleSession=abc"])
    }
}
