import CarrelHTTP
import CarrelModel
import Foundation
import Testing

@testable import CarrelCore

@Suite struct TransferDecisionTests {
    private let url = URL(filePath: "/a.pdf")
    private let note = PartialNote(
        url: "file:///a.pdf", validators: Validators(entityTag: "\"one\""), completeLength: 100)

    private func head(_ status: Int, _ fields: (String, String)...) -> ResponseHead {
        ResponseHead(status: status, fields: HTTPFields(fields), url: url)
    }

    private func origin(_ validators: Validators, url: String? = nil) -> DocumentOrigin {
        DocumentOrigin(url: url ?? self.url.absoluteString, validators: validators)
    }

    private func decide(_ request: TransferRequest, _ head: ResponseHead) -> TransferDecision {
        TransferDecision.make(for: request, head: head)
    }

    private func rest(_ offset: Int64 = 40) -> TransferRequest {
        .rest(offset: offset, note: note, overlap: [])
    }

    private func startsOver(_ decision: TransferDecision) -> Bool {
        if case .startOver = decision { true } else { false }
    }

    @Test func `a resume sends the range and the validator of the version it continues`() {
        #expect(rest().fields == HTTPFields([("Range", "bytes=40-"), ("If-Range", "\"one\"")]))
    }

    @Test func `a range to the largest of numbers is another length than any`() {
        let noted = PartialNote(
            url: "file:///a.pdf", validators: Validators(entityTag: "\"one\""), completeLength: nil)
        let request = TransferRequest.rest(offset: 0, note: noted, overlap: [])
        let range = "bytes 0-\(Int64.max)/*"
        let head = head(
            206, ("Content-Range", range), ("Content-Length", "5"), ("ETag", "\"one\""))
        #expect(startsOver(decide(request, head)))
    }

    @Test func `a weak entity tag is never used for a range, a date is`() {
        let date = "Sat, 01 Jan 2022 00:00:00 GMT"
        #expect(Validators(entityTag: "W/\"one\"").rangeValidator == nil)
        #expect(Validators(entityTag: "W/\"one\"", lastModified: date).rangeValidator == date)
        #expect(Validators(lastModified: date).rangeValidator == date)
    }

