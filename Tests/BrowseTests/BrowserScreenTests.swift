import CarrelBasics
import CarrelBrowse
import CarrelCore
import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTerminal
import Foundation
import Testing

/// What the browser shows, as screens that are values.
struct BrowserScreenTests {
    @Test func `a wide screen has three panes`() {
        let played = PlayedBrowser(columns: 120, lines: 14)
        #expect(
            played.text == """
                 Carrel  › notes › Tides and currents
                 New                    1 │ Tides and currents                 6 items │ Why there are tides
                 Set aside              1 │ ● Why there are tides                  new │ ● new · 2.00 KiB · application/pdf
                 Recently viewed          │   The rule of twelfths              stored │
                 Converter                │ ○ 世界の潮汐 🌊                not fetched │ The text of 1, The text of 1, The text of 1,
                                          │ × Springs and neaps                 failed │ The text of 1, The text of 1, The text of 1,
                 notes                    │ ! A login page                   set aside │ The text of 1, The text of 1, The text of 1,
                  Sea                     │ - Next week              not available yet │ The text of 1, The text of 1, The text of 1,
                   Tides and curre… 1 new │                                            │ The text of 1, The text of 1, The text of 1,
                   Finding the way   0/40 │                                            │ The text of 1, The text of 1, The text of 1,
                                          │                                            │ The text of 1, The text of 1,
                                          │                                            │
                                          │                                            │
                                                                                                                            1/6  ? keys
                """)
        #expect(played.cursorLine.contains("│ ● Why there are tides"))
    }

    @Test func `a middling screen has two panes, those around the person`() {
        var played = PlayedBrowser(columns: 90, lines: 9)
        played.press("jjj")
        #expect(
            played.text == """
                 Carrel  › notes › Tides and currents
                 Tides and currents            6 items │ Springs and neaps
                 ● Why there are tides             new │ × failed
                   The rule of twelfths         stored │ the server answered 404 Not Found
                 ○ 世界の潮汐 🌊           not fetched │
                 × Springs and neaps            failed │ Enter tries again, e shows what was tried.
                 ! A login page              set aside │
                 - Next week         not available yet │
                                                                                              4/6  ? keys
                """)
        played.press("h")
        #expect(played.text.contains("Recently viewed") && played.text.contains("│ Tides and currents"))
        #expect(!played.text.contains("404"))
    }

    @Test func `a narrow screen has the pane where the person is`() {
        var played = PlayedBrowser(columns: 46, lines: 12)
        played.press("h")
        #expect(
            played.text == """
                 Carrel  › notes › Tides and currents
                 New                                        1
                 Set aside                                  1
                 Recently viewed
                 Converter

                 notes
                  Sea
                   Tides and currents                   1 new
                   Finding the way                       0/40

                                                  1/6  ? keys
                """)
        #expect(played.cursorLine.contains("Tides and currents"))
        played.press("ll")
        #expect(played.text.contains("The text of 1") && !played.text.contains("Recently"))
    }

    @Test(arguments: [(1, 1), (2, 2), (5, 3), (20, 4), (67, 5), (68, 6), (115, 200), (116, 7), (1000, 60)])
    func `a screen of any size is drawn in every state`(columns: Int, lines: Int) {
        var played = PlayedBrowser(columns: columns, lines: lines)
        for keys in [
            "j", "l", "hh", "?", "x", "f世", "\u{1B}", "n", "d", "/tide\r", "+http", "\u{1B}", "=", "1", "q",
            "w", "l",
        ] {
            played.press(keys)
            let screen = BrowserView.screen(of: played.browser, .full)
            #expect(screen.columns == columns && screen.lines == lines)
            if let cursor = screen.cursor { #expect(screen.area.contains(cursor)) }
        }
    }

    @Test func `the library that is being read, cannot be read or is empty says so`() {
        var played = PlayedBrowser(columns: 120, lines: 12, isRead: false)
        #expect(played.text.contains("Reading the library …"))
        played.take(.unreadable("the records are damaged"))
        #expect(played.text.contains("the records are damaged"))
        let empty = PlayedBrowser(columns: 120, lines: 14, LibraryView([]), setAside: 0)
        #expect(empty.text.contains("This library is empty.") && empty.text.contains("Press + and paste"))
        #expect(empty.cursorLine.contains("New"))
        let low = PlayedBrowser(columns: 40, lines: 8, LibraryView([]), setAside: 0)
        #expect(low.text.contains("Empty: + adds a catalogue."), "\(low.text)")
    }

    @Test func `that the library is not there is said until it is back`() {
        var played = PlayedBrowser(columns: 120, lines: 12)
        played.take(.change(.unreadable(StoreError.gone("/library"))))
        #expect(played.text.contains("no longer there"))
        played.take(.change(.unreadable(nil)))
        #expect(!played.text.contains("no longer there") && played.asked.last == .reload)
    }

    @Test func `a collection that is gone gives way to what is new`() {
        var played = PlayedBrowser(columns: 120, lines: 12)
        let other = LibrarySnapshot(DeskSnapshot(SampleLibrary.large(3), number: 1))
        played.take(
            .library(other, underWay: [:], Outline(other, setAside: 0), selected: nil))
        #expect(played.browser.place == .news)
        #expect(!played.text.contains("Tides and currents"), "\(played.text)")
    }

    @Test func `what is new is counted by its documents, as it is listed`() {
        var view = SampleLibrary.view
        var again = Item(title: "Tides once more", url: "http://notes.example/1.pdf")
        (again.id, again.duplicateOf) = ("7", "1")
        view.catalogs[0].catalog.sections[0].collections[0].items.append(again)
        var played = PlayedBrowser(columns: 120, lines: 14, view)
        #expect(played.text.contains("New                    1 │") && played.text.contains("7 items"))
        played.press("n")
        #expect(played.text.contains("1 item"), "\(played.text)")
    }

    @Test func `lists without items say why`() {
        var played = PlayedBrowser(columns: 120, lines: 12)
        played.press("fxyz\r")
        #expect(played.text.contains("No item matches the filter.") && played.text.contains("0 of 6"))
        #expect(played.text.contains("Filter: “xyz” · Esc ends it"))
        played.press("\u{1B}")
        #expect(played.text.contains("6 items"))
        played.press("v")
        #expect(played.text.contains("Nothing was looked at yet."))
        played.isSlow = true
        played.press("n")
        #expect(played.text.contains("…") && !played.text.contains("Why there are tides"))
        played.take(.listFailed("the index is damaged", serial: played.browser.listSerial))
        #expect(played.text.contains("the index is damaged"))
    }

    @Test func `that another process uses the library is said until it is free`() {
        var played = PlayedBrowser(columns: 100, lines: 20)
        played.take(.busy("Another process uses the library."))
        #expect(played.text.contains("Another process uses the library."))
        played.take(.free)
        #expect(!played.text.contains("Another process uses the library."))
        #expect(played.text.contains("The library is free again. What was asked for was not done."))
        played.take(.message("Something else.", isError: true))
        played.take(.free)
        #expect(played.text.contains("Something else."))
    }

    @Test func `what goes on is in the last line, and a message before it`() {
        var played = PlayedBrowser(columns: 120, lines: 10)
        played.take(
            .change(
                .activity(Activity.State(active: 1, done: 3, planned: 9, isBusy: true, rate: ByteCount(2048)))
            ))
        #expect(played.text.hasSuffix("1/6  ? keys") && played.text.contains("↓ 3 / 9 · 2.00 KiB/s"))
        played.take(.message("It\u{1B}[31m did\nnot work", isError: true))
        #expect(played.text.contains("It[31m did not work"))
        played.press("j")
        #expect(played.text.contains("↓ 3 / 9"))
    }

    @Test func `an item on its way shows how far it is, and what another process did shows at once`() throws {
        var played = PlayedBrowser(columns: 120, lines: 12)
        let key = SampleLibrary.key("3")
        let row = try #require(played.snapshot.row(of: key))
        played.take(.change(.states([key: LibraryWatch.Told(row, .underWay(fraction: 0.4))])))
        #expect(played.text.contains("↓ 世界の潮汐 🌊              fetching 40 %"))
        played.press("jjc")
        #expect(played.asked == [.perform(.cancel(key))])
        let document = StoredDocument(
            name: "3.pdf", size: 1, sha256: "", mediaType: nil, validators: Validators(),
            url: "http://x.example/3", storedAt: Date())
        played.take(.change(.states([key: LibraryWatch.Told(row, .stored(document, .new))])))
        #expect(played.text.contains("● 世界の潮汐 🌊"))
        // It was recorded, and the list that is shown was read before.
        played.take(.change(.states([key: LibraryWatch.Told(row, nil)])))
        #expect(played.text.contains("● 世界の潮汐 🌊"))
        played.take(.change(.library(relists: true)))
        #expect(played.asked.last == .reload)
    }

    @Test func `the help lists the keys that count here`() {
        var played = PlayedBrowser(columns: 100, lines: 50)
        for key in ["?", "\u{1B}OP"] {
            played.press(key)
            #expect(played.text.contains("Enter") && played.text.contains("accepts what is set aside"))
            #expect(!played.text.contains("the next day"))
            played.press("\u{1B}")
            #expect(!played.text.contains("accepts what is set aside"))
        }
        played.press("h?")
        #expect(
            !played.text.contains("accepts what is set aside") && played.text.contains("syncs all catalogues")
        )
    }

    @Test func `a help that is longer than the screen is gone through, and stops at its ends`() {
        var played = PlayedBrowser(columns: 60, lines: 12)
        played.press("?" + String(repeating: " ", count: 30))
        #expect(played.text.contains("quits"))
        played.press("kkkkkkkkkkk")
        #expect(!played.text.contains("quits"), "\(played.text)")
        played.press("g")
        #expect(played.text.contains("the next row"))
        played.press("G")
        #expect(played.text.contains("quits") && played.browser.mode != .normal)
        played.take(.resized(columns: 60, lines: 20))
        let before = played.text
        played.press("k")
        #expect(played.text != before)
        played.take(.resized(columns: 100, lines: 60))
        played.press("j")
        #expect(played.browser.mode == .normal)
    }

    @Test func `titles cannot act on the terminal or break the panes`() {
        let nasty = "\u{1B}]0;x\u{7}\u{202E}evil\r\n\u{9B}2J" + String(repeating: "e\u{301}", count: 300)
        let collection = ItemCollection(
            id: "a", title: nasty, items: [Item(title: nasty, url: "http://a.example/x")])
        let view = LibraryView([
            LibraryView.CatalogView(
                location: "http://a.example/", name: nasty, catalog: Catalog(collections: [collection]),
                memory: LibraryMemory(catalog: "http://a.example/"))
        ])
        let screen = BrowserView.screen(of: PlayedBrowser(columns: 120, lines: 10, view).browser)
        let drawn = ScreenDrawing.text(of: screen, over: ScreenBuffer(columns: 120, lines: 10), .none)
        for scalar in drawn.unicodeScalars where scalar.value < 0x20 {
            #expect("\u{1B}\r\n\u{8}".unicodeScalars.contains(scalar))
        }
        #expect(!drawn.contains("\u{1B}]") && !drawn.contains("2J") || drawn.contains("evil"))
        #expect(!drawn.unicodeScalars.contains("\u{202E}") && !drawn.unicodeScalars.contains("\u{9B}"))
        #expect(screen.text(ofLine: 3).contains("│"))
    }

    @Test func `a picture stands above the text, and no other is drawn over the help`() {
        var played = PlayedBrowser(columns: 120, lines: 20)
        let graphic = PlacedGraphic(
            ScreenArea(column: 0, line: 0, columns: 10, lines: 4), sequence: "<picture>", isLayer: true)
        let content = DetailContent([StyledLine("below the picture")], graphic: graphic)
        played.take(.detail(.shown(content), serial: played.browser.detailSerial))
        let screen = BrowserView.screen(of: played.browser, .full)
        #expect(screen.graphics.map(\.area) == [ScreenArea(column: 73, line: 4, columns: 10, lines: 4)])
        #expect(screen.text(ofLine: 9).contains("below the picture"))
        played.press("?")
        #expect(BrowserView.screen(of: played.browser, .full).graphics.isEmpty)
    }

    @Test func `the week shows its days, and as many as can be read`() {
        var played = PlayedBrowser(columns: 120, lines: 24, SampleWeek.view)
        played.press("w")
        #expect(played.asked.last == .week)
        #expect(played.text.contains("Reading the timetable …"))
        played.take(.week(SampleWeek.grid))
        #expect(played.text.contains("Monday · today") && played.text.contains("Friday"))
        #expect(played.text.contains("09:00 lecture") && played.text.contains("[x] Stars"))
        #expect(played.cursorLine.contains("[x] Stars"))
        played.press("\u{1B}[<0;30;23M ")
        #expect(played.cursorLine.contains("[x] Moons"), "\(played.text)")
        #expect(played.asked.last == .perform(.choose(SampleWeek.module, false)))
        played.take(.resized(columns: 50, lines: 24))
        #expect(played.text.contains("Mon · today   Tuesday       Wednesday"), "\(played.text)")
        #expect(!played.text.contains("←") && played.text.contains("→"))
        played.press("llll")
        #expect(played.text.contains("← Wednesday     Thursday      Friday"), "\(played.text)")
        #expect(!played.text.contains("→") && played.text.contains("Nothing on these days."))
        played.take(.resized(columns: 30, lines: 24))
        #expect(played.text.contains("← Friday") && played.text.contains("Nothing on this day."))
    }

    @Test func `a day that the week no longer has gives way to today`() {
        var catalog = SampleWeek.catalog
        catalog.schedule?.meetings[0].day = .sunday
        var played = PlayedBrowser(columns: 50, lines: 24, SampleWeek.view)
        played.press("w")
        played.take(.week(SampleWeek.grid(of: catalog)))
        played.press("llllll")
        #expect(played.text.contains("Sunday"))
        played.take(.week(SampleWeek.grid))
        #expect(played.text.contains("Mon · today"), "\(played.text)")
    }

    @Test func `modules of the week that the screen does not show are told of`() {
        var played = PlayedBrowser(columns: 50, lines: 8, SampleWeek.view)
        played.press("w")
        played.take(.week(SampleWeek.grid))
        let modules = { (played: PlayedBrowser) in played.text.components(separatedBy: "Modules").last ?? "" }
        #expect(modules(played).contains("[x] Stars") && modules(played).contains("↓"), "\(played.text)")
        played.press("j")
        #expect(modules(played).contains("[x] Moons") && !modules(played).contains("↓"), "\(played.text)")
    }

    @Test func `hours of the week that the screen does not show are told of, and scrolled to`() {
        var played = PlayedBrowser(columns: 50, lines: 8, SampleWeek.view)
        played.press("w")
        played.take(.week(SampleWeek.grid))
        #expect(played.text.contains("09:00") && played.text.contains("↓"), "\(played.text)")
        #expect(!played.text.contains("16:00"))
        played.press("\u{4}\u{1B}[6~\u{1B}[6~\u{1B}[6~")
        let hours = played.text.components(separatedBy: "Modules")[0]
        #expect(hours.contains("16:00") && !hours.contains("↓"), "\(played.text)")
        #expect(played.text.contains("14:00") && played.cursorLine.contains("[x] Stars"))
        played.press("\u{15}")
        #expect(played.text.contains("12:00") && !played.text.contains("15:00"), "\(played.text)")
    }

    @Test func `the converter takes every key until it is left`() {
        var played = PlayedBrowser(columns: 120, lines: 20)
        played.press("=12")
        #expect(played.text.contains("= 12582912 B") && played.cursorLine.contains("12_ MB"))
        played.press("\u{1B}[200~: .5 MB 2\u{1B}[201~")
        #expect(played.cursorLine.contains("12.5_ MB"))
        played.press("\u{1B}")
        #expect(played.cursorLine.contains("Converter"))
        #expect(played.asked.isEmpty)
    }
}

