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
        server.on(
            path, .document(Data(text.utf8), entityTag: "\"\(UUID())\"", mediaType: "application/json"))
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

    @Test func `a course behind a login is read with a browser's cookies, sent where they belong`()
        async throws
    {
        let page =
            "<!DOCTYPE html><title>Tides</title><a href='/mod/resource/view.php?id=1'>Week 1</a><a href='/x'>no</a>"
        server.on("/course/view.php", .document(Data(page.utf8), entityTag: "\"1\"", mediaType: "text/html"))
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
