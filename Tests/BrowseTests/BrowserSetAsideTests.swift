import CarrelBrowse
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import Testing

/// What keys do with documents that were set aside.
struct BrowserSetAsideTests {
    @Test func `of two files of one item the chosen one is meant, also where the list was made again`() {
        for (keys, file) in [("d", "5~b.pdf"), ("dj", "5~a.pdf")] {
            var played = PlayedBrowser(columns: 120, lines: 12)
            played.files = ["5~b.pdf", "5~a.pdf"]
            played.press(keys)
            played.read(setAside: 2)
            played.press("xy")
            played.press("ay")
            #expect(
                played.asked == [
                    .perform(.discard(SampleLibrary.key("5"), file: file)),
                    .perform(.accept(SampleLibrary.key("5"), file: file)),
                ])
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `each of many items is found without a look at all of them`() {
        let count = 40_000
        let snapshot = LibrarySnapshot(DeskSnapshot(SampleLibrary.large(count), number: 1))
        let found = (0..<count).count { number in
            snapshot.row(of: SampleLibrary.key("\(number)", "all"))?.entry.item == "\(number)"
        }
        #expect(found == count)
        #expect(snapshot.row(of: SampleLibrary.key("0", "none")) == nil)
    }
}
