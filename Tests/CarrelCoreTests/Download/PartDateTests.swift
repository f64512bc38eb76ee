import CarrelHTTP
import CarrelModel
import Foundation
import Testing

@testable import CarrelCore

/// What the dates of a part, and redirects to it, say of the version that it continues.
@Suite struct PartDateTests {
    private let url = URL(filePath: "/a.pdf")
    private let date = "Wed, 01 Jan 2020 00:00:00 GMT"

    /// What a document of 100 bytes whose first 40 are there makes of an answer.
    private func startsOver(_ note: PartialNote, _ answer: [(String, String)]) -> Bool {
        let head = ResponseHead(
            status: 206, fields: HTTPFields([("Content-Range", "bytes 40-99/100")] + answer), url: url)
        let decision = TransferDecision.make(for: .rest(offset: 40, note: note, overlap: []), head: head)
        return if case .startOver = decision { true } else { false }
    }

    @Test func `a 206 with another date than the noted one starts over, although the lengths agree`() {
        let dated = PartialNote(
            url: "file:///a.pdf", validators: Validators(lastModified: date), completeLength: 100)
        #expect(startsOver(dated, [("Last-Modified", "Fri, 01 Jan 2021 00:00:00 GMT")]))
        #expect(!startsOver(dated, [("Last-Modified", date)]))
    }

    @Test func `what an address redirects to only now is not continued for its tag alone`() throws {
        let address = try #require(URL(string: "http://x.example/a.pdf"))
        let signed = try #require(URL(string: "http://x.example/a.pdf?signature=1"))
        let note = PartialNote(
            url: address.absoluteString, validators: Validators(entityTag: "\"1\""), completeLength: 100)
        func decide(_ overlap: [UInt8], _ redirects: [URL]) -> TransferDecision {
            let fields = [("Content-Range", "bytes \(40 - overlap.count)-99/100"), ("ETag", "\"1\"")]
            let head = ResponseHead(
                status: 206, fields: HTTPFields(fields), url: redirects.isEmpty ? address : signed,
                redirects: redirects)
            return .make(for: .rest(offset: 40, note: note, overlap: overlap), head: head)
        }
        #expect(decide([], [address]) == .startOver)
        #expect(decide([7], [address]) == .append(completeLength: 100))
        #expect(decide([], []) == .append(completeLength: 100))
    }

    @Test(arguments: [nil, "W/\"one\"", "\"one\""] as [String?])
    func `what may have changed within the second of its date is continued for a strong tag alone`(
        tag: String?
    ) throws {
        let tags = tag.map { [("ETag", $0)] } ?? []
        let first = [("Date", date), ("Last-Modified", date), ("Content-Length", "100")] + tags
        let decision = TransferDecision.make(
            for: .whole, head: ResponseHead(status: 200, fields: HTTPFields(first), url: url))
        guard case .replace(let note) = decision else {
            Issue.record("not taken")
            return
        }
        #expect(note.validators == Validators(entityTag: tag))
        let answer = [("Date", "Wed, 01 Jan 2020 00:00:10 GMT"), ("Last-Modified", date)] + tags
        #expect(startsOver(note, answer) == (note.validators.strongEntityTag == nil))
    }
}
