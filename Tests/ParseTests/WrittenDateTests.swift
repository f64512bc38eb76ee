import CarrelModel
import FeedParsing
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WrittenDateTests {
    /// The date as the detail of an entry says it.
    private func date(_ text: String) throws -> String? {
        let feed = "<rss><channel><item><title>T</title><pubDate>\(text)</pubDate></item></channel></rss>"
        let item = try Feeds.parse(Samples.document(feed, "http://h.example/f.xml")).collections[0].items
            .first
        return item?.details.first { $0.label == "Published" }?.value
    }

    @Test(arguments: [
        ("Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01 19:48:21 UTC"),
        ("Thu, 01 Jan 04 19:48 EST", "2004-01-02 00:48 UTC"),
        ("1 Jan 99 00:00 +0100", "1998-12-31 23:00 UTC"),
        ("Thursday, 01-Jan-04 19:48:21 GMT", "2004-01-01 19:48:21 UTC"),
        ("Thu Jan  1 19:48:21 2004", "2004-01-01 19:48:21"),
        ("Jan 1, 2004 7:48 PM PST", "2004-01-02 03:48 UTC"), ("January 1st, 2004", "2004-01-01"),
        ("Jan. 1, 2004 at 7:48 p.m.", "2004-01-01 19:48"), ("1st of January 2004", "2004-01-01"),
        ("Thu, 01 Jan 2004 19:48:21 GMT+01:00", "2004-01-01 18:48:21 UTC"),
        ("Thu, 01 Jan 2004 19:48:21 -05:30", "2004-01-02 01:18:21 UTC"),
        ("Thu, 01 Jan 2004 19:48:21 XYZ", "2004-01-01 19:48:21"),
        ("Thu, 01 Jan 2004 19:48:21 +0000 (UTC)", "2004-01-01 19:48:21 UTC"),
        ("Thu, 01 Jan 2004 19:48:21 +0100 CET", "2004-01-01 18:48:21 UTC"),
        ("Thu Jan 01 2004 19:48:21 GMT+0100 (Central European Standard Time)", "2004-01-01 18:48:21 UTC"),
        ("Thu, 01 Jan (day (1)) 2004 19:48(CET)+0100", "2004-01-01 18:48 UTC"),
        ("Tues, 6 Sept 2005 12:00 CEST", "2005-09-06 10:00 UTC"), ("01 Jan 2004", "2004-01-01"),
        ("2004", "2004"), ("2004-02", "2004-02"), ("2004-02-29", "2004-02-29"), ("20040131", "2004-01-31"),
        ("2004-060", "2004-02-29"), ("2003-12-31T10:14:55Z", "2003-12-31 10:14:55 UTC"),
        ("2003-12-31T10:14:55.25-08:00", "2003-12-31 18:14:55 UTC"),
        ("2003-12-31T10:14+0530", "2003-12-31 04:44 UTC"),
        ("2003-12-31 10:14:55 EST", "2003-12-31 15:14:55 UTC"), ("2003-12-31T24:00Z", "2004-01-01 00:00 UTC"),
        ("9999-12-31T23:59:59-05:00", "10000-01-01 04:59:59 UTC"), ("2004/01/31", "2004-01-31"),
        ("20031231T101455Z", "2003-12-31 10:14:55 UTC"),
    ])
    func `a date is read in whichever form it comes`(text: String, expected: String) throws {
        #expect(try date(text) == expected)
    }

    @Test(arguments: [
        "yesterday", "2004-13-01", "30 Feb 2004", "2003-02-29", "12:00", "2004-01-01T25:00Z", "Thu, 01 Jan",
        "0000-01-01",
        "99999999999999999999", "2004-366x",
    ])
    func `what is no date is shown as it stands`(text: String) throws {
        #expect(try date(text) == text)
    }
}
