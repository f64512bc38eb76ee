import CarrelHTTP
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CurlFetching

/// Proxies, netrc files and cookies, which only libcurl does.
@Suite(.timeLimit(.minutes(1)))
struct CurlReachTests {
    private let server: LoopbackServer
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws {
        server = try LoopbackServer()
        temporary = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.appending(path: ".carrel"), withIntermediateDirectories: true)
    }

    private func fetcher(_ settings: [String: String], folder: URL? = nil) throws -> any Fetcher {
        var context = PluginContext(workingDirectory: self.folder, environment: [:])
        context.libraryFolder = folder
        var decoded: [String: any Sendable] = [:]
        for (name, text) in settings {
            let setting = try #require(CurlSettings.all.first { $0.name == name })
            let value: (any Sendable)? = setting.decode(.untyped(text))
            decoded[name] = value
        }
        return try CurlFetcher.plugin.make(Settings(decoded), context)
    }

    private func get(
        _ url: String, with fetcher: any Fetcher, catalog: String? = nil
    ) async throws -> CollectingSink {
        var request = FetchRequest(url: try #require(URL(string: url)))
        request.catalogOrigin = catalog.flatMap { Origin($0) }
        let sink = CollectingSink()
        try await fetcher.fetch(request, into: sink)
        return sink
    }

    @Test func `a proxy gets the whole URL, and an empty setting means none`() async throws {
        server.on("http://notes.test/doc", .content("from afar"))
        server.on("/near", .content("near"))
        let proxied = try fetcher(["proxy": server.address("")])
        #expect(try await get("http://notes.test/doc", with: proxied).content == Data("from afar".utf8))
        let direct = try fetcher(["proxy": ""])
        #expect(try await get(server.address("/near"), with: direct).content == Data("near".utf8))
    }

    @Test(arguments: ["ftp://proxy", "proxy:3128", "http://me:secret@proxy", "socks4://proxy", "http://"])
    func `a proxy that is none, or holds a password, is refused`(text: String) {
        #expect(CurlSettings.proxy.decode(.string(text)) == nil)
    }

    @Test func `a netrc file is used for https and the catalogue's own origin only`() async throws {
        try Data("machine 127.0.0.1 login me password secret\n".utf8).write(
            to: folder.appending(path: "netrc"))
        server.on("/", .content(Data()))
        let fetcher = try fetcher(["netrc": "netrc"])
        _ = try await get(server.address("/"), with: fetcher)
        _ = try await get(server.address("/"), with: fetcher, catalog: server.address(""))
        _ = try await get(server.address("/"), with: fetcher)
        let basic = "Basic \(Data("me:secret".utf8).base64EncodedString())"
        #expect(server.requests.map { $0.fields["Authorization"] } == [nil, basic, nil])
    }

    @Test func `cookies of a file are sent where they belong`() async throws {
        let cookies = [
            "# Netscape HTTP Cookie File", "127.0.0.1\tFALSE\t/in\tFALSE\t0\ta\t1",
            "#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tb\t2", "127.0.0.1\tFALSE\t/\tFALSE\t1\told\t3",
            "other.test\tFALSE\t/\tFALSE\t0\tc\t4", "ALL",
        ]
        try Data(cookies.joined(separator: "\n").utf8).write(to: folder.appending(path: "cookies"))
        for path in ["/in/x", "/out"] { server.on(path, .content(Data())) }
        let fetcher = try fetcher(["cookies": "cookies"])
        for path in ["/in/x", "/out"] { _ = try await get(server.address(path), with: fetcher) }
        #expect(server.requests.map { $0.fields["Cookie"] } == ["a=1; b=2", "b=2"])
    }

    @Test func `without the settings cookies are neither sent nor kept`() async throws {
        server.on("/", .content(Data(), fields: [("Set-Cookie", "a=1; Path=/")]))
        let fetcher = try fetcher([:], folder: folder)
        for _ in 0..<2 { _ = try await get(server.address("/"), with: fetcher) }
        #expect(server.requests.map { $0.fields["Cookie"] } == [nil, nil])
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/.carrel/cookies.txt"))
    }

    @Test func `kept cookies are there in the next run, in a file for the user alone`() async throws {
        server.on("/set", .content(Data(), fields: [("Set-Cookie", "a=1; Path=/; Max-Age=3600")]))
        server.on("/get", .content(Data()))
        for path in ["/set", "/get"] {
            let fetcher = try fetcher(["keep-cookies": "true"], folder: folder)
            _ = try await get(server.address(path), with: fetcher)
        }
        #expect(server.requests.last?.fields["Cookie"] == "a=1")
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.path + "/.carrel/cookies.txt")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: ["link", "pipe"])
    func `cookies behind a link or in a pipe of a foreign library are neither read nor written`(kind: String)
        async throws
    {
        let outside = folder.appending(path: "outside")
        let records = folder.appending(path: "library/.carrel")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        let cookies = outside.appending(path: "cookies.txt")
        try Data("127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1".utf8).write(to: cookies)
        try FileManager.default.createDirectory(
            at: records.deletingLastPathComponent(), withIntermediateDirectories: true)
        if kind == "link" {
            try FileManager.default.createSymbolicLink(at: records, withDestinationURL: outside)
        } else {
            try FileManager.default.createDirectory(at: records, withIntermediateDirectories: true)
            #expect(mkfifo(records.appending(path: "cookies.txt").path, 0o600) == 0)
        }
        server.on("/", .content(Data(), fields: [("Set-Cookie", "b=2; Path=/; Max-Age=3600")]))
        do {
            let fetcher = try fetcher(["keep-cookies": "true"], folder: folder.appending(path: "library"))
            _ = try await get(server.address("/"), with: fetcher)
        }
        #expect(server.requests.map { $0.fields["Cookie"] } == [nil])
        #expect(try String(contentsOf: cookies, encoding: .utf8).hasSuffix("a\t1"))
    }

    @Test func `where a service's key goes along cookies are neither sent nor kept`() async throws {
        server.on("/set", .content(Data(), fields: [("Set-Cookie", "a=1; Path=/; Max-Age=3600")]))
        server.on("/service", .content(Data(), fields: [("Set-Cookie", "k=the-key; Path=/; Max-Age=3600")]))
        server.on("/get", .content(Data()))
        func run(_ paths: [String]) async throws {
            let fetcher = try fetcher(["keep-cookies": "true"], folder: folder)
            for path in paths {
                var request = FetchRequest(url: server.url(path))
                request.asksForKey = path == "/service"
                try await fetcher.fetch(request, into: CollectingSink())
            }
        }
        try await run(["/set", "/service", "/get", "/service"])
        try await run(["/get"])
        #expect(server.requests.map { $0.fields["Cookie"] } == [nil, nil, "a=1", nil, "a=1"])
        let kept = try String(contentsOf: folder.appending(path: ".carrel/cookies.txt"), encoding: .utf8)
        #expect(kept.contains("a\t1") && !kept.contains("the-key"))
    }

    @Test func `many exchanges at once share the cookies`() async throws {
        server.on("/set", .content(Data(), fields: [("Set-Cookie", "a=1; Path=/")]))
        server.on("/get", .content(Data()))
        let fetcher = try fetcher(["keep-cookies": "true"], folder: folder)
        _ = try await get(server.address("/set"), with: fetcher)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { [server] in
                    try await fetcher.fetch(FetchRequest(url: server.url("/get")), into: CollectingSink())
                }
            }
            try await group.waitForAll()
        }
        #expect(server.requests.filter { $0.fields["Cookie"] == "a=1" }.count == 20)
    }

    @Test func `who fetches for others uses nothing of the user's`() async throws {
        try Data("machine 127.0.0.1 login me password secret\n".utf8).write(
            to: folder.appending(path: "netrc"))
        server.on("/", .content(Data()))
        var context = PluginContext(workingDirectory: folder, environment: [:])
        context.usesCredentials = false
        var settings = Settings()
        settings[CurlSettings.netrc] = .file("netrc")
        settings[CurlSettings.keepCookies] = true
        let fetcher = try CurlFetcher.plugin.make(settings, context)
        _ = try await get(server.address("/"), with: fetcher, catalog: server.address(""))
        #expect(server.requests.first?.fields["Authorization"] == nil)
    }

    @Test(arguments: [
        #"[{"name": "a", "value": "b", "domain": "127.0.0.1"}]"#,
        "[\n\t{\n\t\t\"name\":\t\"a\",\n\t\t\"value\":\t\"b\"\n\t}\n]",
        "\u{0}\u{1}\t\t\t\t\t\t\u{2}", "name=value",
    ])
    func `a file with cookies of another form is a wrong setting`(content: String) throws {
        try Data(content.utf8).write(to: folder.appending(path: "cookies"))
        let error = #expect(throws: PluginError.self) { _ = try fetcher(["cookies": "cookies"]) }
        #expect(error?.setting == "cookies")
        #expect(error?.reason.contains("is not a Netscape cookie file") == true)
    }

    @Test(arguments: ["", "# Netscape HTTP Cookie File\n\n", "#HttpOnly_a.test\tFALSE\t/\tTRUE\t0\tb\t\r\n"])
    func `a file without cookies, or with hidden ones alone, is taken`(content: String) throws {
        try Data(content.utf8).write(to: folder.appending(path: "cookies"))
        _ = try fetcher(["cookies": "cookies"])
    }

    @Test func `files that are not there are wrong settings`() {
        for name in ["netrc", "cookies", "ca-file"] {
            let error = #expect(throws: PluginError.self) { _ = try fetcher([name: "missing"]) }
            #expect(error?.setting == name)
        }
        let error = #expect(throws: PluginError.self) { _ = try fetcher(["keep-cookies": "true"]) }
        #expect(error?.setting == "keep-cookies")
    }
}
