import CarrelBrowse
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelTerminal
import Testing

/// What a catalogue says of an item.
struct BrowserDetailsTests {
    /// A browser where the first item, which is stored, and the fourth one, which failed, have more details than a head holds.
    private func played(lines: Int = 20) -> PlayedBrowser {
        var view = SampleLibrary.view
        for index in [0, 3] {
            var item = view.catalogs[0].catalog.sections[0].collections[0].items[index]
            item.details = (1...9).map { Detail("Fact \($0)", "value \($0)") }
            item.details[0].value = String(repeating: "long ", count: 30) + "end"
            view.catalogs[0].catalog.sections[0].collections[0].items[index] = item
        }
        return PlayedBrowser(columns: 60, lines: lines, view)
    }

    @Test func `details that are left out above a document are read with a key, and it is said which`() {
        var played = played()
        played.press("l")
        #expect(played.text.contains("… H shows all details") && !played.text.contains("Fact 9"))
        played.press("H")
        #expect(played.text.contains("Fact 9: value 9") && played.text.contains("long end"))
        #expect(!played.text.contains("H shows all") && played.text.contains("● new · "), "\(played.text)")
        played.press("/value 9\r")
        #expect(played.browser.detail.found != nil && played.asked.count == 1)
        played.press("H")
        #expect(played.text.contains("The text of 1"))
    }

    @Test func `they scroll on a low screen, and stay where they are when its size changes`() {
        var played = played(lines: 9)
        played.press("lHG")
        #expect(played.text.contains("Fact 9: value 9"), "\(played.text)")
        played.take(.resized(columns: 50, lines: 9))
        #expect(played.text.contains("Fact 8: value 8"), "\(played.text)")
    }

    @Test func `an item without a document has them, too, and the next one shows its document`() {
        var played = played(lines: 12)
        played.press("jjjH")
        #expect(played.text.contains("the server answered 404 Not Found"), "\(played.text)")
        played.press("G")
        #expect(played.text.contains("Fact 9: value 9"), "\(played.text)")
        played.press("H")
        #expect(played.text.contains("Enter tries again"), "\(played.text)")
        played.press("Hhkk")
        #expect(!played.browser.isShowingDetails)
    }

    @Test func `they say why an item failed as it is now`() throws {
        var view = SampleLibrary.view
        let key = SampleLibrary.key("4")
        var played = PlayedBrowser(columns: 60, lines: 12, view)
        played.press("jjjH")
        #expect(played.text.contains("the server answered 404 Not Found"), "\(played.text)")
        let row = try #require(played.browser.row)
        let live = LiveStatus.failed(reason: "the server answered 503")
        played.take(.change(.states([key: LibraryWatch.Told(row, live)])))
        #expect(played.text.contains("the server answered 503"), "\(played.text)")
        view.catalogs[0].memory.items[key]?.lastFailure = "the server answered 410 Gone"
        played.read(view)
        #expect(played.text.contains("the server answered 410 Gone"), "\(played.text)")
        #expect(!played.text.contains("404") && played.browser.isShowingDetails)
    }

    @Test func `nothing is said of a key where all details are seen`() {
        var played = PlayedBrowser(columns: 60, lines: 20)
        played.press("l")
        #expect(!played.text.contains("H shows"))
    }
}

extension Browser {
    fileprivate var isShowingDetails: Bool { detail.side == .details }
}