/// A library with a timetable.
enum SampleWeek {
    static let location = "http://week.example/timetable.json"
    static let module = CollectionKey(catalog: location, collection: "SKY102")

    private static var meeting: Schedule.Meeting? {
        TimeOfDay(text: "09:00").map {
            Schedule.Meeting(day: .monday, time: $0, collection: "SKY101", kind: "lecture")
        }
    }

    static var catalog: Catalog {
        Catalog(
            sections: [
                CatalogSection(collections: [
                    ItemCollection(id: "SKY101", title: "Stars to steer by"),
                    ItemCollection(id: module.collection, title: "Moons"),
                ])
            ],
            schedule: Schedule(meetings: [meeting].compactMap(\.self)))
    }

    static var view: LibraryView {
        LibraryView([
            LibraryView.CatalogView(
                location: location, name: "week", catalog: catalog, memory: LibraryMemory(catalog: location))
        ])
    }

    /// The week, on a Monday at half past nine.
    static var grid: WeekGrid { grid(of: catalog) }

    static func grid(of catalog: Catalog) -> WeekGrid {
        WeekGrid(
            TimetableView([TimetableView.Part(location: location, catalog: catalog)]),
            now: Date(timeIntervalSince1970: 1_795_426_200), in: .gmt)
    }
}
