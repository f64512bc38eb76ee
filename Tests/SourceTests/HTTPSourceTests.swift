import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import SourcePlugins

@Suite(.timeLimit(.minutes(1)))
struct HTTPSourceTests {
    @Test func `what the last reading returned makes the next request conditional`() async throws {
        let fetcher = AnsweringFetcher { _ in
            .init(200, [("ETag", "W/\"7\""), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")], "[]")
        }
        let source = try source(fetcher)
        let validators = try #require(try await source.document()?.validators)
        _ = try await source.read(after: validators)
        let fields = try #require(fetcher.requests.last?.fields)
        #expect(fields["If-None-Match"] == "W/\"7\"")
        #expect(fields["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(fetcher.requests.first?.fields["If-None-Match"] == nil)
    }

    @Test func `after a redirect the base is the final URL and the location stays`() async throws {
        let fetcher = AnsweringFetcher { request in
            request.url.path == "/notes.json"
                ? .init(302, [("Location", "/2013/notes.json")]) : .init(200, [], "[]")
        }
        let source = try source(fetcher)
        #expect(try await source.document()?.url.absoluteString == "http://catalog.example/2013/notes.json")
        #expect(source.location == catalogURL)
    }

    @Test(arguments: [
        Validators(entityTag: "\"x\""), Validators(entityTag: "W/\"x\""),
        Validators(lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"),
    ])
    func `behind redirects a catalogue is unchanged as long as they lead to the same place`(
        validators: Validators
    ) async throws {
        let script = ScriptedFetcher()
        let place = { (year: Int) in "http://catalog.example/\(year)/notes.json" }
        script.on(
            catalogURL, .redirect(to: place(2025)), .redirect(to: place(2025)), .redirect(to: place(2026)))
        for year in [2025, 2026] {
            script.on(
                place(year),
                .document(
                    "[\(year)]", entityTag: validators.entityTag,
                    lastModified: validators.lastModified))
        }
        let source = HTTPSource(
            url: try #require(URL(string: catalogURL)), fetcher: script, limits: FetchLimits())
        let first = try #require(try await source.document())
        guard case .unchanged = try await source.read(after: first.validators) else {
            Issue.record("the same place was read again")
            return
        }
        guard case .documents(let documents) = try await source.read(after: first.validators) else {
            Issue.record("another place was taken for unchanged")
            return
        }
        #expect(documents.first?.data == Data("[2026]".utf8))
    }

    @Test func `a catalogue whose 304 is of another version is read`() async throws {
        let fetcher = AnsweringFetcher { request in
            .init(request.fields["If-None-Match"] == nil ? 200 : 304, [("ETag", "\"2\"")], "[]")
        }
        let reading = try await source(fetcher).read(after: Validators(entityTag: "\"1\""))
        guard case .documents(let documents) = reading else {
            Issue.record("unchanged")
            return
        }
        #expect(documents.first?.validators.entityTag == "\"2\"" && fetcher.requests.count == 2)
    }

    @Test func `a catalogue whose 304 alone has a tag is unchanged if its date is`() async throws {
        let date = "Sat, 01 Jan 2022 00:00:00 GMT"
        let fetcher = AnsweringFetcher { _ in .init(304, [("ETag", "\"2\""), ("Last-Modified", date)], "") }
        let reading = try await source(fetcher).read(after: Validators(lastModified: date))
        guard case .unchanged = reading else {
            Issue.record("read")
            return
        }
        #expect(fetcher.requests.count == 1)
    }

    @Test(arguments: ["Thu, 01 Nov 2012 10:00:00 GMT", "Thu, 01 Nov 2012 10:00:01 GMT"])
    func `a catalogue whose 304 names another date is read, and a date of its Date or later is not kept`(
        date: String
    ) async throws {
        let fetcher = AnsweringFetcher { request in
            .init(
                request.fields["If-Modified-Since"] == nil ? 200 : 304,
                [("Date", "Thu, 01 Nov 2012 10:00:00 GMT"), ("Last-Modified", date)], "[]")
        }
        let known = Validators(lastModified: "Wed, 31 Oct 2012 10:00:00 GMT")
        guard case .documents(let documents) = try await source(fetcher).read(after: known) else {
            Issue.record("unchanged")
            return
        }
        #expect(documents.first?.validators.isEmpty == true && fetcher.requests.count == 2)
    }

    @Test func `what was known of several documents is no server's`() async throws {
        var document = CatalogDocument(
            role: "week", data: Data(), url: try #require(URL(string: catalogURL)),
            validators: Validators(entityTag: "\"1\""))
        document.sourceLocation = catalogURL
        let fetcher = AnsweringFetcher { _ in .init(200, [], "[]") }
        _ = try await source(fetcher).read(after: [document].validators)
        #expect(fetcher.requests.first?.fields.isEmpty == true)
    }

    @Test(arguments: [204, 304, 401, 403, 404, 410, 418, 429, 500, 503])
    func `a status without a catalogue is an error with its meaning`(status: Int) async throws {
        let error = try #require(await source(AnsweringFetcher { _ in .init(status) }).readingError())
        #expect(error.code == .httpStatus(status))
        #expect(error.reason == "the server answered \(HTTPStatus.text(status))")
        #expect(error.remedy?.isEmpty == false)
    }

    @Test(arguments: [405, 501])
    func `a folder at the address of its web page is said to have another one`(status: Int) async throws {
        let source = try WebDAVSource.plugin.make(
            ["url": catalogURL], .test(fetcher: AnsweringFetcher { _ in .init(status) }))
        let error = try #require(await source.readingError())
        #expect(error.remedy?.contains("address for WebDAV") == true)
    }

    @Test func `where the network wants a login, its remedy is not one of the catalogue`() async throws {
        let error = try #require(await source(AnsweringFetcher { _ in .init(511) }).readingError())
        #expect(error.remedy?.hasPrefix("Sign in to the network") == true)
    }

    @Test(arguments: [
        ("3600", "in 1h, as the server asks"), ("90", "in 90s, as the server asks"),
        ("5000", "in 84m, as the server asks"), ("86399", "in 24h, as the server asks"),
        ("604800", "in 24h or later, as the server asks"),
        ("99999999999999999999", "in 24h or later, as the server asks"),
        ("0", "later"), ("Sat, 01 Jan 2022 00:00:00 GMT", "later"), ("soon", "later"),
    ])
    func `it is told how long a server asks to wait`(retryAfter: String, time: String) async throws {
        for status in [429, 503] {
            let fetcher = AnsweringFetcher { _ in .init(status, [("Retry-After", retryAfter)]) }
            let error = try #require(await source(fetcher).readingError())
            #expect(error.remedy == "Try again \(time)", "\(status)")
        }
    }

    @Test func `a catalogue larger than the limit names the setting to raise`() async throws {
        let fetcher = AnsweringFetcher { _ in .init(200, [], String(repeating: "x", count: 2000)) }
        let source = try HTTPSource.plugin.make(
            ["url": catalogURL, "max-size": "1 KiB"], .test(fetcher: fetcher))
        let error = try #require(await source.readingError())
        #expect(error.code == .tooLarge)
        #expect(error.remedy == "Raise source.max-size, now 1.00 KiB")
    }

    @Test func `a failed exchange keeps its reason`() async throws {
        let fetcher = AnsweringFetcher { request throws(FetchError) in
            throw FetchError(.unreachable, url: request.url.absoluteString, reason: "connection refused")
        }
        let error = try #require(await source(fetcher).readingError())
        #expect(error.code == .unreadable)
        #expect(error.reason == "connection refused")
    }

    @Test(arguments: [
        ("http://catalog.example/", "9.9.9.9", true), ("http://catalog.example/", "10.0.0.1", false),
        ("http://catalog.example/", nil, true), ("http://localhost/", nil, false),
        ("http://192.168.1.1/", nil, false), ("http://[2606:4700::1111]/", nil, true),
    ])
    func `a catalogue is public where its address is, or may be`(
        url: String, address: String?, isPublic: Bool
    ) async throws {
        let fetcher = AnsweringFetcher { _ in .init(200, [], "[]", from: address) }
        let source = try HTTPSource.plugin.make(["url": url], .test(fetcher: fetcher))
        #expect(try await source.document()?.isPublic == isPublic)
    }

    /// Answers `/a` from an address with a redirect, and everything else from inside.
    private func redirecting(from address: String?, to target: String) -> AnsweringFetcher {
        AnsweringFetcher { request in
            request.url.path == "/a"
                ? .init(302, [("Location", target)], "", from: address)
                : .init(200, [], "[]", from: "127.0.0.1")
        }
    }

    @Test(arguments: [("9.9.9.9" as String?), nil], ["http://127.0.0.1:8080/b", "http://localhost/b"])
    func `a public server cannot send the reader of a catalogue inside`(
        address: String?, target: String
    ) async throws {
        let fetcher = redirecting(from: address, to: target)
        let source = try HTTPSource.plugin.make(
            ["url": "http://catalog.example/a"], .test(fetcher: fetcher))
        let error = try #require(await source.readingError())
        #expect(error.reason.contains("is not public (loopback), and a public server redirects there"))
        #expect(error.remedy?.contains("download.private-addresses") == true)
        #expect(!fetcher.requests.contains { $0.url.path == "/b" })
    }

    @Test(arguments: ["http://192.168.1.1/a", "http://catalog.example/a"])
    func `a server of the user's own network may lead to another one there`(url: String) async throws {
        let fetcher = redirecting(from: "192.168.1.1", to: "http://127.0.0.1:8080/b")
        let source = try HTTPSource.plugin.make(["url": url], .test(fetcher: fetcher))
        #expect(try await source.document()?.isPublic == false)
    }

    @Test func `a catalogue is public where any hop on the way to it was`() async throws {
        let fetcher = redirecting(from: "9.9.9.9", to: "http://inside.example/b")
        let source = try HTTPSource.plugin.make(
            ["url": "http://catalog.example/a"], .test(fetcher: fetcher))
        #expect(try await source.document()?.isPublic == true)
    }

    @Test func `a catalogue may come compressed`() async throws {
        let fetcher = AnsweringFetcher { _ in .init(200, [], "[]") }
        _ = try await source(fetcher).document()
        #expect(fetcher.requests.first?.acceptsCodings == true)
    }

    @Test func `a catalogue that compression makes too small is asked for as it is`() async throws {
        let fetcher = AnsweringFetcher { (request) throws(FetchError) in
            if request.acceptsCodings {
                throw FetchError.decompressionBomb(request.limits, url: request.url.absoluteString)
            }
            return .init(200, [], "[]")
        }
        #expect(try await source(fetcher).document()?.data == Data("[]".utf8))
        #expect(fetcher.requests.map(\.acceptsCodings) == [true, false])
    }

    @Test(arguments: ["bytes 0-1/9", "bytes 0-8/9", "bytes */9"])
    func `a part of a catalogue is not taken for the whole, however its server calls it`(
        range: String
    ) async throws {
        let fetcher = AnsweringFetcher { request in
            request.fields.contains("Cache-Control")
                ? .init(200, [("Content-Range", "bytes 0-1/2")], "[]")
                : .init(200, [("Content-Range", range)], "[]")
        }
        #expect(try await source(fetcher).document()?.data == Data("[]".utf8))
        #expect(fetcher.requests.count == 2)
        let lying = AnsweringFetcher { _ in .init(200, [("Content-Range", range)], "[]") }
        let refused = try source(lying)
        await #expect(throws: SourceError.self) { _ = try await refused.read(after: nil) }
    }

    @Test func `coded content is not taken for a catalogue`() async throws {
        let fetcher = AnsweringFetcher { _ in .init(200, [("Content-Encoding", "gzip")], "..") }
        #expect(try await source(fetcher).readingError()?.code == .unreadable)
    }

    @Test(arguments: [
        "ftp://example.org/", "file:///etc/passwd", "http://me:secret@example.org/", "notes.json",
    ])
    func `a URL that Carrel does not request is a wrong setting`(url: String) {
        #expect {
            try HTTPSource.plugin.make(["url": url])
        } throws: {
            ($0 as? PluginError)?.setting == "url"
        }
    }

    private func source(_ fetcher: AnsweringFetcher) throws -> any Source {
        try HTTPSource.plugin.make(["url": catalogURL], .test(fetcher: fetcher))
    }
}
