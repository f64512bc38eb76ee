import CarrelHTTP
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ScriptedFetcherTests {
    private func fetcher(_ script: String, file: (String, Data)? = nil) throws -> any Fetcher {
        let folder = try TemporaryFolder()
        try folder.write("script.json", script)
        if let file { try folder.write(file.0, file.1) }
        let declared = try #require(ScriptedFetcher.plugin.settings.first)
        let path = try #require(declared.decode(.string("script.json")))
        return try ScriptedFetcher.plugin.make(
            Settings([declared.name: path]),
            PluginContext(clock: ManualClock(), workingDirectory: folder.url))
    }

    private func get(
        _ fetcher: any Fetcher, _ url: String, _ fields: [(String, String)] = []
    ) async throws -> CollectingSink {
        let sink = CollectingSink()
        let request = FetchRequest(url: try #require(URL(string: url)), fields: HTTPFields(fields))
        try await fetcher.fetch(request, into: sink)
        return sink
    }

    @Test func `a profile's script gives text, bytes, files, sequences and failures`() async throws {
        let fetcher = try fetcher(
            """
            { "http://a.test/text": { "text": "é", "fields": { "Content-Type": "text/plain" } },
              "http://a.test/bytes": [{ "status": 503 }, { "base64": "AAEC" }],
              "http://a.test/file": { "file": "f.pdf" },
              "http://a.test/fail": { "fail": "unreachable" } }
            """, file: ("f.pdf", Data("%PDF".utf8)))
        let text = try await get(fetcher, "http://a.test/text")
        #expect(text.content == Data("é".utf8))
        #expect(text.head?.mediaType?.essence == "text/plain")
        #expect(try await get(fetcher, "http://a.test/bytes").head?.status == 503)
        #expect(try await get(fetcher, "http://a.test/bytes").content == Data([0, 1, 2]))
        #expect(try await get(fetcher, "http://a.test/file").content == Data("%PDF".utf8))
        let error = await #expect(throws: FetchError.self) {
            _ = try await get(fetcher, "http://a.test/fail")
        }
        #expect(error?.code == .unreachable)
    }

    @Test func `a reply with a validator answers conditional requests`() async throws {
        let fetcher = try fetcher(#"{ "http://a.test/d": { "text": "abc", "fields": { "ETag": "\"1\"" } } }"#)
        let same = try await get(fetcher, "http://a.test/d", [("If-None-Match", "\"1\"")])
        #expect(same.head?.status == 304)
        let rest = try await get(fetcher, "http://a.test/d", [("Range", "bytes=1-"), ("If-Range", "\"1\"")])
        #expect(rest.content == Data("bc".utf8))
    }

    @Test(arguments: [
        "nonsense", "[]", #"{ "u": 1 }"#, #"{ "u": { "fail": "bad" } }"#, #"{ "u": { "file": "no" } }"#,
    ])
    func `a script that cannot be used is refused at the start`(script: String) throws {
        let error = #expect(throws: PluginError.self) { _ = try fetcher(script) }
        #expect(error?.setting == "script")
    }

    @Test func `a stall takes the clock's time, not the test's`() async throws {
        let clock = ManualClock(.autoAdvancing)
        let fetcher = ScriptedFetcher(clock: clock)
        fetcher.on("http://a.test/s", .silent)
        let error = await #expect(throws: FetchError.self) { _ = try await get(fetcher, "http://a.test/s") }
        #expect(error?.code == .stalled)
        #expect(clock.sleeps == [.seconds(30)])
    }

    @Test func `a pause takes the clock's time and is no stall`() async throws {
        let clock = ManualClock(.autoAdvancing)
        let fetcher = ScriptedFetcher(clock: clock)
        fetcher.on("http://a.test/d", .content(TestBytes.make(200_000)))
        let sink = CollectingSink(.pause(.seconds(60), pieces: 2))
        let url = try #require(URL(string: "http://a.test/d"))
        try await fetcher.fetch(FetchRequest(url: url), into: sink)
        #expect(sink.content == TestBytes.make(200_000))
        #expect(clock.sleeps == [.seconds(60), .seconds(60)])
    }
}
