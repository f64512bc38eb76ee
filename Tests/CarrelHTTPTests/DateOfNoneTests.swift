import CarrelHTTP
import Foundation
import Testing

/// Dates of responses that stand for none.
@Suite struct DateOfNoneTests {
    private let url = URL(filePath: "/a.pdf")

    private func head(_ status: Int, _ fields: [(String, String)]) -> ResponseHead {
        ResponseHead(status: status, fields: HTTPFields(fields), url: url)
    }

    @Test(arguments: [
        "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:01 GMT", "Tue, 01 Jan 1980 00:00:00 GMT",
        "Wed, 31 Dec 1969 23:00:00 GMT", "Mon, 31 Dec 1979 10:00:00 GMT", "Sat, 26 Oct 1985 08:15:00 GMT",
    ])
    func `a date that all files of an image have tells no versions apart`(date: String) {
        let field = ("Last-Modified", date)
        #expect(head(200, [field]).validators.isEmpty)
        #expect(head(200, [field, ("ETag", "\"1\"")]).validators == Validators(entityTag: "\"1\""))
        #expect(head(304, [field]).confirming(Validators(lastModified: date)) == nil)
        #expect(head(304, []).confirming(Validators(lastModified: date)) == nil)
    }

    @Test(arguments: [
        "Fri, 02 Jan 1970 00:00:00 GMT", "Mon, 31 Dec 1979 09:59:59 GMT", "Wed, 02 Jan 1980 00:00:00 GMT",
        "Sat, 26 Oct 1985 08:15:01 GMT",
    ])
    func `an early date of another day is kept`(date: String) {
        #expect(head(200, [("Last-Modified", date)]).validators == Validators(lastModified: date))
    }
}
