import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTerminal

/// The browser as a value: what is shown, and where the person is.
///
/// It takes what happens and says what is to be done; it reads, writes and waits for nothing itself.
package struct Browser: Sendable {
    package typealias Pane = BrowserLayout.Pane

    /// What keys are for.
    package enum Mode: Sendable, Equatable {
        /// For moving and doing.
        case normal
        /// For the filter.
        case filter
        /// For the words to search for.
        case search
        /// For the words to find in the document.
        case find
        /// For the address of a catalogue.
        case add
        /// For yes or no.
        case question(String, BrowserEffect)
        /// For the list of keys.
        case help(top: Int)
    }

    /// A sentence in the last line.
    package struct Message: Sendable, Equatable {
        var text: String
        var isError: Bool
        /// Whether it goes as soon as the library is free.
        var endsWhenFree = false
        /// Whether it goes as soon as the library can be read.
        var endsWhenReadable = false
        /// Whether it goes as soon as a catalogue was read, or what comes of it is told.
        var endsWithReading = false
        /// The item whose state, once it is told, says more.
        var endsWithItem: ItemKey?
    }

    /// The size of the screen.
    package private(set) var columns, lines: Int
    /// The pane where the person is.
    package internal(set) var focus = Pane.library
    /// What keys are for.
    package internal(set) var mode = Mode.normal
    /// What is typed, while keys are for typing.
    package internal(set) var typed = TypedLine()
    /// Questions that came while keys were for something else, and are asked once they are not.
    var questions: [Mode] = []
    /// What is said.
    package internal(set) var message: Message?
    /// What goes on.
    package internal(set) var activity = Activity.State()
    /// How many syncs go on, also while they only read catalogues.
    var syncs = 0
    /// How many catalogues could not be read since the first of them began.
    var unread = 0

    /// The library; `nil` before it was read.
    package internal(set) var snapshot: LibrarySnapshot?
    /// Why it cannot be read.
    package internal(set) var trouble: String?
    /// The first pane.
    package internal(set) var outline = Outline()
    var outlineCursor = ListCursor()
    /// The items that were asked for; nothing was told of them since.
    var asked: Set<ItemKey> = []
    /// States that are newer than the library that was read.
    var live: [ItemKey: LiveStatus] = [:]

    /// What the second pane lists.
    package internal(set) var place: ListedPlace?
    package internal(set) var list = ItemList()
    package internal(set) var isListing = false
    var listTrouble: String?
    package internal(set) var listSerial = 0
    /// The row that stays in the list that was asked for last.
    var listAnchor: ItemList.Anchor?
    package internal(set) var cursor = ListCursor()
    package internal(set) var filter = ListFilter()
    var searched: String?

    /// The third pane.
    package internal(set) var detail = Inspection()
    package internal(set) var detailSerial = 0
    /// What the third pane was made of.
    var detailSource: DetailSource?
    /// What is to be found in documents.
    var sought = SoughtWords("")
    /// Whether somebody typed them, and they are not those of a search.
    var isSoughtTyped = false

    /// What was marked as read last, all at once.
    var marked: [ItemKey] = []

    /// The week; `nil` before it was read.
    package internal(set) var week: WeekGrid?
    var day: Weekday?
    var moduleCursor = ListCursor()
    /// The first line of the hours that is seen, if there are as many.
    var weekTop = 0
    /// The converter.
    package internal(set) var converter = ConverterSession()

    /// What the third pane is made of; another one has to be made when it changes.
    struct DetailSource: Sendable, Equatable {
        var entry: ItemKey
        var document: StoredDocument?
        var room: PreviewRoom
        var side: Inspection.Side
        /// What its details say, if they are shown; `nil` otherwise.
        var details: [StyledLine]?
    }

    package init(columns: Int, lines: Int) { (self.columns, self.lines) = (columns, lines) }

    /// Where everything is.
    package var layout: BrowserLayout {
        BrowserLayout(
            columns: columns, lines: lines, focus: focus, isApplication: place?.isApplication == true)
    }

    /// The chosen item.
    package var row: LibraryView.Row? { list.row(at: cursor.index) }

    /// The state of a row as it is now.
    package func state(of row: LibraryView.Row) -> ItemState {
        ItemState(row.now(live[row.documentKey]))
    }

    /// The hours of the week, and its modules; `nil` if they are not seen.
    var weekAreas: (hours: ScreenArea, modules: ScreenArea)? {
        week.flatMap { layout.week(days: $0.days.count, modules: $0.timetable.modules.count) }
    }

    /// The first module that is seen.
    var moduleTop: Int {
        let (rows, count) = ((weekAreas?.modules.lines ?? 0) - 1, week?.timetable.modules.count ?? 0)
        return max(0, min(moduleCursor.index - rows / 2, count - rows))
    }

    /// The module that is seen at a place of the screen.
    func module(at spot: ScreenPlace) -> Int? {
        guard place == .week, let area = weekAreas?.modules.inset(top: 1), area.contains(spot) else {
            return nil
        }
        return moduleTop + spot.line - area.line
    }

    /// Whether keys are those of the converter.
    var isConverting: Bool { place == .converter && focus == .items }

    /// Whether a question takes no key that is meant for something else.
    var mayAsk: Bool { mode == .normal && !isConverting }

    /// Where keys count.
    var context: KeyContext {
        switch focus {
        case .library: .library
        case .items: place == .week ? .week : .items
        case .detail: .document
        }
    }

    /// How many rows a pane shows.
    func height(of pane: Pane) -> Int { max(1, layout.body(pane)?.lines ?? lines - 2) }

    /// How many lines of a document are seen, below what stands above it.
    var detailHeight: Int { detailSource?.room.lines ?? 1 }

    /// How much of the document lies before the end of what is seen, in percent; `nil` if nobody scrolls through one, or
    /// nobody knows how long it is.
    var percent: Int? {
        guard focus == .detail, detail.lastTop(height: detailHeight) > 0 else { return nil }
        let end = detail.top + detail.seenLines(height: detailHeight)
        let percent = min(end, detail.lineCount) * 100 / detail.lineCount
        guard let part = detail.part, !part.hasEnd else { return percent }
        return part.share.map { Int(Double(percent) * $0) }
    }

    mutating func resize(columns: Int, lines: Int) -> [BrowserEffect] {
        (self.columns, self.lines) = (max(1, columns), max(1, lines))
        settle()
        return inspect()
    }

    /// Says something in the last line.
    mutating func say(_ text: String, isError: Bool = false) {
        message = Message(text: text.singleLine, isError: isError)
    }

    /// Says that a catalogue is read, which nothing else shows before something is fetched.
    mutating func sayReading(_ text: String) {
        message = Message(text: text.singleLine, isError: false, endsWithReading: true)
    }

    /// Brings what is chosen into sight.
    mutating func settle() {
        outlineCursor.move(
            to: outlineCursor.index, of: outline.entries.count, height: height(of: .library))
        cursor.move(to: cursor.index, of: list.rows.count, height: height(of: .items))
        scrollDetail(to: detail.top)
    }
}
