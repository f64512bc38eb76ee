import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// The four applications as their documentation shows them, on real and format-true documents, over both fetchers.
@Suite(
    .timeLimit(.minutes(3)), .enabled(if: RealData.isPresent, "needs the folder ../shared/data"),
    .serialized)
struct ApplicationsTests {
    private static let fetchers = ["curl", "urlsession"]
    private static let documented = "http://127.0.0.1:8327/"

    private static let jpeg =
        "/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0"
        + "Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9"
        + "AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZn"
        + "aGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP0"
        + "9fb3+Pn6/9oACAEBAAA/APn+v//Z"

    private let workspace: Workspace
    private let proxy: CarrelProcess
    private let address: String

    init() async throws {
        workspace = try Workspace()
        proxy = try CarrelProcess(
            ["delay-proxy", "--listen", "127.0.0.1:0", "--root", RealData.folder.path], in: workspace)
        address = try await proxy.listeningAddress()
    }

    /// One step of the documentation: a profile to write, a variable to set, or a command to run.
    private enum Step {
        case profile(String)
        case variable(name: String, value: String)
        case command(String)
    }

    private func steps() throws -> [Step] {
        let page = Project.folder.appending(path: "docs/Applications.md")
        let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
            .replacing(Self.documented, with: address)
        return text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
            .flatMap { block -> [Step] in
                let lines = block.element.split(separator: "\n", omittingEmptySubsequences: false)
                let content = lines.dropFirst().joined(separator: "\n")
                guard lines.first == "sh" else { return [.profile(content)] }
                return content.split(separator: "\n").filter { !$0.hasSuffix("&") }.map(Self.step)
            }
    }

    private static func step(_ line: Substring) -> Step {
        guard let export = line.wholeMatch(of: /export (\w+)=(\S+)/) else { return .command(String(line)) }
        return .variable(name: String(export.1), value: String(export.2))
    }

    private func run(
        _ command: String, _ fetcher: String, _ variables: [String: String] = ["PHOTO_KEY": "K3y of mine"]
    ) async throws -> CarrelProcess.Result {
        let arguments = command.split(separator: " ").dropFirst().map(String.init)
        let environment = variables.merging(["CARREL_DOWNLOAD_USE": fetcher]) { $1 }
        return try await CarrelProcess(arguments, in: workspace, environment: environment).wait()
    }

    @Test(arguments: fetchers)
    func `every command of the documentation works as written`(fetcher: String) async throws {
        var commands = 0
        var variables: [String: String] = [:]
        for step in try steps() {
            switch step {
            case .profile(let text): try workspace.write("carrel.toml", text)
            case .variable(let name, let value): variables[name] = value
            case .command(let command):
                // The pictures of these charts are on servers elsewhere, which no test asks.
                let isElsewhere = ["Chart ", "OneEntry "].contains {
                    command.hasPrefix("carrel show --library \($0)")
                }
                let planner = isElsewhere ? ["CARREL_PLAN_USE": "mirror"] : [:]
                let result = try await run(command, fetcher, variables.merging(planner) { $1 })
                #expect(result.status == 0, "\(command): \(result.error)")
                for key in variables.values {
                    #expect(!(result.output + result.error).contains(key), "\(command)")
                }
                commands += 1
            }
        }
        #expect(commands > 35)
        let key = try #require(variables["PHOTO_KEY"], "a key has to be set before it is needed")
        for library in ["Places", "All", "Chart"] {
            let database = workspace.folder.appending(path: "\(library)/.carrel/library.sqlite")
            #expect(try Data(contentsOf: database).range(of: Data(key.utf8)) == nil)
        }
        proxy.send(SIGTERM)
    }

    @Test(arguments: fetchers)
    func `a place is read when it is opened, and its photos are fetched when they are looked at`(
        fetcher: String
    ) async throws {
        let photos = try LoopbackServer()
        defer { photos.stop() }
        // One pixel.
        let picture = try #require(Data(base64Encoded: Self.jpeg))
        let path = "/7885/99000000001_aa0001bbcc_b.jpg"
        photos.on(path, .document(picture, entityTag: "\"p\"", mediaType: "image/jpeg"))
        try workspace.write(
            "carrel.toml",
            """
            extends = "places"
            [source]
            url = "\(address)flickr/made-up.getTopPlacesList.json"
            key = "env:PHOTO_KEY"
            [parse]
            photos-url = "made-up.photos.search.json?place={place}&api_key={key}"
            photo-base = "\(photos.address(""))"
            """)
        #expect(try await run("carrel config trust", fetcher).status == 0)
        #expect(try await run("carrel sync", fetcher).status == 0)
        let places = try await run("carrel list", fetcher).output
        #expect(places.contains("United Kingdom\n") && places.contains("Liverpool"))
        #expect(
            try #require(places.range(of: "Germany")).lowerBound
                < #require(places.range(of: "Spain")).lowerBound)
        #expect(photos.requests.isEmpty)

        let shown = try await run("carrel preview Liverpool/1", fetcher)
        #expect(
            shown.status == 0 && shown.output.contains("JPEG, 1 × 1 pixel"), "\(shown.output) \(shown.error)")
        #expect(try await run("carrel preview Liverpool/1", fetcher).status == 0)
        #expect(photos.requests(for: path).count == 1)
        let recent = try await run("carrel recent --json", fetcher).objects
        #expect(recent.map { $0["title"] as? String } == ["Title and description"])

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
        pictures.on("/top", .document(Data(chart.utf8), entityTag: "\"c\"", mediaType: "text/javascript"))
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
            source.url = "\(address)itunes/topalbums.json"
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
        ("modules", "flickr/made-up.fail.json", 4), ("modules", "nowhere.json", 4),
        ("theatres", "coursepage/cs107/memory.pdf", 4), ("timetable", "itunes/topalbums.json", 4),
    ])
    func `a document of the wrong kind in a role is an error, and the library stays as it was`(
        role: String, path: String, status: Int32
    ) async throws {
        var profile = "extends = \"timetable\"\n"
        let files = [
            "timetable": "TimeTable12", "modules": "Semester1Modules", "theatres": "LectureTheatres",
        ]
        for (name, file) in files {
            profile += "[source.\(name)]\nurl = \"\(address)notesbrowser-timetable/made-up.\(file).json\"\n"
        }
        try workspace.write("carrel.toml", profile)
        #expect(try await run("carrel sync", "curl").status == 0)
        let before = try await run("carrel timetable --all --json", "curl").output
        let result = try await run("carrel sync --set source.\(role).url=\(address)\(path)", "curl")
        #expect(result.status == status && result.error.contains(role), "\(result.error)")
        #expect(try await run("carrel timetable --all --json", "curl").output == before)
        #expect(before.split(separator: "\n").count > 15)
        proxy.send(SIGTERM)
    }
}
