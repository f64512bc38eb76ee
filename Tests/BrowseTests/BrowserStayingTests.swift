import CarrelBrowse
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import Testing

/// Which item stays chosen while the list around it is made again.
struct BrowserStayingTests {
    /// A browser that lists what is new: two documents.
    private var played: PlayedBrowser {
        var played = PlayedBrowser(columns: 120, lines: 12, SampleLibrary.view(new: ["1", "2"]))
        played.press("n")
        return played
    }

    private func items(_ played: PlayedBrowser) -> [String] { played.browser.list.rows.map(\.item.id) }

    @Test func `what is new and opened stays open, and keys mean it, though it is read by that`() {
        for (keys, open, left) in [("", "1", "2"), ("j", "2", "1")] {
            var played = played
            played.press(keys + "\r")
            #expect(played.asked == [.note(SampleLibrary.key(open))])
            played.read(SampleLibrary.view(new: [left]))
            #expect(played.browser.focus == .detail && played.text.contains("The text of \(open)"))
            #expect(items(played) == ["1", "2"])
            played.press("i")
            #expect(played.asked.last == .perform(.ignore(SampleLibrary.key(open), true)))
        }
    }

    @Test func `the only new document stays open, too`() {
        var played = PlayedBrowser(columns: 120, lines: 12)
        played.press("n\r")
        played.read(SampleLibrary.view(new: []))
        #expect(played.text.contains("The text of 1") && items(played) == ["1"])
    }

    @Test func `what was read leaves the list once another document is read, or the list was left`() {
        var played = played
        played.press("\r")
        played.read(SampleLibrary.view(new: ["2"]))
        played.press("hj\r")
        played.read(SampleLibrary.view(new: []))
        #expect(items(played) == ["2"] && played.text.contains("The text of 2"))
        #expect(played.browser.cursor.index == 0)
        played.press("hdn")
        #expect(items(played).isEmpty && played.text.contains("Nothing is new."))
    }

    @Test func `under a filter a document stays that it no longer lets through, until another is typed`() {
        var played = PlayedBrowser(columns: 120, lines: 12, SampleLibrary.view(new: ["1", "2"]))
        played.press("f\t\r\r")
        #expect(played.browser.filter.status == .new && played.browser.focus == .detail)
        played.read(SampleLibrary.view(new: ["2"]))
        #expect(items(played) == ["1", "2"] && played.text.contains("The text of 1"))
        played.press("hft")
        #expect(items(played) == ["2"])
    }

    @Test func `nothing stays against a filter that is being typed while the library changes`() {
        var played = PlayedBrowser(columns: 120, lines: 12)
        played.isSlow = true
        played.press("ftwelfths")
        played.read(SampleLibrary.view(new: []))
        played.catchUp()
        #expect(items(played) == ["2"])
    }

    @Test func `who goes on while the list is made again stays there`() {
        var played = played
        played.isSlow = true
        played.read(SampleLibrary.view(new: ["1", "2"]))
        played.press("j")
        played.catchUp()
        #expect(played.browser.row?.entry == SampleLibrary.key("2"))
    }

    @Test func `marking everything as read clears the list, but closes no document`() {
        let cases: [(keys: String, left: [String])] = [("", []), ("\r", ["1"])]
        for (keys, left) in cases {
            for isToldFirst in [true, false] {
                var played = played
                played.press(keys + "Ry")
                if !isToldFirst { played.read(SampleLibrary.view(new: [])) }
                let marked = ["1", "2"].map { SampleLibrary.key($0) }
                played.isSlow = isToldFirst
                played.take(.marked(marked))
                if isToldFirst { played.read(SampleLibrary.view(new: [])) }
                played.catchUp()
                #expect(items(played) == left, "\(keys) \(isToldFirst)")
            }
        }
    }
}
