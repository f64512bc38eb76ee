import CarrelBrowse
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTerminal
import Foundation
import Testing

/// What keys do, and what they ask for.
struct BrowserKeyTests {
    private var played: PlayedBrowser { PlayedBrowser(columns: 120, lines: 12) }

    private func key(_ item: String) -> ItemKey { SampleLibrary.key(item) }

    @Test(arguments: [
        ("j", 1), ("\u{1B}[B\u{1B}[B", 2), ("jjk", 1), ("G", 5), ("Gg", 0), ("\u{1B}[F", 5), ("G\u{1B}[H", 0),
        ("\u{4}", 4), ("G\u{15}", 1), (" ", 5), ("jjjjjjjjj", 5), ("kkk", 0),
    ])
    func `a key moves in the list, and stops at its ends`(keys: String, index: Int) {
        var played = played
        played.press(keys)
        #expect(played.browser.cursor.index == index)
        #expect(played.browser.row?.entry == key(String(index + 1)) || index == 5)
    }

    @Test func `the ends say that they are the ends`() {
        var played = played
        played.press("k")
        #expect(played.text.contains("This is the first item."))
        played.press("Gj")
        #expect(played.text.contains("This is the last item."))
    }

    @Test func `a long list scrolls, with some rows around the chosen one`() {
        var played = played
        played.press("hj")
        #expect(
            played.browser.place
                == .collection(CollectionKey(catalog: SampleLibrary.notes, collection: "SEA102")))
        played.press("l" + String(repeating: "j", count: 20))
        #expect(played.browser.cursor.index == 20 && played.browser.cursor.top == 14)
        #expect(played.text.contains("Knots and miles 23") && !played.text.contains("Knots and miles 24"))
        played.press("G")
        #expect(played.text.contains("Knots and miles 40"))
    }

    @Test func `headings cannot be chosen`() {
        var played = played
        played.press("hgjjjj")
        #expect(
            played.browser.place
                == .collection(CollectionKey(catalog: SampleLibrary.notes, collection: "SEA101")))
        played.press("kkkkkkk")
        #expect(played.browser.place == .news)
    }

    @Test func `Enter fetches what is not stored and shows what is, which then was looked at`() {
        var played = played
        played.press("jj\r")
        #expect(played.asked == [.perform(.get(key("3")))])
        played.press("k\r")
        #expect(played.browser.focus == .detail && played.asked.last == .note(key("2")))
        // Who only passes by has not looked at it.
        played.press("\u{1B}k")
        #expect(played.asked.count == 2 && played.browser.focus == .items)
    }

    @Test(arguments: [
        ("jjD", LibraryAction.get(SampleLibrary.key("3"))), ("jjjD", .get(SampleLibrary.key("4"))),
        ("r", .mark(SampleLibrary.key("1"), isRead: true)),
        ("jr", .mark(SampleLibrary.key("2"), isRead: false)),
        ("jji", .ignore(SampleLibrary.key("3"), true)), ("ji", .ignore(SampleLibrary.key("2"), true)),
        ("s", .sync(SampleLibrary.notes)), ("S", .sync(nil)),
        ("jjjjay", .accept(SampleLibrary.key("5"), file: nil)),
        ("jjjjxy", .discard(SampleLibrary.key("5"), file: nil)),
        ("Ry", .markAll(nil, isRead: true)),
    ])
    func `a key does what the page does, too`(keys: String, action: LibraryAction) {
        var played = played
        played.press(keys)
        #expect(played.asked == [.perform(action)])
    }

    @Test func `what destroys something is done only after a yes`() {
        for no in ["n", "\u{1B}", "\r", "x"] {
            var played = played
            played.press("jjjjx")
            #expect(played.cursorLine.contains("Remove for good") && played.asked.isEmpty)
            played.press(no)
            #expect(played.asked.isEmpty && played.text.contains("Nothing was done."))
        }
    }

    @Test func `what cannot be done says why`() {
        var played = played
        let refusal = "That cannot be done with this item: it is stored."
        for keys in ["D", "jD"] {
            played.press(keys)
            #expect(played.asked.isEmpty && played.text.contains(refusal))
        }
        played.press("njs")
        #expect(played.asked.isEmpty && played.text.contains("Choose a collection"))
        played.press("w")
        #expect(played.text.contains("The library has no timetable."))
    }

    @Test func `the filter narrows the list as one types, by status and type, too`() {
        var played = played
        played.press("fti")
        #expect(played.browser.list.rows.map(\.item.id) == ["1"])
        played.press("\u{7F}\u{7F}\t")
        #expect(played.browser.filter.status == .new && played.browser.list.rows.count == 1)
        played.press("\t\t")
        #expect(played.browser.filter.status == .missing && played.browser.list.rows.count == 4)
        played.press("\u{1B}[Z\r")
        #expect(played.browser.filter.kind == .pdf && played.browser.mode == .normal)
        played.press("\u{1B}")
        #expect(played.browser.filter.isEmpty && played.browser.list.rows.count == 6)
    }

    @Test func `letters that are typed are no commands`() {
        var played = played
        played.press("fqsSR\u{1B}/qx\u{1B}+q\u{1B}")
        #expect(played.asked.isEmpty && played.browser.mode == .normal)
    }

    @Test func `a search lists what was found and stays among the sections`() {
        var played = played
        played.press("/tide\r")
        #expect(played.browser.place == .search("tide") && played.browser.focus == .items)
        #expect(played.text.contains("Search: tide") && played.text.contains("Found"))
        played.press("/")
        played.take(.input(.paste("moon\nlight")))
        #expect(played.cursorLine == "Search: moon light" + played.cursorLine.dropFirst(18))
        played.press("\r")
        #expect(played.browser.outline.entries.filter { "\($0)".contains("search") }.count == 1)
        played.press("\u{1B}\u{1B}")
        #expect(!played.browser.outline.entries.contains { "\($0)".contains("search") }, "Esc ends it")
        #expect(played.browser.focus == .library && !played.text.contains("Search:"))
    }

    @Test func `a list that comes late and is no longer wanted is not shown`() {
        var played = played
        played.isSlow = true
        played.press("n")
        played.press("d")
        played.catchUp()
        #expect(played.browser.place == .setAside && played.browser.list.rows.map(\.item.id) == ["5"])
    }

    @Test func `a preview that comes late and is no longer wanted is not shown`() {
        var played = played
        played.isSlow = true
        played.press("jk")
        played.catchUp()
        #expect(played.text.contains("The text of 1") && !played.text.contains("The text of 2"))
    }

    @Test func `who was somewhere is still there when the library changes`() {
        var played = played
        played.press("jjj")
        played.read(setAside: 0)
        #expect(played.browser.cursor.index == 3 && played.browser.row?.entry == key("4"))
        #expect(!played.text.contains("Set aside              1"))
    }

    @Test func `the mouse chooses and scrolls`() {
        var played = played
        played.press("\u{1B}[<0;30;5M")
        #expect(played.browser.cursor.index == 2)
        played.press("\u{1B}[<0;5;10M")
        #expect(played.browser.focus == .library && played.browser.cursor.index == 0)
        played.press("\u{1B}[<65;40;5M")
        #expect(played.browser.cursor.index == 3 && played.browser.focus == .library)
    }

    @Test func `an address is looked at before it is added, and only yes adds it`() {
        var played = played
        played.press("+http://other.example/\r")
        #expect(played.asked == [.look("http://other.example/")])
        let listing = LocatedCatalog(
            location: "http://other.example/",
            catalog: Catalog(collections: [
                ItemCollection(
                    id: "A", title: "A", items: [Item(title: "One", url: "http://other.example/1")])
            ]))
        var outline = CatalogOutline(listing, Plan(catalog: listing.location, entries: []))
        outline.parser = "html-links"
        for (answer, asked) in [("n", 1), ("y", 2)] {
            played.take(.looked(.found(outline, name: "other"), address: "http://other.example/"))
            #expect(played.cursorLine.contains("“other”: read as html-links, 1 item, 0 to fetch. Add it?"))
            played.press(answer)
            #expect(played.asked.count == asked)
        }
        #expect(played.asked.last == .perform(.add("http://other.example/", name: nil)))
        let known = KnownCatalog(location: SampleLibrary.notes, name: "notes", addedAt: .distantPast)
        played.take(.looked(.known(known), address: SampleLibrary.notes))
        #expect(played.text.contains("The library has it already: “notes”."))
    }

    @Test func `a catalogue is removed after a yes, and its files stay`() {
        var played = played
        played.press("X")
        #expect(
            played.cursorLine.contains("Remove “notes” from the library, and leave its files in the folder?"))
        played.press("y")
        #expect(played.asked == [.perform(.remove(SampleLibrary.notes, withFiles: false))])
        played.take(.removed(name: "notes", Desk.Removal(setAside: 1)))
        #expect(played.text.contains("“notes” has documents that are set aside"))
        played.take(.removed(name: "notes", Desk.Removal(left: 2)))
        #expect(played.text.contains("Removed “notes”: 2 files left in the folder."))
        #expect(played.asked.last == .reload && played.browser.place == .news)
        played.press("X")
        #expect(played.text.contains("Choose a collection of the catalogue first."))
    }

    @Test func `that everything was marked as read is taken back until that is done`() {
        var played = played
        played.press("u")
        #expect(played.asked.isEmpty && played.text.contains("There is nothing to take back."))
        played.take(.marked([key("1"), key("2")]))
        #expect(played.text.contains("Marked as read: 2. u takes that back."))
        played.take(.marked([]))
        #expect(played.text.contains("Nothing is new."))
        let undo = BrowserEffect.perform(.markNew([key("1"), key("2")]))
        played.press("u")
        #expect(played.asked == [undo])
        played.take(.message("no space left", isError: true))
        played.press("u")
        #expect(played.asked == [undo, undo])
        played.take(.undone([key("1"), key("2")]))
        played.press("u")
        #expect(played.asked.count == 2 && played.text.contains("There is nothing to take back."))
    }

    @Test func `what verifying found is said, and mended after a yes`() {
        var played = played
        played.press("!")
        #expect(played.asked == [.verify(repairs: false)])
        var progress = LibraryCheck.Progress(repairs: false)
        progress.counts = [.intact: 3, .edited: 2, .stray: 11]
        played.take(.verified(progress))
        #expect(played.text.contains("3 of 5 as they were stored."))
        progress.take(Verification(name: "a.pdf", state: .missing))
        played.take(.verified(progress))
        #expect(played.cursorLine.contains("1 document is damaged or missing. Fetch again?"))
        played.press("y")
        #expect(played.asked.last == .verify(repairs: true))
    }

    @Test func `every damaged or missing document counts, however much else verifying found`() {
        var played = played
        var progress = LibraryCheck.Progress(repairs: false)
        for number in 1...2000 {
            progress.take(Verification(name: "\(number).pdf", state: number <= 1000 ? .edited : .missing))
        }
        played.take(.verified(progress))
        #expect(played.cursorLine.contains("1000 documents are damaged or missing. Fetch again?"))
    }

    @Test func `versions and tries stand in the place of the document, one at a time`() {
        var played = played
        for (keys, shown) in [
            ("V", "The versions of 1"), ("e", "What was tried for 1"), ("V", "The versions of 1"),
            ("V", "The text of 1"),
        ] {
            played.press(keys)
            #expect(played.text.contains(shown), "\(keys)")
        }
        // The next item shows its document.
        played.press("Vj")
        #expect(played.text.contains("The text of 2"))
        // One that is not stored has none.
        played.press("jV")
        #expect(played.text.contains("That cannot be done with this item"))
    }

    @Test func `leaving, suspending and drawing anew are asked for everywhere`() {
        var played = played
        played.press("q\u{3}\u{1A}\u{C}f\u{3}\u{1B}?\u{1A}")
        #expect(played.asked == [.quit, .quit, .suspend, .redraw, .quit, .suspend])
    }

    @Test func `no key does two things at one place, and none is without words`() {
        for context in KeyContext.allCases {
            let keys = KeyTable.all.filter { $0.contexts.contains(context) }.flatMap(\.keys)
            #expect(Set(keys).count == keys.count)
        }
        #expect(KeyTable.all.allSatisfy { !$0.words.isEmpty && $0.keys.count == $0.names.count })
        #expect(Set(KeyTable.all.map(\.command)) == Set(BrowserCommand.allCases))
    }

    @Test func `of a hundred thousand items only those that are seen are drawn`() {
        var played = PlayedBrowser(columns: 160, lines: 45, SampleLibrary.large(100_000))
        played.press("Gk")
        #expect(played.browser.cursor.index == 99_998 && played.text.contains("Item 99999"))
        played.press("g")
        #expect(played.text.contains("100000 items") && played.text.contains("Item 0"))
    }
}
