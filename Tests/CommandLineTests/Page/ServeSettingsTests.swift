import CarrelTesting
import Foundation
import Testing

/// Settings that cannot be used: they are refused before they are kept, and one catalogue keeps nobody from the others.
@Suite(.timeLimit(.minutes(2)))
struct ServeSettingsTests {
    @Test(arguments: [("download.use", "command"), ("download.token-parameter", "t")])
    func `a setting with which nothing could be fetched is refused beside its field`(
        key: String, value: String
    ) async throws {
        let page = try await ServeFixture(syncs: false)
        let added = try await page.post("/add", ["address": page.course.url, "name": "course"])
        #expect(added.status == 303, "\(added.text)")
        let what = ["what": "catalogue=course", "name": "course"]
        let refused = try await page.post("/settings", what.merging(["set:\(key)": value]) { $1 })
        #expect(refused.status == 422 && refused.values("id").contains("fault-\(key)"), "\(refused.text)")
        #expect(try await page.get("/").status == 200)
        let set = try await page.workspace.carrel("set", "course", "\(key)=\(value)")
        #expect(set.status == 3 && set.error.contains("download."), "\(set.error)")
        let kept = try await page.workspace.carrel("set", "course").output
        #expect(!kept.contains(key), "\(kept)")
    }

    @Test func `a file of the machine cannot be named, and whether it is there is not told`() async throws {
        let page = try await ServeFixture(syncs: false)
        for name in [".netrc", "cookies.txt"] { try page.workspace.write(name, "") }
        _ = try await page.post("/add", ["address": page.course.url, "name": "course"])
        for (key, value) in [
            ("netrc", ".netrc"), ("cookies", "cookies.txt"), ("cookies", "missing.txt"),
            ("client-certificate", "Carrel/c.pem"), ("netrc", "true"),
        ] {
            let form = ["what": "catalogue=course", "name": "course", "set:download.\(key)": value]
            let refused = try await page.post("/settings", form)
            #expect(refused.status == 422 && refused.text.contains("more than a page may allow"), "\(key)")
            #expect(!refused.text.contains("cannot be read"), "\(refused.text)")
        }
        #expect(!(try await page.workspace.carrel("set", "course").output.contains("download.")))
    }

    @Test func `every fault of a form is said beside its field, and a removed catalogue is named`()
        async throws
    {
        let page = try await ServeFixture(syncs: false)
        _ = try await page.post("/add", ["address": page.course.url, "name": "course"])
        let form = [
            "what": "catalogue=course", "name": "", "set:download.netrc": "true",
            "set:download.max-concurrent": "abc", "set:download.retries": "3",
        ]
        let refused = try await page.post("/settings", form)
        let faults = refused.values("id").filter { $0.hasPrefix("fault-") }
        #expect(refused.status == 422, "\(refused.text)")
        #expect(Set(faults) == ["fault-name", "fault-download.netrc", "fault-download.max-concurrent"])
        #expect(!(try await page.workspace.carrel("set", "course").output.contains("download.")))
        #expect(try await page.workspace.carrel("remove", "course").status == 0)
        let gone = "The library has no catalogue “course”"
        let shown = try await page.get("/catalogue?catalogue=course") { $0.status == 404 }
        #expect(shown.text.contains(gone), "\(shown.text)")
        for action in ["/settings", "/sync", "/mark-read", "/remove"] {
            let answer = try await page.post(action, form)
            #expect(answer.status == 404 && answer.text.contains(gone), "\(action): \(answer.text)")
        }
    }

    @Test func `saving a form takes back nothing that was set or named since it was shown`() async throws {
        let page = try await ServeFixture(syncs: false)
        _ = try await page.post("/add", ["address": page.course.url, "name": "course"])
        let names = try await page.get("/catalogue?catalogue=course").values("name")
        #expect(names.contains("was:name") && names.contains("was:download.retries"), "\(names)")
        let set = try await page.workspace.carrel("set", "course", "download.retries=7")
        #expect(set.status == 0, "\(set.error)")
        let renamed = try await page.workspace.carrel("rename", "course", "lights")
        #expect(renamed.status == 0, "\(renamed.error)")
        let location = try #require(
            page.course.url.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let saved = try await page.post(
            "/settings",
            [
                "what": "catalogue=\(location)", "name": "course", "was:name": "course",
                "set:download.retries": "", "was:download.retries": "",
                "set:download.max-concurrent": "2", "was:download.max-concurrent": "",
            ])
        #expect(saved.status == 303, "\(saved.text)")
        let kept = try await page.workspace.carrel("set", "lights")
        let lines = kept.output.split(separator: "\n")
        #expect(lines.contains("download.retries=7"), "\(kept.output)\(kept.error)")
        #expect(lines.contains("download.max-concurrent=2"), "\(kept.output)\(kept.error)")
    }

