import CarrelHTTP
import Testing

@testable import CurlFetching

@Suite(.timeLimit(.minutes(1)))
struct HeadReaderTests {
    private func read(_ lines: [String], limit: Int = 10_000) -> (status: Int, fields: HTTPFields)? {
        read(lines.map { Array(($0 + "\r\n").utf8) }, limit: limit)
    }

    private func read(_ lines: [[UInt8]], limit: Int = 10_000) -> (status: Int, fields: HTTPFields)? {
        var reader = HeadReader(limit: limit)
        for line in lines {
            let progress = line.withUnsafeBytes { reader.read($0) }
            if case .complete(let status, let fields) = progress { return (status, fields) }
        }
        return nil
    }

    @Test func `field lines keep their order and their spelling`() {
        let head = read(["HTTP/1.1 200 OK", "Link: <a>", "X-Empty:", "link:\t<b> ", "A: b: c", ""])
        #expect(head?.status == 200)
        #expect(head?.fields.lines.map(\.name) == ["Link", "X-Empty", "link", "A"])
        #expect(head?.fields.lines.map(\.value) == ["<a>", "", "<b>", "b: c"])
    }

    @Test func `a folded line goes on with one space`() {
        let head = read(["HTTP/1.1 200 OK", "X-Long: a", "  b", "\tc  ", "Y: 1", ""])
        #expect(head?.fields["X-Long"] == "a b c")
        #expect(head?.fields["Y"] == "1")
    }

    @Test func `a space before a colon is none that others would read, too`() {
        var reader = HeadReader(limit: 1000)
        let line = Array("Transfer-Encoding : chunked\r\n".utf8)
        guard case .malformed = line.withUnsafeBytes({ reader.read($0) }) else {
            Issue.record("taken")
            return
        }
    }

    @Test func `a fold without a field before it is dropped`() {
        #expect(read(["HTTP/1.1 200 OK", " lost", "Y: 1", ""])?.fields.lines.map(\.name) == ["Y"])
    }

    @Test func `interim heads are dropped with their fields`() {
        let head = read(["HTTP/1.1 100 Continue", "X: 1", "", "HTTP/2 404 ", "y: 2", ""])
        #expect(head?.status == 404)
        #expect(head?.fields.lines.map(\.name) == ["y"])
    }

    @Test func `only the first line of a head says its status, and how responses are kept apart`() {
        var reader = HeadReader(limit: 1000)
        let lines = [
            "HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "HTTP/2 404: x", "HTTP/1.0 304 no", "Y: 1", "",
        ]
        var found: (status: Int, fields: HTTPFields)?
        for line in lines {
            let progress = Array((line + "\r\n").utf8).withUnsafeBytes { reader.read($0) }
            if case .complete(let status, let fields) = progress { found = (status, fields) }
        }
        #expect(found?.status == 200)
        #expect(found?.fields["Y"] == "1")
        #expect(!reader.isFramed && !reader.isOld)
    }

    @Test func `text that is not UTF-8 is ISO 8859-1`() {
        let latin = Array("X: na".utf8) + [0xEF] + Array("ve\r\n".utf8)
        let head = read([Array("HTTP/1.1 200 OK\r\n".utf8), latin, Array("Y: naïve\r\n".utf8), [13, 10]])
        #expect(head?.fields["X"] == "naïve")
        #expect(head?.fields["Y"] == "naïve")
    }

    @Test func `interim heads count towards the limit`() {
        let interim = ["HTTP/1.1 100 Continue", "X: 1234567890", ""]
        #expect(
            read(Array(repeating: interim, count: 10).flatMap { $0 } + ["HTTP/1.1 200 OK", ""], limit: 200)
                == nil)
    }
}