    @Test func `what only a date vouches for is fetched again from before the end, and compared`() {
        let dated = PartialNote(
            url: "file:///a.pdf", validators: Validators(lastModified: "Sat, 01 Jan 2022 00:00:00 GMT"),
            completeLength: 100)
        let request = TransferRequest.continuing(count: 40, note: dated, tail: [1, 2, 3])
        #expect(request?.fields["Range"] == "bytes=37-")
        #expect(request?.fields["If-Range"] == "Sat, 01 Jan 2022 00:00:00 GMT")
        #expect(
            TransferRequest.continuing(count: 40, note: note, tail: [1, 2, 3])?.fields["Range"] == "bytes=40-"
        )
    }

    @Test(arguments: ["\"\"", ""]) func `an empty entity tag vouches for nothing`(tag: String) {
        var bare = note
        bare.validators = Validators(entityTag: tag)
        #expect(!bare.validators.isEmpty && bare.validators.rangeValidator == nil)
        #expect(TransferRequest.continuing(count: 40, note: bare, tail: [1, 2, 3]) == nil)
        bare.validators.lastModified = "Sat, 01 Jan 2022 00:00:00 GMT"
        let request = TransferRequest.continuing(count: 40, note: bare, tail: [1, 2, 3])
        #expect(request?.fields["Range"] == "bytes=37-")
        #expect(request?.fields["If-Range"] == "Sat, 01 Jan 2022 00:00:00 GMT")
    }

    @Test func `without a validator 64 KiB are compared, and fewer prove nothing`() {
        let bare = PartialNote(url: "file:///a.pdf", validators: Validators(), completeLength: 1 << 20)
        let tail = [UInt8](repeating: 7, count: TransferRequest.overlapLength)
        let request = TransferRequest.continuing(count: 100_000, note: bare, tail: tail)
        #expect(request?.fields == HTTPFields([("Range", "bytes=\(100_000 - 65_536)-")]))
        #expect(TransferRequest.continuing(count: 100, note: bare, tail: [1]) == nil)
        let unknown = PartialNote(url: "file:///a.pdf", validators: Validators(), completeLength: nil)
        #expect(TransferRequest.continuing(count: 100_000, note: unknown, tail: tail) == nil)
    }

    @Test func `a 416 for a document that has every byte asks for a confirmation, any other starts over`() {
        let whole = TransferRequest.rest(offset: 100, note: note, overlap: [])
        #expect(decide(whole, head(416, ("Content-Range", "bytes */100"))) == .confirm)
        #expect(startsOver(decide(whole, head(416, ("Content-Range", "bytes */90")))))
        #expect(startsOver(decide(whole, head(416))))
        #expect(decide(.confirmation(note), head(304)) == .complete)
        guard case .replace = decide(.confirmation(note), head(200)) else {
            Issue.record("a document that is another one now is not replaced")
            return
        }
    }

    @Test func `a revalidation sends both validators`() {
        let request = TransferRequest.unlessUnchanged(
            origin(Validators(entityTag: "W/\"1\"", lastModified: "yesterday")))
        #expect(
            request.fields == HTTPFields([("If-None-Match", "W/\"1\""), ("If-Modified-Since", "yesterday")]))
    }

    @Test func `a 200 replaces what is there, also when a range was asked for`() {
        let decision = decide(rest(), head(200, ("ETag", "\"two\""), ("Content-Length", "7")))
        let expected = PartialNote(
            url: url.absoluteString, validators: Validators(entityTag: "\"two\""), completeLength: 7)
        #expect(decision == .replace(expected))
    }

    @Test(arguments: [0, 3])
    func `a 200 that is as long as the part that was asked for starts over`(overlap: Int) {
        let request = TransferRequest.rest(
            offset: 40, note: note, overlap: [UInt8](repeating: 7, count: overlap))
        #expect(startsOver(decide(request, head(200, ("Content-Length", "\(60 + overlap)")))))
        #expect(!startsOver(decide(request, head(200, ("Content-Length", "\(61 + overlap)")))))
        #expect(!startsOver(decide(request, head(200, ("Content-Length", "100")))))
    }

    @Test func `a 206 that continues the same version is appended`() {
        let decision = decide(rest(), head(206, ("Content-Range", "bytes 40-99/100"), ("ETag", "\"one\"")))
        #expect(decision == .append(completeLength: 100))
    }

    @Test(arguments: [
        ("another beginning", [("Content-Range", "bytes 30-99/100"), ("ETag", "\"one\"")]),
        ("another complete length", [("Content-Range", "bytes 40-119/120"), ("ETag", "\"one\"")]),
        ("another entity tag", [("Content-Range", "bytes 40-99/100"), ("ETag", "\"two\"")]),
        (
            "a length that does not fit its range",
            [("Content-Range", "bytes 40-99/100"), ("Content-Length", "3")]
        ),
        ("no entity tag, though there was one", [("Content-Range", "bytes 40-99/100")]),
        ("no range", []),
        ("a range that is none", [("Content-Range", "bytes 99-40/100")]),
        ("several parts", [("Content-Type", "multipart/byteranges; boundary=x")]),
        ("a content coding", [("Content-Range", "bytes 40-99/100"), ("Content-Encoding", "gzip")]),
    ])
    func `a 206 that does not provably continue the version starts over`(
        what: String, fields: [(String, String)]
    ) {
        let decision = TransferDecision.make(
            for: rest(), head: ResponseHead(status: 206, fields: HTTPFields(fields), url: url))
        #expect(startsOver(decision), "\(what)")
    }

    @Test func `a 206 of a document whose length nobody knows starts over`() {
        let unknown = PartialNote(
            url: "file:///a.pdf", validators: Validators(entityTag: "\"one\""), completeLength: nil)
        let answer = head(206, ("Content-Range", "bytes 40-59/*"), ("ETag", "\"one\""))
        #expect(startsOver(decide(.rest(offset: 40, note: unknown, overlap: []), answer)))
    }

    @Test func `a 206 that nobody asked for is a failure`() {
        guard case .fail(_, false) = decide(.whole, head(206, ("Content-Range", "bytes 0-9/100"))) else {
            Issue.record("taken")
            return
        }
    }

    @Test func `a 304 of another version keeps nothing`() {
        let tagged = TransferRequest.unlessUnchanged(origin(Validators(entityTag: "\"1\"")))
        #expect(startsOver(decide(tagged, head(304, ("ETag", "\"2\"")))))
        #expect(
            decide(tagged, head(304, ("ETag", "W/\"1\""))) == .unchanged(Validators(entityTag: "\"1\"")))
        let dated = TransferRequest.unlessUnchanged(origin(Validators(lastModified: "yesterday")))
        #expect(startsOver(decide(dated, head(304, ("Last-Modified", "today")))))
        #expect(startsOver(decide(.confirmation(note), head(304, ("ETag", "\"two\"")))))
    }

    @Test(arguments: [204, 304, 400, 403, 405, 412, 501, 505])
    func `what refuses a request for a part is asked for the whole`(status: Int) {
        guard case .withoutRange = decide(rest(), head(status)) else {
            Issue.record("\(decide(rest(), head(status)))")
            return
        }
    }

    @Test(arguments: [401, 404, 410]) func `what is not there is not there in whole either`(status: Int) {
        guard case .fail(_, false) = decide(rest(), head(status)) else {
            Issue.record("\(decide(rest(), head(status)))")
            return
        }
    }

    @Test func `validators that contradict each other are none`() {
        #expect(head(200, ("ETag", "\"1\""), ("ETag", "\"2\"")).validators.isEmpty)
        #expect(head(200, ("ETag", "\"1\""), ("etag", "\"1\"")).validators.entityTag == "\"1\"")
    }

    @Test(arguments: [
        (Validators(lastModified: "then"), [("ETag", "\"2\""), ("Last-Modified", "now")]),
        (Validators(entityTag: "\"1\"", lastModified: "then"), [("ETag", "2"), ("Last-Modified", "then")]),
        (Validators(entityTag: "\"1\""), [("Last-Modified", "now")]),
        (Validators(entityTag: "\"1\"", lastModified: "then"), [("Last-Modified", "now")]),
    ])
    func `a 304 with another tag or another date than the stored version has is not of it`(
        known: Validators, fields: [(String, String)]
    ) {
        let head = ResponseHead(status: 304, fields: HTTPFields(fields), url: url)
        #expect(startsOver(decide(.unlessUnchanged(origin(known)), head)))
    }

    @Test(arguments: [[("ETag", "\"2\"")], [("ETag", "W/\"2\""), ("Last-Modified", "then")]])
    func `a tag that comes with a 304 alone neither contradicts a date nor becomes that of the content`(
        fields: [(String, String)]
    ) {
        let known = Validators(lastModified: "then")
        let head = ResponseHead(status: 304, fields: HTTPFields(fields), url: url)
        #expect(decide(.unlessUnchanged(origin(known)), head) == .unchanged(known))
    }

    @Test func `a 304 keeps the stored version with its tag, and takes the date that it has now`() {
        let request = TransferRequest.unlessUnchanged(
            origin(Validators(entityTag: "W/\"1\"", lastModified: "yesterday")))
        #expect(
            decide(request, head(304, ("ETag", "\"1\""), ("Last-Modified", "today")))
                == .unchanged(Validators(entityTag: "W/\"1\"", lastModified: "today")))
        #expect(
            decide(request, head(304, ("Last-Modified", "yesterday")))
                == .unchanged(Validators(entityTag: "W/\"1\"", lastModified: "yesterday")))
    }

    @Test
    func `a 304 of another URL is believed where the signature alone is another one, and for a strong tag`()
        throws
    {
        func head(_ url: String) throws -> ResponseHead {
            ResponseHead(status: 304, fields: HTTPFields(), url: try #require(URL(string: url)))
        }
        let strong = Validators(entityTag: "\"1\"")
        let stored = origin(strong, url: "http://cdn.example/a.pdf?sig=1")
        let signed = try head("http://cdn.example/a.pdf?sig=2")
        #expect(decide(.unlessUnchanged(stored), signed) == .unchanged(strong))
        let elsewhere = try head("http://cdn.example/b.pdf?sig=1")
        #expect(startsOver(decide(.unlessUnchanged(stored), elsewhere)))
        for validators in [Validators(entityTag: "W/\"1\""), Validators(lastModified: "yesterday")] {
            let weak = origin(validators, url: "http://cdn.example/a.pdf?sig=1")
            #expect(startsOver(decide(.unlessUnchanged(weak), signed)))
        }
    }

    @Test func `a part that another URL sends starts over, whatever its tag`() throws {
        let answer = ResponseHead(
            status: 206, fields: HTTPFields([("Content-Range", "bytes 40-99/100"), ("ETag", "\"one\"")]),
            url: try #require(URL(string: "http://example.org/b.pdf")))
        #expect(startsOver(decide(rest(), answer)))
    }

    @Test func `what redirects led to is compared when it is continued, whatever its tag`() {
        var redirected = note
        redirected.requestedURL = "http://example.org/latest"
        let request = TransferRequest.continuing(count: 40, note: redirected, tail: [1, 2, 3])
        #expect(request?.fields["Range"] == "bytes=37-" && request?.fields["If-Range"] == "\"one\"")
    }

    @Test func `a 304 to a request without a condition is a failure`() {
        guard case .fail = decide(.whole, head(304)) else {
            Issue.record("taken")
            return
        }
    }

    @Test func `a 416 to a resume starts over`() {
        #expect(startsOver(decide(rest(), head(416, ("Content-Range", "bytes */10")))))
    }

    @Test func `what was decoded is a document, but none that can be continued`() {
        var coded = head(200, ("Content-Encoding", "gzip"), ("Content-Length", "9"), ("ETag", "\"1\""))
        coded.markDecoded()
        guard case .replace(let note) = decide(.whole, coded) else {
            Issue.record("not taken")
            return
        }
        #expect(note.completeLength == nil)
        #expect(!note.allowsResuming)
    }

    @Test func `a content coding that was not asked for is a failure, not a document`() {
        guard case .fail(let reason, _) = decide(.whole, head(200, ("Content-Encoding", "br"))) else {
            Issue.record("taken")
            return
        }
        #expect(reason.contains("br"))
    }

    @Test(arguments: [
        (404, false), (403, false), (410, false), (429, true), (500, true), (503, true), (501, false),
        (511, true),
    ])
    func `statuses that may pass are told from those that do not`(status: Int, isTransient: Bool) {
        guard case .fail(_, let transient) = decide(.whole, head(status)) else {
            Issue.record("taken")
            return
        }
        #expect(transient == isTransient)
    }
}
