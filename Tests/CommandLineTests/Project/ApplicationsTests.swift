import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// The five applications as their documentation shows them, on the samples of a clone, over both fetchers.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct ApplicationsTests {
    private static let fetchers = ["curl", "urlsession"]
    private static let documented = "http://127.0.0.1:8327/"

    private let workspace: Workspace
    private let proxy: CarrelProcess
    private let address: String

    /// Serves what the page's first commands make.
    init() async throws {
        workspace = try Workspace()
        try FileManager.default.createSymbolicLink(
            at: workspace.folder.appending(path: "Config"),
            withDestinationURL: Project.folder.appending(path: "Config"))
        let samples = workspace.folder.appending(path: "trial/Samples")
        try FileManager.default.createDirectory(
            at: samples.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: SampleData.folder, to: samples)
        proxy = try CarrelProcess(
            ["delay-proxy", "--listen", "127.0.0.1:0", "--root", samples.path], in: workspace)
        address = try await proxy.listeningAddress()
    }

    private func run(_ command: String, _ fetcher: String) async throws -> CarrelProcess.Result {
        let arguments = command.split(separator: " ").dropFirst().map(String.init)
        let environment = ["PHOTO_KEY": "K3y of mine", "CARREL_DOWNLOAD_USE": fetcher]
        return try await CarrelProcess(arguments, in: workspace, environment: environment).wait()
    }

    @Test(arguments: fetchers)
    func `every command of the documentation works as written, and prints what the page shows`(
        fetcher: String
    ) async throws {
        var commands = 0
        var surroundings = ["export CARREL_DOWNLOAD_USE=\(fetcher)"]
        var output = ""
        for step in try PageOfCommands("docs/Applications.md").steps {
            switch step {
            case .profile(let text):
                try workspace.write("trial/carrel.toml", text.replacing(Self.documented, with: address))
            case .output(let lines):
                let lines = lines.map { $0.replacing(Self.documented, with: address) }
                #expect(PageOfCommands.missing(lines, in: output) == [], "\(output)")
            case .session: Issue.record("a block of another page's kind")
            case .commands(let text):
                // The server is there already, at an address of its own.
                let lines = text.replacing(Self.documented, with: address).split(separator: "\n")
                    .map(String.init).filter { !$0.hasSuffix("&") }
                let script = (surroundings + lines).joined(separator: "\n")
                let result = try await workspace.shell(script)
                output = result.output
                #expect(result.status == 0, "\(text): \(result.error)")
                #expect(!(output + result.error).contains("0123456789abcdef"), "\(text)")
                surroundings += lines.filter { $0.hasPrefix("cd ") || $0.hasPrefix("export ") }
                commands += lines.count { $0.hasPrefix("carrel ") }
            }
        }
        #expect(commands > 45)
        for library in ["Places", "All", "Chart"] {
            let database = workspace.folder.appending(path: "trial/\(library)/.carrel/library.sqlite")
            #expect(try Data(contentsOf: database).range(of: Data("0123456789abcdef".utf8)) == nil)
        }
        for (document, sample) in [
            ("Chart/Slack Water.png", "chart/covers/slack-water-170.png"),
            ("Places/The wharf.jpg", "places/photos/1/101_bryggen_b.jpg"),
            ("Notes/SEA101-twelfths.html", "course/changed/twelfths.html"),
        ] {
            let stored = try Data(contentsOf: workspace.folder.appending(path: "trial/\(document)"))
            #expect(try stored == SampleData.data(sample), "\(document)")
        }
        proxy.send(SIGTERM)
    }

    @Test(arguments: fetchers)
    func `a place is read when it is opened, and its photos are fetched when they are looked at`(
        fetcher: String
    ) async throws {
        let photos = try LoopbackServer()
        defer { photos.stop() }
        let picture = try SampleData.data("places/photos/1/101_bryggen_b.jpg")
        let path = "/1/101_bryggen_b.jpg"
        photos.on(path, .document(picture, entityTag: "\"p\"", mediaType: "image/jpeg"))
        try workspace.write(
            "carrel.toml",
            """
            extends = "places"
            [source]
            url = "\(address)places/places.json"
            key = "env:PHOTO_KEY"
            [parse]
            photos-url = "photos-{place}.json?api_key={key}"
            photo-base = "\(photos.address(""))"
            """)
        #expect(try await run("carrel config trust", fetcher).status == 0)
        #expect(try await run("carrel sync", fetcher).status == 0)
        let places = try await run("carrel list", fetcher).output
        #expect(places.contains("Portugal\n") && places.contains("Lisbon"))
        #expect(
            try #require(places.range(of: "Norway")).lowerBound
                < #require(places.range(of: "Portugal")).lowerBound)
        #expect(photos.requests.isEmpty)

        let shown = try await run("carrel preview Bergen/1", fetcher)
        #expect(
            shown.status == 0 && shown.output.contains("JPEG, 320 × 240 pixels"),
            "\(shown.output) \(shown.error)")
        #expect(try await run("carrel preview Bergen/1", fetcher).status == 0)
        #expect(photos.requests(for: path).count == 1)
        let recent = try await run("carrel recent --json", fetcher).objects
        #expect(recent.map { $0["title"] as? String } == ["The wharf"])

        let sync = try await run("carrel sync --json", fetcher).objects.last
        #expect(sync?["unchanged"] as? Int == 1 && sync?["orphaned"] as? Int == 0)
        #expect(photos.requests(for: path).last?.fields["If-None-Match"] == "\"p\"")
        proxy.send(SIGTERM)
    }

    @Test(arguments: fetchers)
    func `a chart's picture is fetched when its entry is shown`(fetcher: String) async throws {
        let pictures = try LoopbackServer()
        defer { pictures.stop() }
        let picture = try #require(
            Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=="))
        pictures.on("/a.gif", .document(picture, entityTag: "\"a\"", mediaType: "image/gif"))
        let chart = """
            {"feed": {"title": {"label": "Top"}, "id": {"label": "http://x.example/top/limit=1/json"}, "entry":
            {"im:name": {"label": "One"}, "id": {"label": "1", "attributes": {"im:id": "1"}}, "im:image":
            [{"label": "\(pictures.address("/a.gif"))", "attributes": {"height": "1"}}]}}}
            """
        pictures.on("/top", .document(chart, entityTag: "\"c\"", mediaType: "text/javascript"))
        let place = pictures.address("/top")
        #expect(try await run("carrel sync --profile charts \(place)", fetcher).status == 0)
        #expect(pictures.requests(for: "/a.gif").isEmpty)
        let shown = try await run("carrel show One --profile charts", fetcher)
        #expect(
            shown.output.contains("Rank: 1") && shown.output.contains("Carrel/One.gif"), "\(shown.output)")
        #expect(pictures.requests(for: "/a.gif").count == 1)
        #expect(try await run("carrel sync --profile charts \(place)", fetcher).status == 0)
        #expect(pictures.requests(for: "/a.gif").last?.fields["If-None-Match"] == "\"a\"")
        proxy.send(SIGTERM)
    }

    @Test func `one catalogue that fails does not stop the others, and says which it is`() async throws {
        try workspace.write(
            "carrel.toml",
            """
            [[catalogue]]
            name = "gone"
            source.url = "\(address)nowhere.json"
            [[catalogue]]
            name = "chart"
            source.url = "\(address)chart/topalbums.json"
            plan.use = "on-demand"
            """)
        let result = try await run("carrel sync", "curl")
        #expect(result.status == 4)
        #expect(result.error.contains("carrel: gone: \(address)nowhere.json: the server answered 404"))
        let list = try await run("carrel list", "curl")
        #expect(list.output.hasPrefix("chart\n") && list.output.contains("topalbums"))
        proxy.send(SIGTERM)
    }

    @Test(arguments: [
        ("modules", "places/photos-porto.json", 4), ("modules", "nowhere.json", 4),
        ("theatres", "handbook/six-stages.pdf", 4), ("timetable", "chart/topalbums.json", 4),
    ])
    func `a document of the wrong kind in a role is an error, and the library stays as it was`(
        role: String, path: String, status: Int32
    ) async throws {
        var profile = "extends = \"timetable\"\n"
        for name in ["timetable", "modules", "theatres"] {
            profile += "[source.\(name)]\nurl = \"\(address)timetable/\(name).json\"\n"
        }
        try workspace.write("carrel.toml", profile)
        #expect(try await run("carrel sync", "curl").status == 0)
        let before = try await run("carrel timetable --all --json", "curl").output
        let result = try await run("carrel sync --set source.\(role).url=\(address)\(path)", "curl")
        #expect(result.status == status && result.error.contains(role), "\(result.error)")
        #expect(try await run("carrel timetable --all --json", "curl").output == before)
        #expect(before.split(separator: "\n").count == 11)
        proxy.send(SIGTERM)
    }
}
