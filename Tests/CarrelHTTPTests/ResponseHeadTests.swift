import CarrelHTTP
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ResponseHeadTests {
    private func head(_ fields: (String, String)...) throws -> ResponseHead {
        ResponseHead(
            status: 200, fields: HTTPFields(fields), url: try #require(URL(string: "http://notes.test/")))
    }

    @Test(arguments: [
        ("0", 0 as Int64?), ("12", 12), ("9223372036854775807", .max), ("9223372036854775808", nil),
        ("-1", nil),
        ("+1", nil), ("1, 1", 1), ("1, 2", nil), ("1,", nil), ("", nil), ("0x10", nil), ("１", nil),
    ])
    func `a content length is a plain number`(text: String, expected: Int64?) throws {
        #expect(try head(("Content-Length", text)).contentLength == expected)
    }

    @Test func `a status is told with its phrase, and by its number alone without one`() {
        #expect(HTTPStatus.text(412) == "412 Precondition Failed")
        #expect(HTTPStatus.text(499) == "status 499")
    }

    @Test func `several lines give a content length only if they agree`() throws {
        #expect(try head(("Content-Length", "5"), ("Content-Length", "5")).contentLength == 5)
        #expect(try head(("Content-Length", "5"), ("Content-Length", "6")).contentLength == nil)
    }

    @Test func `identity is no content coding`() throws {
        #expect(try head(("Content-Encoding", "identity")).contentCoding == nil)
        #expect(try head(("Content-Encoding", "")).contentCoding == nil)
        #expect(try head(("content-encoding", "GZip")).contentCoding == "gzip")
        #expect(try head().contentCoding == nil)
    }

    @Test func `a content coding of any length is cut in messages`() throws {
        let coding = String(repeating: "q", count: 90_000)
        #expect(try head(("Content-Encoding", coding)).contentCoding?.count == 100)
        #expect(try head(("Content-Encoding", coding)).codings == [coding])
    }

    @Test func `validators, media type and range are read from the fields`() throws {
        let head = try head(
            ("ETag", "W/\"1\""), ("Last-Modified", "Sat, 03 Nov 2012 10:00:00 GMT"),
            ("Content-Type", "Text/HTML; charset=UTF-8"), ("Content-Range", "bytes 1-2/3"))
        #expect(head.validators.entityTag == "W/\"1\"")
        #expect(head.validators.lastModified == "Sat, 03 Nov 2012 10:00:00 GMT")
        #expect(head.mediaType?.description == "text/html; charset=utf-8")
        #expect(head.contentRange?.bytes == 1...2)
    }

    @Test func `several codings are listed in the order in which they were applied`() throws {
        let head = try self.head(("Content-Encoding", "GZIP, identity ,br"), ("content-encoding", "zstd"))
        #expect(head.codings == ["gzip", "br", "zstd"])
        #expect(head.contentCoding == "gzip, br, zstd")
        #expect(head.isToBeDecoded)
    }

    @Test func `a head whose content is decoded says nothing about the coded bytes`() throws {
        var head = try self.head(
            ("Content-Encoding", "gzip"), ("Content-Length", "7"), ("Repr-Digest", "sha-256=:x:"),
            ("ETag", "\"1\""))
        head.markDecoded()
        #expect(head.decodedCodings == ["gzip"])
        #expect(head.fields.lines.map(\.name) == ["ETag"])
        #expect(head.contentLength == nil)
        #expect(!head.isToBeDecoded)
    }

    private static let ranges: [([(String, String)], Int64?, Bool)] = [
        ([("Content-Length", "9")], 9, true),
        ([("Content-Range", "bytes 0-8/9")], 9, true),
        ([("Content-Range", "bytes 0-8/9"), ("Content-Length", "9")], 9, true),
        ([("Content-Range", "bytes 0-8/9"), ("Content-Length", "4")], 4, false),
        ([("Content-Range", "bytes 0-3/9"), ("Content-Length", "4")], 4, false),
        ([("Content-Range", "bytes */9")], 9, false),
        ([("Content-Range", "bytes 0-8/*")], nil, false),
        ([("Content-Range", "items 0-3/9")], nil, true),
    ]

    @Test(arguments: [
        ("+5", "is not a number"), ("", "is not a number"), ("5x, 5", "is not a number"),
        ("5, 6", "two lengths that differ"), ("9223372036854775808", "that no document has"),
    ])
    func `what is wrong with a length is said without its text, so that a thousand are one message`(
        length: String, fault: String
    ) throws {
        let head = try head(("Content-Length", length))
        #expect(head.framingFault?.hasSuffix(fault) == true, "\(head.framingFault ?? "nothing")")
    }

    @Test(arguments: ranges)
    func `a range of the whole gives its length, and any other is not of the whole`(
        fields: [(String, String)], length: Int64?, isWhole: Bool
    ) throws {
        let url = try #require(URL(string: "http://notes.test/"))
        let head = ResponseHead(status: 200, fields: HTTPFields(fields), url: url)
        #expect(head.wholeLength == length)
        #expect((head.wholenessFault == nil) == isWhole)
    }

    @Test(arguments: [
        (200, nil as String?, 1), (206, "bytes 0-2/3", 1), (206, "bytes 0-2/9", 0), (206, nil, 0),
    ])
    func `the digest of the content is that of the whole only where the content is`(
        status: Int, range: String?, promised: Int
    ) throws {
        // SHA-256 of `abc`: FIPS 180-4, example B.1.
        var head = try self.head(
            ("Content-Digest", "sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:"))
        head.status = status
        head.fields["Content-Range"] = range
        #expect(head.contentDigests.count == 1)
        #expect(head.promisedDigests.count == promised)
    }

    @Test func `a range says nothing of the length of what is decoded`() throws {
        var head = try self.head(("Content-Encoding", "gzip"), ("Content-Range", "bytes 0-8/9"))
        head.markDecoded()
        #expect(head.wholeLength == nil && head.wholenessFault == nil)
    }

    @Test(arguments: [204, 206, 304])
    func `what has no content, or a part of one, is not decoded`(status: Int) throws {
        var head = try self.head(("Content-Encoding", "gzip"))
        head.status = status
        #expect(!head.isToBeDecoded)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ContentRangeTests {
    @Test func `a range with a complete length is read`() {
        let range = ContentRange("bytes 0-499/1234")
        #expect(range?.bytes == 0...499)
        #expect(range?.completeLength == 1234)
    }

    @Test func `an unknown length is nil`() {
        let range = ContentRange("Bytes 5-5/*")
        #expect(range?.bytes == 5...5)
        #expect(range?.completeLength == nil)
    }

    @Test func `an unsatisfied range has a length only`() {
        let range = ContentRange("bytes */1234")
        #expect(range?.bytes == nil)
        #expect(range?.completeLength == 1234)
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "bytes 0-499", "bytes 5-4/10", "bytes 0-10/10", "bytes -5/10", "bytes 5-/10",
        "bytes */*", "items 0-4/10", "bytes 0-4/-1", "bytes 0-4/10/2", "bytes 0-99999999999999999999/*",
        "bytes a-b/c",
    ])
    func `anything else is no range`(text: String) {
        #expect(ContentRange(text) == nil)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ValidatorsTests {
    private let date = "Sat, 03 Nov 2012 10:00:00 GMT"

    @Test(arguments: ["\"a\u{1B}[31mb\"", "\"a\rb\"", "Fri\u{7F}", "\u{1}"])
    func `what no request may hold is not sent, nor kept of a response`(text: String) throws {
        let held = [
            Validators(entityTag: text, lastModified: date),
            Validators(entityTag: "\"1\"", lastModified: text),
        ]
        #expect(held.map(\.sendable) == [Validators(lastModified: date), Validators(entityTag: "\"1\"")])
        let head = ResponseHead(
            status: 200, fields: HTTPFields([("ETag", text), ("Last-Modified", date)]),
            url: try #require(URL(string: "http://notes.test/")))
        #expect(head.validators == Validators(lastModified: date))
    }

    @Test func `a validator that is too long for a request is left out`() throws {
        let long = "\"" + String(repeating: "a", count: 5000) + "\""
        let head = ResponseHead(
            status: 200, fields: HTTPFields([("ETag", long), ("Last-Modified", date)]),
            url: try #require(URL(string: "http://notes.test/")))
        #expect(head.validators == Validators(lastModified: date))
    }

    /// The seconds are from this machine's clock on.
    @Test(
        arguments: [
            (1_000_000_000, 999_999_999, true), (1_000_000_000, 1_000_000_000, false),
            (1_000_000_000, 1_000_000_001, false), (-9000, -8000, false), (nil, 3600, true),
            (nil, 172_800, false),
        ] as [(Int64?, Int64, Bool)])
    func `a date is kept of a response if it is earlier than its Date, or without one than tomorrow`(
        server: Int64?, modified: Int64, isKept: Bool
    ) throws {
        let now = Int64(Date().timeIntervalSince1970)
        var fields = HTTPFields([("Last-Modified", HTTPDate.text(now + modified))])
        fields["Date"] = server.map { HTTPDate.text(now + $0) }
        let head = ResponseHead(
            status: 200, fields: fields, url: try #require(URL(string: "http://notes.test/")))
        #expect((head.validators.lastModified != nil) == isKept)
    }

    @Test func `a 304 vouches for no version whose date lies ahead of it, unless there is a tag`() throws {
        let head = ResponseHead(
            status: 304, fields: HTTPFields([("Date", "Thu, 01 Nov 2012 10:00:00 GMT")]),
            url: try #require(URL(string: "http://notes.test/")))
        #expect(head.confirming(Validators(lastModified: date)) == nil)
        #expect(head.confirming(Validators(entityTag: "\"1\"", lastModified: date)) != nil)
        #expect(head.confirming(Validators(lastModified: "Wed, 31 Oct 2012 10:00:00 GMT")) != nil)
        #expect(head.confirming(Validators(lastModified: "Thu, 01 Nov 2012 10:00:00 GMT")) == nil)
    }

    @Test(arguments: [0, 1] as [Int64])
    func `a 304 that names another date vouches for nothing, although its date is not kept`(
        ahead: Int64
    ) throws {
        let now = try #require(HTTPDate.seconds("Thu, 01 Nov 2012 10:00:00 GMT"))
        let head = ResponseHead(
            status: 304,
            fields: HTTPFields([
                ("Date", HTTPDate.text(now)), ("Last-Modified", HTTPDate.text(now + ahead)),
            ]), url: try #require(URL(string: "http://notes.test/")))
        let known = Validators(lastModified: HTTPDate.text(now - 60))
        #expect(head.validators.isEmpty && head.confirming(known) == nil)
        var tagged = head
        tagged.fields["ETag"] = "\"1\""
        let both = Validators(entityTag: "\"1\"", lastModified: known.lastModified)
        #expect(tagged.confirming(both) == both)
    }

    @Test(arguments: ["*", "", "\"\"", "W/\"\""])
    func `a tag that stands for every version is no condition, nor kept of a response`(tag: String) throws {
        #expect(Validators(entityTag: tag, lastModified: date).sendable == Validators(lastModified: date))
        let head = ResponseHead(
            status: 200, fields: HTTPFields([("ETag", tag), ("Last-Modified", date)]),
            url: try #require(URL(string: "http://notes.test/")))
        #expect(head.validators == Validators(lastModified: date))
    }

    @Test func `a strong tag identifies a range`() {
        #expect(Validators(entityTag: "\"1\"", lastModified: date).rangeValidator == "\"1\"")
    }

    @Test func `a weak tag never identifies a range, the date beside it does`() {
        #expect(Validators(entityTag: "W/\"1\"", lastModified: date).rangeValidator == date)
        #expect(Validators(entityTag: "W/\"1\"").rangeValidator == nil)
        #expect(Validators(entityTag: "W/\"1\"").strongEntityTag == nil)
    }

    @Test func `without a tag the date identifies a range`() {
        #expect(Validators(lastModified: date).rangeValidator == date)
        #expect(Validators().rangeValidator == nil)
        #expect(Validators().isEmpty)
    }
}

/// For how long a response stays current.
struct FreshnessTests {
    @Test(arguments: [
        ([("Cache-Control", "max-age=60")], 60), ([("Cache-Control", "public, Max-Age=60")], 60),
        ([("Cache-Control", "private"), ("Cache-Control", "max-age=\"60\"")], 60),
        ([("Cache-Control", "max-age=60"), ("Age", "20")], 40),
        ([("Cache-Control", "max-age=60"), ("Age", "\(Int64.min)")], 60),
        ([("Date", "Sat, 21 Nov 2026 10:00:00 GMT"), ("Expires", "Sat, 21 Nov 2026 10:01:00 GMT")], 60),
        (
            [
                ("Cache-Control", "max-age=5"), ("Date", "Sat, 21 Nov 2026 10:00:00 GMT"),
                ("Expires", "Sat, 21 Nov 2026 10:01:00 GMT"),
            ], 5
        ),
    ])
    func `a server says how long a response stays current`(fields: [(String, String)], seconds: Int) throws {
        #expect(try head(fields).freshness == .seconds(seconds))
    }

    @Test(arguments: [
        [], [("Cache-Control", "no-cache, max-age=60")], [("Cache-Control", "no-store")],
        [("Cache-Control", "max-age=60"), ("Age", "60")], [("Cache-Control", "max-age=")],
        [("Expires", "Sat, 21 Nov 2026 10:01:00 GMT")], [("Expires", "0"), ("Date", "now")],
        [
            ("Date", "Sat, 21 Nov 2026 10:00:00 GMT"), ("Expires", "Sat, 21 Nov 2026 10:01:00 GMT"),
            ("Age", "\(Int64.max)"),
        ],
    ])
    func `without such words there is nothing to go by`(fields: [(String, String)]) throws {
        #expect(try head(fields).freshness == nil)
    }

    @Test func `a number beyond all numbers is a long time`() throws {
        #expect(
            try head([("Cache-Control", "max-age=99999999999999999999")]).freshness ?? .zero
                > .seconds(1 << 40))
    }

    private func head(_ fields: [(String, String)]) throws -> ResponseHead {
        ResponseHead(
            status: 200, fields: HTTPFields(fields), url: try #require(URL(string: "http://x.example/")))
    }
}
