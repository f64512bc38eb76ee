import CarrelBasics
import CarrelViews
import Foundation
import Testing

/// Rows of events write their lines themselves, and write what an encoder would.
struct EventRowTests {
    /// A row with a text in every text, and numbers in every number.
    private func row(_ text: String, _ number: Int) -> EventRow {
        var row = EventRow.begin
        row.event = text
        (row.version, row.since, row.seconds) = (number, Int64(number), Double(number) / 1000)
        (row.catalog, row.catalogName, row.collection, row.item) = (text, text, text, text)
        (row.title, row.url, row.action, row.reason) = (text, text, text, text)
        (row.place, row.parser, row.path, row.sha256) = (text, text, text, text)
        (row.bytes, row.total) = (Int64(number), Int64(number) &+ 1)
        (row.listed, row.downloaded, row.unchanged) = (number, 0, 2)
        (row.new, row.updated, row.news, row.ignored) = (14, 15, text, 16)
        (row.status, row.editedCopy, row.request, row.discarded) = (17, text, text, 19)
        (row.failed, row.quarantined, row.parked, row.unavailable) = (3, 4, 5, 6)
        (row.orphaned, row.deferred, row.duplicates, row.unreached) = (7, 8, 9, 10)
        (row.unread, row.collections, row.meetings, row.posted) = (11, 12, 13, 18)
        row.leftOut = 20
        return row
    }

    @Test func `a row has every key that it can have, and the order is that of the keys`() throws {
        let row = row("x", 1)
        for (name, value) in Mirror(reflecting: row).children {
            #expect("\(value)" != "nil", "\(name ?? ""): to be set above, too")
        }
        let line = try #require(JSONForm.line(row))
        let keys = line.matches(of: #/"(\w+)":/#).map { String($0.1) }
        #expect(keys.sorted() == keys)
        #expect(keys.sorted() == Mirror(reflecting: row).children.compactMap(\.label).sorted())
    }

    @Test(arguments: [
        "", "plain", "https://x.example/a%20b.pdf?c=d&e#f", "\"quoted\" \\ back/slash",
        "tab\tline\nreturn\r\u{0}\u{1F}",
        "\u{7F}\u{80}\u{9F}", "\u{200E}\u{202E}\u{2028}\u{2066}", "Ünï 日本 👩‍👩‍👧 e\u{301}", "<b>&amp;</b>",
    ])
    func `each line is what an encoder writes`(text: String) throws {
        for number in [0, 1, -1, 1999, Int.max, Int.min] {
            let row = row(text, number)
            #expect(JSONForm.line(row, showsAll: true) == JSONText.line(row))
        }
        var row = EventRow.begin
        #expect(JSONForm.line(row) == JSONText.line(row))
        row.seconds = .infinity
        row.url = text
        #expect(JSONForm.line(row, showsAll: true)?.contains("\"seconds\":null") == true)
    }
}
