import CarrelBrowse
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelTerminal
import Testing

/// What the browser says of what went wrong.
struct BrowserMessageTests {
    private let long =
        "cannot connect to 127.0.0.1 port 8327 (http://127.0.0.1:8327/course/modules.json). Check the network and the "
        + "address, or try again later"

    @Test func `a message that is longer than the line goes on over the panes until the next key`() {
        var played = PlayedBrowser(columns: 100, lines: 14)
        played.take(.message(long, isError: true))
        let lines = played.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 14)
        #expect(lines[12].hasPrefix(" cannot connect to 127.0.0.1 port 8327 (http://127.0.0.1:8327/course/"))
        #expect(lines[13].contains("or try again later") && lines[13].hasSuffix("? keys"))
        played.press("j")
        #expect(!played.text.contains("cannot connect") && !played.text.contains("try again later"))
    }

    @Test func `a message that is longer than three lines is cut at the end`() {
        var played = PlayedBrowser(columns: 60, lines: 14)
        played.take(.message(String(repeating: "All of it. ", count: 40), isError: false))
        let lines = played.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(!lines[10].contains("All of it.") && lines[11].contains("All of it."))
        #expect(lines[13].contains("…"))
    }

    @Test(arguments: [("s", "Syncing “notes” …"), ("S", "Syncing all catalogues …")])
    func `that a sync began is said, also beside a document, until something comes of it`(
        key: String, words: String
    ) {
        for keys in ["", "l"] {
            var played = PlayedBrowser(columns: 60, lines: 14)
            played.press(keys + key)
            played.take(.change(.activity(Activity.State())))
            #expect(played.text.contains(words), "\(played.text)")
            played.take(.change(.library(relists: true)))
            #expect(!played.text.contains(words) && played.asked.last == .reload)
            played.press(key)
            played.take(.change(.activity(Activity.State(planned: 9, isBusy: true))))
            #expect(!played.text.contains(words) && played.text.contains("↓ 0 / 9"), "\(played.text)")
        }
    }

    @Test func `that an item is asked for is said until it is on its way, whatever another process records`()
        throws
    {
        let item = SampleLibrary.key("3")
        for key in ["D", "\r"] {
            var played = PlayedBrowser(columns: 60, lines: 14)
            let row = try #require(played.snapshot.row(of: item))
            played.press("jj" + key)
            played.take(.change(.activity(Activity.State())))
            played.take(.change(.library(relists: true)))
            #expect(played.text.contains("Downloading …"), "\(played.text)")
            var other = played
            played.take(.change(.states([item: LibraryWatch.Told(row, .underWay(fraction: 0.4))])))
            #expect(!played.text.contains("Downloading …"), "\(played.text)")
            other.take(.change(.activity(Activity.State(planned: 1, isBusy: true))))
            #expect(other.text.contains("↓ 0 / 1"), "\(other.text)")
        }
    }

    @Test func `an item that is only asked for can be given up`() throws {
        var played = PlayedBrowser(columns: 120, lines: 14)
        let item = SampleLibrary.key("3")
        let row = try #require(played.snapshot.row(of: item))
        played.press("jjDkjc")
        #expect(played.asked == [.perform(.get(item)), .perform(.cancel(item))])
        #expect(played.text.contains("It is no longer asked for."), "\(played.text)")
        played.press("c")
        #expect(played.asked.count == 2 && played.text.contains("it is not fetched."), "\(played.text)")
        played.press("D")
        played.take(.change(.states([item: LibraryWatch.Told(row, .failed(reason: "404 Not Found"))])))
        played.press("c")
        #expect(played.asked.count == 3 && played.text.contains("it is failed."), "\(played.text)")
    }

    @Test func `a sync is told of until it ends, also while it only reads, and then what came`() {
        var played = PlayedBrowser(columns: 120, lines: 14)
        played.press("S")
        played.take(.sync(.begun))
        played.take(.change(.library(relists: true)))
        played.take(.change(.activity(Activity.State(done: 9))))
        #expect(played.text.contains(" Syncing … "), "\(played.text)")
        var summary = RunSummary()
        (summary.new, summary.failed, summary.unchanged) = (25, 1, 3)
        played.take(.sync(.ended(summary)))
        #expect(played.text.contains("Synced: 25 new, 1 failed."), "\(played.text)")
        played.press("j")
        #expect(!played.text.contains("Sync"), "\(played.text)")
        played.press("S")
        played.take(.sync(.begun))
        played.take(.sync(.ended(RunSummary())))
        #expect(played.text.contains("Synced: nothing new."), "\(played.text)")
        played.take(.sync(.begun))
        played.take(.message("cannot connect", isError: true))
        played.take(.sync(.ended(RunSummary())))
        #expect(played.text.contains("cannot connect") && !played.text.contains("Sync"))
    }

    @Test func `of several catalogues that cannot be read all are counted, and those of one sync alone`() {
        var played = PlayedBrowser(columns: 120, lines: 14)
        for _ in 1...2 {
            played.take(.sync(.begun))
            played.take(.unread("cannot connect (one)"))
            #expect(played.text.contains(" cannot connect (one)"), "\(played.text)")
            #expect(!played.text.contains("catalogues cannot"), "\(played.text)")
            played.take(.sync(.begun))
            played.take(.unread("not found (two)"))
            #expect(played.text.contains(" 2 catalogues cannot be read. The last one: not found (two)"))
            played.take(.sync(.ended(nil)))
            played.take(.sync(.ended(nil)))
        }
    }

    @Test func `that others are fetched is seen beside why a catalogue cannot be read`() {
        for columns in [60, 80] {
            var played = PlayedBrowser(columns: columns, lines: 14)
            played.take(.sync(.begun))
            played.take(.change(.activity(Activity.State(done: 3, planned: 9, isBusy: true))))
            played.take(.unread("cannot connect (one)"))
            #expect(played.text.contains(" cannot connect (one)"), "\(played.text)")
            #expect(played.text.hasSuffix(" ↓ 3 / 9 · 1/6  ? keys") == (columns == 80), "\(played.text)")
        }
    }

    @Test func `nothing is drawn again while nothing goes on, unless a message goes or a question comes`() {
        var played = PlayedBrowser(columns: 120, lines: 14)
        let (idle, busy) = (Activity.State(), Activity.State(done: 1, planned: 9, isBusy: true))
        #expect(played.browser.isIdle(.change(.activity(idle))))
        #expect(!played.browser.isIdle(.change(.activity(busy))) && !played.browser.isIdle(.free))
        played.take(.change(.activity(busy)))
        #expect(played.browser.isIdle(.change(.activity(busy))))
        #expect(!played.browser.isIdle(.change(.activity(idle))))
        played.press("jjD")
        #expect(!played.browser.isIdle(.change(.activity(busy))))
        played.take(.change(.activity(busy)))
        #expect(played.browser.isIdle(.change(.activity(busy))))
        var progress = LibraryCheck.Progress(repairs: false)
        progress.take(Verification(name: "a.pdf", state: .missing))
        played.press("f")
        played.take(.verified(progress))
        #expect(played.browser.isIdle(.change(.activity(busy))))
        played.press("\u{1B}")
        #expect(!played.browser.isIdle(.change(.activity(busy))))
    }

    @Test func `where a sync could read nothing it is not said what came`() {
        var played = PlayedBrowser(columns: 120, lines: 14)
        played.press("S")
        played.take(.sync(.begun))
        played.take(.sync(.ended(nil)))
        #expect(!played.text.contains("Sync"), "\(played.text)")
    }

    @Test func `where there is no catalogue to sync, the key is named that adds one`() {
        var played = PlayedBrowser(columns: 120, lines: 14, LibraryView([]))
        played.press("S")
        played.take(.sync(.needless))
        #expect(played.text.contains("There is no catalogue to sync yet: + adds one."), "\(played.text)")
        #expect(!played.text.contains("Syncing"), "\(played.text)")
    }

    @Test(arguments: [(20, 5), (20, 8), (20, 9), (33, 6), (80, 6), (40, 8)])
    func `how to begin with an empty library is said whole on every small screen`(columns: Int, lines: Int) {
        let played = PlayedBrowser(columns: columns, lines: lines, LibraryView([]), setAside: 0)
        let words = played.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("+ adds a catalogue"), "\(played.text)")
    }

    @Test func `a question that is longer than the last line can be read, and so can what answers it`() {
        var played = PlayedBrowser(columns: 40, lines: 12)
        played.press("X")
        #expect(
            played.text.hasSuffix(
                "Remove “notes” from the library, and\nleave its files in the folder? (y/n)"),
            "\(played.text)")
        #expect(BrowserView.screen(of: played.browser).cursor == ScreenPlace(column: 37, line: 11))
        played.take(.resized(columns: 24, lines: 3))
        #expect(played.text.contains("Remove “notes” from"), "\(played.text)")
        #expect(played.text.hasSuffix("… (y/n)"), "\(played.text)")
        played.press("y")
        #expect(played.asked == [.perform(.remove(SampleLibrary.notes, withFiles: false))])
    }

    @Test(arguments: ["/", "f", "+", "X", "="])
    func `a question that comes while keys are for something else waits, and takes none of them`(key: String)
    {
        var played = PlayedBrowser(columns: 120, lines: 12)
        played.press(key)
        var progress = LibraryCheck.Progress(repairs: false)
        progress.take(Verification(name: "a.pdf", state: .missing))
        played.take(.verified(progress))
        #expect(!played.cursorLine.contains("Fetch again?"))
        played.press(key == "X" ? "ny" : "my\u{1B}y")
        #expect(played.asked.isEmpty && played.browser.mode == .normal)
        played.take(.change(.activity(Activity.State())))
        #expect(played.cursorLine.contains("1 document is damaged or missing. Fetch again?"))
        played.press("y")
        #expect(played.asked == [.verify(repairs: true)] && played.browser.mode == .normal)
    }

    @Test func `after a repair it is said what was done, and not more`() {
        for (states, said) in [
            ([Verification.State.missing], "What was missing is fetched again."),
            ([.missing, .damaged], "What was damaged is set aside, and is fetched again."),
            ([.intact], "1 of 1 as they were stored."),
        ] {
            var played = PlayedBrowser(columns: 120, lines: 12)
            var progress = LibraryCheck.Progress(repairs: true)
            for state in states {
                var result = Verification(name: "a.pdf", state: state)
                result.isRepaired = state != .intact
                progress.take(result)
            }
            played.take(.verified(progress))
            #expect(played.text.contains(said), "\(played.text)")
        }
    }

    @Test func `what may not be read is said after verifying, and not offered to be fetched again`() {
        var played = PlayedBrowser(columns: 120, lines: 12)
        var progress = LibraryCheck.Progress(repairs: false)
        var unreadable = Verification(name: "a.pdf", state: .unreadable)
        (unreadable.stays, unreadable.reason) = (true, "Permission denied")
        progress.take(unreadable)
        played.take(.verified(progress))
        #expect(played.text.contains("1 document is unreadable: Permission denied"), "\(played.text)")
        #expect(played.browser.mode == .normal)
    }

    @Test func `what may not be read is counted apart from what can be fetched again`() {
        for repairs in [false, true] {
            var played = PlayedBrowser(columns: 160, lines: 12)
            var progress = LibraryCheck.Progress(repairs: repairs)
            var unreadable = Verification(name: "a.pdf", state: .unreadable)
            (unreadable.stays, unreadable.reason) = (true, "Permission denied")
            progress.take(unreadable)
            progress.take(Verification(name: "b.pdf", state: .missing))
            progress.take(Verification(name: "c.pdf", state: .damaged))
            played.take(.verified(progress))
            let expected =
                repairs
                ? "2 documents are still damaged or missing, 1 document is unreadable: Permission denied"
                : "2 documents are damaged or missing. Fetch again? (1 document is unreadable)"
            #expect(played.text.contains(expected), "\(played.text)")
        }
    }

    @Test func `a document that was fetched and whose file is gone is called missing`() {
        var view = SampleLibrary.view
        view.catalogs[0].memory.items[SampleLibrary.key("2")]?.isMissing = true
        var played = PlayedBrowser(columns: 120, lines: 14, view)
        played.press("j")
        #expect(played.cursorLine.contains("missing") && played.text.contains("○ missing"), "\(played.text)")
    }

    @Test(arguments: [(200, "stored, last try failed"), (120, "stored, failed")])
    func `a stored document whose last try failed is called stored in its list and beside its text`(
        columns: Int, word: String
    ) {
        var view = SampleLibrary.view
        view.catalogs[0].memory.items[SampleLibrary.key("2")]?.lastFailure = "cannot connect"
        var played = PlayedBrowser(columns: columns, lines: 14, view)
        played.press("j")
        #expect(played.cursorLine.contains("× ") && played.cursorLine.contains(word), "\(played.text)")
        #expect(played.text.contains("× stored, last try failed · 2.00 KiB"), "\(played.text)")
    }
}
