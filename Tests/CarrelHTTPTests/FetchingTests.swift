import CarrelBasics
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FetchingTests {
    private let fetcher = ScriptedFetcher()

    private func fetch(_ url: String, _ fields: [(String, String)] = []) async throws -> CollectingSink {
        let sink = CollectingSink()
        let request = FetchRequest(url: try #require(URL(string: url)), fields: HTTPFields(fields))
        try await fetcher.fetch(request, into: sink)
        return sink
    }

    @Test func `credentials do not follow a redirect to another host`() async throws {
        fetcher.on("http://notes.test/a", .redirect(to: "http://notes.test/b"))
        fetcher.on("http://notes.test/b", .redirect(to: "http://other.test/c"))
        fetcher.on("http://other.test/c", .content("c"))
        _ = try await fetch(
            "http://notes.test/a", [("Authorization", "Bearer x"), ("Cookie", "y"), ("X-A", "z")])
        let kept = fetcher.requests(for: "http://notes.test/b").first?.fields
        #expect(kept?["Authorization"] == "Bearer x")
        let left = fetcher.requests(for: "http://other.test/c").first?.fields
        #expect(left?["Authorization"] == nil)
        #expect(left?["Cookie"] == nil)
        #expect(left?["X-A"] == "z")
    }

    @Test func `credentials do not follow a redirect from https to http`() async throws {
        fetcher.on("https://notes.test/a", .redirect(to: "http://notes.test/b"))
        fetcher.on("http://notes.test/b", .content(Data()))
        _ = try await fetch("https://notes.test/a", [("Authorization", "Bearer x")])
        #expect(fetcher.requests(for: "http://notes.test/b").first?.fields["Authorization"] == nil)
    }

    @Test func `what a redirect has encoded is not encoded again where it left out the rest`() async throws {
        fetcher.on("http://notes.test/a", .redirect(to: "/the%20first second?q=%2F{1}"))
        fetcher.on("http://notes.test/the%20first%20second?q=%2F%7B1%7D", .content("b"))
        #expect(try await fetch("http://notes.test/a").content == Data("b".utf8))
    }

    @Test func `the head names the hops that led to it`() async throws {
        fetcher.on("http://notes.test/a", .redirect(to: "/b"))
        fetcher.on("http://notes.test/b", .redirect(to: "http://other.test/c"))
        fetcher.on("http://other.test/c", .content(Data()))
        let hops = try await fetch("http://notes.test/a").head?.redirects.map(\.absoluteString)
        #expect(hops == ["http://notes.test/a", "http://notes.test/b"])
        #expect(try await fetch("http://other.test/c").head?.redirects == [])
    }

    @Test(arguments: [true, false])
    func `redirects that set cookies and lead back tell how to keep these`(setsCookies: Bool) async throws {
        let cookies = setsCookies ? [("Set-Cookie", "seen=1")] : []
        let fields = HTTPFields([("Location", "/a"), ("Content-Length", "0")] + cookies)
        fetcher.on("http://notes.test/a", Reply([.head(status: 302, fields: fields)]))
        let error = await #expect(throws: FetchError.self) { _ = try await fetch("http://notes.test/a") }
        #expect(error?.reason == "more than 10 redirects")
        #expect((error?.remedy?.contains("download.keep-cookies=true") == true) == setsCookies)
    }

    @Test func `redirects take of the total time, and the error names all of it`() async throws {
        let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        for hop in 1...4 {
            let fields = HTTPFields([("Location", "/\(hop + 1)"), ("Content-Length", "0")])
            fetcher.on(
                "http://notes.test/\(hop)", Reply([.delay(.seconds(2)), .head(status: 302, fields: fields)]))
        }
        let request = FetchRequest(
            url: try #require(URL(string: "http://notes.test/1")),
            limits: FetchLimits(totalTimeout: .seconds(5)))
        let error = await #expect(throws: FetchError.self) {
            try await fetcher.fetch(request, into: CollectingSink())
        }
        #expect(error?.code == .totalTimeout && error?.reason == "not done within 5s")
        #expect(fetcher.requests.map(\.target) == (1...3).map { "http://notes.test/\($0)" })
    }

    @Test func `a URL that is not scripted fails and is named`() async throws {
        let error = await #expect(throws: FetchError.self) {
            _ = try await fetch("http://notes.test/unknown")
        }
        #expect(error?.subject == "http://notes.test/unknown")
    }

    @Test func `an error of the connection passes through`() async throws {
        fetcher.on("http://notes.test/a", .failing(.unreachable), .content("x"))
        let error = await #expect(throws: FetchError.self) { _ = try await fetch("http://notes.test/a") }
        #expect(error?.code == .unreachable)
        #expect(try await fetch("http://notes.test/a").content == Data("x".utf8))
    }
}
