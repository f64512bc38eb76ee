import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTerminal

/// Something that happened.
package enum BrowserEvent: Sendable {
    /// Something came from the terminal.
    case input(TerminalInput)
    /// The terminal has another size.
    case resized(columns: Int, lines: Int)
    /// The library was read; `selected` is the collection that was chosen last, by anybody.
    case library(
        LibrarySnapshot, underWay: [ItemKey: LiveStatus], Outline, selected: CollectionKey?)
    /// The library cannot be read.
    case unreadable(String)
    /// A list was made; `index` is where the row that was chosen is now.
    case list(ItemList, index: Int?, serial: Int)
    /// A list could not be made.
    case listFailed(String, serial: Int)
    /// A document was looked into.
    case detail(Inspection.State, serial: Int)
    /// The timetables were read.
    case week(WeekGrid)
    /// The library changed, or something goes on.
    case change(LibraryWatch.Change)
    /// A sentence for the person.
    case message(String, isError: Bool)
    /// A catalogue cannot be read: why, as a sentence for the person.
    case unread(String)
    /// Another process uses the library: a sentence for the person, until `free`.
    case busy(String)
    /// The library is free again.
    case free
    /// An address was looked at that may be added.
    case looked(CatalogLook, address: String)
    /// These items were marked as read.
    case marked([ItemKey])
    /// That these items were marked as read was taken back.
    case undone([ItemKey])
    /// What a collection lists was read, whether it has changed or not.
    case opened
    /// A catalogue was removed, unless some of its documents are set aside.
    case removed(name: String, Desk.Removal)
    /// A sync began or ended.
    case sync(LibraryActions.SyncStep)
    /// The library was verified.
    case verified(LibraryCheck.Progress)
    /// A catalogue was added.
    case added(CollectionKey?)
}

/// Something that is to be done.
package enum BrowserEffect: Sendable, Equatable {
    /// Reads the library again.
    case reload
    /// Makes a list, in which the item of the anchor stays; one that is being made is given up.
    case list(ListedPlace, ListFilter, anchor: ItemList.Anchor?, serial: Int)
    /// Looks into a document; what is being looked into is given up.
    case detail(ItemKey, shown: PreviewRoom, side: Inspection.Side, serial: Int)
    /// Looks into no document any longer.
    case noDetail
    /// Does what a person asks for.
    case perform(LibraryAction)
    /// Looks at what an address would bring.
    case look(String)
    /// Reads every document again; with `repairs`, fetches damaged and missing ones anew.
    case verify(repairs: Bool)
    /// Notes that an item was looked at.
    case note(ItemKey)
    /// Hands a document to the viewer of the desktop.
    case open(ItemKey)
    /// Reads the timetables.
    case week
    /// Draws everything anew.
    case redraw
    /// Suspends the program.
    case suspend
    /// Ends the program.
    case quit
}

/// How much of a document can be seen.
package struct PreviewRoom: Sendable, Hashable {
    /// The cells of a line, and the number of lines.
    package var columns, lines: Int
    /// Whether somebody reads on who came to the end of what is shown of a long text at first.
    package var isLong: Bool

    package init(columns: Int, lines: Int, isLong: Bool = false) {
        (self.columns, self.lines, self.isLong) = (columns, lines, isLong)
    }

    /// How many times as much text is shown to somebody who reads on.
    static let growth = 16

    /// The most text, in bytes: at first what nearly all texts have, which is there at once.
    var maxText: Int { (256 << 10) * (isLong ? Self.growth : 1) }
}
