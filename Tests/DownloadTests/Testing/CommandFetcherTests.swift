import CarrelBasics
import CarrelHTTP
import CarrelStages
import CarrelTesting
import CommandFetching
import Foundation
import Testing

/// Documents that programs fetch.
@Suite(.timeLimit(.minutes(2)))
struct CommandFetcherTests {
    static let checks = FetcherConformance.checks(for: []).filter { check in
        applies.contains(check.description) || check.description.hasPrefix("nothing is sent to")
    }

    /// The promises about content, errors, limits of time and size, cancelling, sinks and pauses.
    private static let applies: Set<String> = [
        "an empty content is a whole response", "a small content arrives byte for byte",
        "a content of 5 MB arrives byte for byte, in pieces",
        "a content in chunks arrives whole and in order",
        "a content that ends with the connection arrives whole", "the head names the URL that answered",
        "many exchanges at once do not mix", "content cut short is an error",
        "a missing last chunk is an error", "a connection that is closed without a response is an error",
        "something other than HTTP is an error", "a scheme other than http and https is refused",
        "a line break in a field is refused, not sent", "a server that says nothing is stalled",
        "a server that stops within the content is stalled",
        "a slow server that keeps sending is not stalled",
        "the total time limits also a response that keeps coming",
        "a content that grows beyond the limit is abandoned",
        "a task that is cancelled already sends nothing",
        "cancelling ends the wait for a response at once",
        "cancelling ends the wait for more content at once",
        "cancelling ends a response that keeps coming at once",
        "a sink that stops at the head gets no content",
        "a sink that stops within the content gets nothing further",
        "content that is not wanted is not delivered", "unwanted content without end is not waited for",
        "unwanted content that stalls is not waited for", "a sink that is held up loses nothing",
        "a sink that pauses is left alone meanwhile and loses nothing",
        "a chunked content is paused like any other", "a pause longer than the stall limit is not a stall",
        "the total time passes in a pause too", "cancelling ends a pause", "a sink may stop after a pause",
    ]

    private static func fetcher(
        _ words: [String], _ tools: any ToolRunner = ProcessToolRunner()
    ) throws -> any Fetcher {
        var context = PluginContext(environment: [:])
        context.tools = tools
        return try CommandFetcher.plugin.make(Settings(["command": CommandWords(words)]), context)
    }

    @Test func `every promise that it is held to is one of the suite`() {
        #expect(Self.checks.count == Self.applies.count + 12)
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "needs curl"),
        arguments: checks)
    func `command keeps the fetchers' promises that bytes can keep`(
        check: ConformanceCheck<FetcherTestbed>
    ) async throws {
        try await check.run {
            try .loopback(
                try Self.fetcher([
                    "curl", "--disable", "--silent", "--show-error", "--no-buffer", "--", "{url}",
                ]))
        }
    }

    private func request(_ url: String) throws -> FetchRequest {
        FetchRequest(url: try #require(URL(string: url)))
    }

    @Test func `the address is one argument, and the head says nothing but that there is a document`()
        async throws
    {
        let sink = CollectingSink()
        let url = "https://mirror.example/a;b/$(c)'d?e&f"
        try await Self.fetcher(["printf", "<%s>", "{url}", "x"]).exchange(try request(url), into: sink)
        sink.close()
        #expect(String(decoding: sink.content, as: UTF8.self) == "<\(url)><x>")
        #expect(sink.head?.status == 200 && sink.head?.fields.lines.isEmpty == true)
        #expect(sink.head?.mediaType == nil && sink.head?.remoteAddress == nil)
    }

    @Test func `a program that fails has not fetched the document, whatever it printed`() async throws {
        let fetcher = try Self.fetcher(["sh", "-c", "echo part; echo not there >&2; exit 4", "{url}"])
        let sink = CollectingSink()
        do {
            try await fetcher.exchange(try request("https://mirror.example/a"), into: sink)
            Issue.record("it was fetched")
        } catch let error as FetchError {
            #expect(error.code == .truncated && error.isTransient)
            #expect(error.reason == "sh ended with status 4: not there")
        }
    }

    @Test func `a program that is not there says so`() async throws {
        let fetcher = try Self.fetcher(["no-such-program", "{url}"])
        do {
            try await fetcher.exchange(try request("https://mirror.example/a"), into: CollectingSink())
            Issue.record("it was fetched")
        } catch let error as FetchError {
            #expect(error.reason == "there is no program no-such-program")
        }
    }

    private struct LateTools: ToolRunner {
        let time: Duration

        func run(_ invocation: ToolInvocation) async throws(ToolError) -> ToolOutput {
            throw .timedOut(tool: invocation.tool, after: time)
        }
    }

    @Test(arguments: [(30, "total-timeout"), (60, "stall-timeout")])
    func `a program that is late says which limit it is, and of equal ones that of the whole time`(
        total: Int, setting: String
    ) async throws {
        let fetcher = try Self.fetcher(["cat", "{url}"], LateTools(time: .seconds(30)))
        var request = try request("https://mirror.example/a")
        request.limits.stallTimeout = .seconds(30)
        request.limits.totalTimeout = .seconds(total)
        let error = await #expect(throws: FetchError.self) {
            try await fetcher.exchange(request, into: CollectingSink())
        }
        #expect(error?.remedy == "Raise download.\(setting)")
    }

    @Test func `a command without {url} is refused`() {
        #expect(throws: PluginError.self) { try Self.fetcher(["cat", "file"]) }
    }

    @Test func `a host's own fetcher fetches from it alone`() async throws {
        let others = ScriptedFetcher()
        others.on("https://other.example/a", .content("other"))
        let origin = try #require(Origin("mirror.example"))
        let fetcher = HostFetcher(others, ofOrigins: [origin: try Self.fetcher(["printf", "own", "{url}"])])
        for (url, content) in [("https://mirror.example/a", "own"), ("https://other.example/a", "other")] {
            let sink = CollectingSink()
            try await fetcher.exchange(try request(url), into: sink)
            #expect(String(decoding: sink.content, as: UTF8.self) == content)
        }
        await #expect(throws: FetchError.self, "http is another origin") {
            try await fetcher.exchange(try request("http://mirror.example/a"), into: CollectingSink())
        }
    }
}
