import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// The programs of Config/Plugins, and the profiles for programs of others, with stand-ins for these.
@Suite(.timeLimit(.minutes(2))) struct OutsideExampleTests {
    private let workspace: Workspace
    private let server: LoopbackServer
    private let plugins = Project.folder.appending(path: "Config/Plugins").path

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for name in ["a", "b", "c"] { server.on("/\(name).txt", .content(name)) }
    }

    private var environment: [String: String] { ["PATH": "\(workspace.folder.path)/bin:/usr/bin:/bin"] }

    private func stand(in name: String, _ script: String) throws {
        try workspace.writeScript("bin/\(name)", script + "\n")
    }

    private func carrel(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(arguments, in: workspace, environment: environment).wait()
    }

    private func profile(_ command: String, _ further: String = "") throws {
        try workspace.write(
            "own.toml",
            "[source]\nuse = \"command\"\ncommand = '\(command)'\n[download]\nretries = 0\n\(further)\n")
    }

    @Test func `the example in Python lists the papers of a database`() async throws {
        let make = """
            import sqlite3
            db = sqlite3.connect("papers.db")
            db.execute("create table papers (course, title, author, address, sha256)")
            db.executemany("insert into papers values (?, ?, ?, ?, ?)", [
                ("Tides", "A \\"moon\\"", "Ida", "\(server.address("/a.txt"))", None),
                ("Tides", None, None, "x", None), ("Charts", "B", None, "\(server.address("/b.txt"))", None)])
            db.commit()
            sqlite3.connect("other.db").execute("create table papers (course)")
            """
        try workspace.write("make.py", make)
        #expect(try await workspace.shell("/usr/bin/python3 make.py").status == 0)
        try profile("\(plugins)/list-papers papers.db")
        let result = try await carrel("sync", "--config", "own.toml")
        #expect(result.status == 0, "\(result.error)")
        #expect(result.error.contains("a paper without a title"), "\(result.error)")
        let items = try await carrel("list", "--config", "own.toml", "Tides", "--json").objects
        #expect(items.map { $0["title"] as? String } == ["A \"moon\""])
        #expect(try workspace.documents().count == 2)
        try profile("\(plugins)/list-papers other.db")
        let other = try await carrel("sync", "--config", "own.toml")
        #expect(other.error.contains("other.db: no such column: title"), "\(other.error)")
        try profile("\(plugins)/list-papers missing.db")
        let missing = try await carrel("sync", "--config", "own.toml")
        #expect(missing.error.contains("unable to open database file"), "\(missing.error)")
    }

    @Test func `the example in shell lists the links of a file, whatever they hold`() async throws {
        let address = server.address("/a.txt")
        try workspace.write(
            "term=1.txt", "# Week \"1\"\n\(address) A \\ \"quoted\"\ttitle\n\n\(server.address("/b.txt"))\n")
        try profile("\(plugins)/list-links term=1.txt")
        let result = try await carrel("sync", "--config", "own.toml")
        #expect(result.status == 0, "\(result.error)")
        let items = try await carrel("list", "--config", "own.toml", "Week \"1\"", "--json").objects
        #expect(items.map { $0["title"] as? String } == ["A \\ \"quoted\" title", "b.txt"])
        #expect(try workspace.documents().count == 2)
    }

    @Test func `the example for ssh fetches from a mirror, and refuses what a shell could misread`()
        async throws
    {
        try stand(in: "ssh", "[ \"$1 $2 $3 $4 $5\" = '-o BatchMode=yes -- me@gate cat' ] && exec cat \"$6\"")
        try workspace.write("mirror/notes/a.txt", "from the mirror")
        try workspace.write(
            "list.jsonl",
            """
            {"carrel": 1, "base": "https://mirror.example/notes/"}
            {"type": "item", "url": "a.txt"}
            {"type": "item", "url": "$(touch-ran).txt"}
            {"type": "item", "url": "https://mirror.example"}
            """)
        try workspace.write(
            "own.toml",
            """
            [source]
            path = "list.jsonl"
            [download]
            retries = 0
            [download.hosts."mirror.example"]
            command = '\(plugins)/fetch-by-ssh me@gate \(workspace.folder.path)/mirror {url}'
            """)
        let result = try await carrel("sync", "--config", "own.toml")
        #expect(result.status == 1)
        for reason in ["might take for commands", "names no file"] {
            #expect((result.output + result.error).contains(reason), "\(result.output) \(result.error)")
        }
        let documents = try workspace.documents()
        #expect(documents.count == 1)
        #expect(documents.values.first == Data("from the mirror".utf8))
    }

    @Test func `the profile yt-dlp lists the videos of a channel and fetches the one that is asked for`()
        async throws
    {
        try stand(
            in: "yt-dlp",
            """
            case "$*" in
            "--flat-playlist -J -- https://www.youtube.com/@harbour")
                echo 'WARNING: [youtube:tab] an old version' >&2
                cat <<'END'
            {"id": "UC1", "title": "Harbour", "_type": "playlist", "entries": [
              {"id": "UC1v", "title": "Harbour - Videos", "_type": "playlist", "webpage_url": "https://www.youtube.com/@harbour/videos",
               "entries": [
                {"_type": "url", "id": "v1", "url": "https://www.youtube.com/watch?v=v1", "title": "Tides", "duration": 61.0,
                 "view_count": 7, "channel": "Harbour"},
                {"_type": "url", "id": "v2", "url": "https://www.youtube.com/watch?v=v2", "title": null, "duration": null}]}]}
            END
                ;;
            "--quiet --format b --output - -- https://www.youtube.com/watch?v=v1") printf 'a film' ;;
            *) echo "unexpected: $*" >&2; exit 2 ;;
            esac
            """)
        let sync = try await carrel("sync", "--profile", "yt-dlp", "https://www.youtube.com/@harbour")
        #expect(sync.status == 0, "\(sync.error)")
        #expect(sync.error.contains("WARNING: [youtube:tab] an old version"), "\(sync.error)")
        #expect(try workspace.documents().isEmpty)
        let collections = try await carrel("list", "--profile", "yt-dlp", "--json").objects
        let collection = try #require(collections.first?["collection"] as? String)
        let items = try await carrel("list", "--profile", "yt-dlp", collection, "--json").objects
        #expect(items.map { $0["title"] as? String } == ["Tides", "v2"])
        let get = try await carrel("get", "--profile", "yt-dlp", "\(collection)/1")
        #expect(get.status == 0, "\(get.error)")
        let documents = try workspace.documents()
        #expect(documents.count == 1, "\(documents)")
        #expect(documents.values.first == Data("a film".utf8))
    }

    @Test func `the profile gallery-dl lists the pictures of a gallery, which Carrel fetches`() async throws {
        try stand(
            in: "gallery-dl",
            """
            [ "$*" = '-J -- https://www.flickr.com/photos/harbour/' ] || exit 2
            cat <<'END'
            [[2, {"category": "flickr", "title": "Harbour"}],
             [3, "\(server.address("/a.txt"))", {"category": "flickr", "filename": "a", "title": "Quay", "date": "2026-03-01 09:00:00"}],
             [3, "\(server.address("/b.txt"))", {"category": "flickr", "filename": "b", "title": ""}]]
            END
            """)
        let sync = try await carrel(
            "sync", "--profile", "gallery-dl", "https://www.flickr.com/photos/harbour/", "--set",
            "download.private-addresses=allow")
        #expect(sync.status == 0, "\(sync.error)")
        #expect(try workspace.documents().count == 2)
        let rows = try await carrel("list", "--profile", "gallery-dl", "--json").objects
        #expect(rows.count == 1)
    }

    @Test(arguments: ["yt-dlp", "gallery-dl"])
    func `without the program the profile says that it is missing`(name: String) async throws {
        guard !["/usr/bin/", "/bin/"].contains(where: { FileManager.default.fileExists(atPath: $0 + name) })
        else { return }
        let sync = try await carrel("sync", "--profile", name, "https://www.flickr.com/photos/harbour/")
        #expect(sync.status != 0)
        #expect(sync.error.contains("there is no program \(name)"), "\(sync.error)")
    }
}