    @Test func `a secret in a setting is not shown, and is not lost where the rest of it is edited`()
        async throws
    {
        let page = try await ServeFixture(syncs: false)
        _ = try await page.post("/add", ["address": page.course.url, "name": "course"])
        let (key, url) = ("parse.further-url", "http://x.example/{collection}?token=T0&part=1")
        let set = try await page.workspace.carrel("set", "course", "\(key)=\(url)")
        #expect(set.status == 0, "\(set.error)")
        let form = try await page.get("/catalogue?catalogue=course")
        #expect(form.values("name").contains("covered:\(key)") && !form.text.contains("T0"), "\(form.text)")
        let shown = url.replacing("T0", with: "…")
        var edited = ["what": "catalogue=course", "name": "course", "was:name": "course"]
        edited.merge(["covered:\(key)": "1", "was:\(key)": shown]) { $1 }
        edited["set:\(key)"] = shown.replacing("part=1", with: "part=2")
        let refused = try await page.post("/settings", edited)
        #expect(refused.status == 422 && refused.values("id").contains("fault-\(key)"), "\(refused.text)")
        edited["set:\(key)"] = shown
        #expect(try await page.post("/settings", edited).status == 303)
        #expect(try await page.workspace.carrel("set", "course").output.contains("\(key)="))
    }

    @Test func `a URL that redirects to a known catalogue is found to be that one, and adds nothing`()
        async throws
    {
        let page = try await ServeFixture(syncs: false)
        _ = try await page.post("/add", ["address": page.course.url, "name": "course"])
        page.course.server.on("/moved", .redirect(to: page.course.url))
        let before = try await page.workspace.carrel("catalogues", "--verbose").output
        let added = try await page.post(
            "/add", ["address": page.course.server.address("/moved"), "name": "other"])
        #expect(added.status == 303, "\(added.text)")
        #expect(try await page.workspace.carrel("catalogues", "--verbose").output == before)
        #expect(before.hasPrefix("course\n"), "\(before)")
    }

    @Test func `a catalogue that cannot be read any more keeps nobody from the others`() async throws {
        let (workspace, course, other) = (try Workspace(), try CourseServer(), try CourseServer())
        let profile = try workspace.write("mine.toml", "[download]\nretries = 1\n")
        _ = try await workspace.carrel("add", course.url, "--name", "good")
        _ = try await workspace.carrel("add", other.url, "--name", "bad", "--config", profile)
        try workspace.write("mine.toml", "[download]\nuse = \"command\"\n")
        let process = try CarrelProcess(["serve", "--listen", "127.0.0.1:0"], in: workspace)
        defer { process.send(SIGTERM) }
        let address = try await process.listeningAddress()
        #expect(address.hasPrefix("http://"))
        let sync = try await workspace.carrel("sync")
        #expect(sync.status == 3 && sync.error.contains("download.command"), "\(sync.error)")
        #expect(try workspace.documents().count == 3)
    }

    @Test func `what concerns the whole library is remembered with no catalogue, and offered for none`()
        async throws
    {
        let page = try await ServeFixture(syncs: false)
        let add = try await page.workspace.carrel(
            "add", page.course.url, "--name", "course", "--set", "library.use=sqlite")
        #expect(add.status == 0, "\(add.error)")
        let names = try await page.get("/catalogue?catalogue=course").values("name")
        #expect(names.contains("set:store.name") && !names.contains { $0.hasPrefix("set:library.") })
        #expect(!names.contains("set:store.use") && !names.contains("set:store.path"), "\(names)")
        #expect(!(try await page.workspace.carrel("set", "course").output.contains("library.use")))
        // A library may have it from before.
        let back = try await page.workspace.carrel("set", "course", "library.use=")
        #expect(back.status == 0, "\(back.error)")
    }
}
