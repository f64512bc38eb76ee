import CarrelBrowse
import CarrelCore
import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTerminal
import Foundation

/// A browser over a library that is a value: what it asks for is there at once.
struct PlayedBrowser {
    private(set) var browser: Browser
    /// What it asked for that is not a list or a document.
    private(set) var asked: [BrowserEffect] = []
    private(set) var snapshot: LibrarySnapshot
    /// Whether lists and documents are still awaited.
    var isSlow = false
    /// The files of the last item that are set aside, the newest first.
    var files: [String] = []
    /// What a search found in each document.
    var found: [String] = []
    private var late: [BrowserEvent] = []

    init(
        columns: Int, lines: Int, _ view: LibraryView = SampleLibrary.view, setAside: Int = 1,
        isRead: Bool = true
    ) {
        browser = Browser(columns: columns, lines: lines)
        snapshot = LibrarySnapshot(DeskSnapshot(view, number: 1))
        if isRead { read(setAside: setAside) }
    }

    /// Has the library read.
    mutating func read(setAside: Int) {
        take(.library(snapshot, underWay: [:], Outline(snapshot, setAside: setAside), selected: nil))
    }

    /// Has the library read after it changed.
    mutating func read(_ view: LibraryView) {
        snapshot = LibrarySnapshot(DeskSnapshot(view, number: snapshot.number + 1))
        read(setAside: 1)
    }

    /// The screen as text.
    var text: String { BrowserView.screen(of: browser).text }

    /// The line where the cursor stands.
    var cursorLine: String {
        let screen = BrowserView.screen(of: browser)
        return screen.cursor.map { screen.text(ofLine: $0.line) } ?? ""
    }

    /// Presses keys, given as a terminal sends them.
    mutating func press(_ keys: String) {
        var decoder = KeyDecoder()
        for input in decoder.inputs(of: keys.utf8) + decoder.flush() { take(.input(input)) }
    }

    mutating func take(_ event: BrowserEvent) {
        for effect in browser.take(event) { play(effect) }
    }

    /// Lets come what was awaited.
    mutating func catchUp() {
        isSlow = false
        let events = late
        late = []
        for event in events { take(event) }
    }

    private mutating func play(_ effect: BrowserEffect) {
        switch effect {
        case .list(let place, let filter, let anchor, let serial):
            let rows = rows(of: place, with: anchor?.entry)
            let shown = filter.rows(rows, with: anchor?.entry)
            let notes = if case .collection = place { [String]() } else { shown.map { $0.key.collection } }
            var list = ItemList(
                shown, notes: notes, files: place == .setAside ? files : [], total: rows.count)
            let hit = HitExcerpt(found.map { SearchHit.SnippetPart($0, isFound: true) })
            if case .search = place, !found.isEmpty { list.hits = shown.map { _ in hit } }
            answer(.list(list, index: anchor.flatMap(list.index(of:)), serial: serial))
        case .detail(let key, let room, let side, let serial):
            let words =
                switch side {
                case .document: "The text of \(key.item), "
                case .tries: "What was tried for \(key.item)"
                case .versions: "The versions of \(key.item), "
                case .details: "Nobody is asked for the details."
                }
            let lines = FittedText.lines(String(repeating: words, count: 20), width: room.columns)
            answer(.detail(.shown(DetailContent(lines.map { StyledLine($0) })), serial: serial))
        case .noDetail: break
        default: asked.append(effect)
        }
    }

    private mutating func answer(_ event: BrowserEvent) {
        if isSlow { late.append(event) } else { take(event) }
    }

    private var setAside: [LibraryView.Row] {
        let rows = snapshot.view.allRows.filter { $0.status.name == "setAside" }
        return files.isEmpty ? rows : files.flatMap { _ in rows }
    }

    private func rows(of place: ListedPlace, with staying: ItemKey?) -> [LibraryView.Row] {
        switch place {
        case .collection(let key): snapshot.rows(of: key)
        case .news: snapshot.view.news(with: staying).flatMap(\.rows)
        case .setAside: setAside
        case .search: snapshot.view.allRows.filter { $0.item.title.contains("tide") }
        default: []
        }
    }
}

/// A library of two catalogues.
enum SampleLibrary {
    static let notes = "http://notes.example/modules.json"

    static var view: LibraryView { view(new: ["1"]) }

    /// The library where of the two stored documents, 1 and 2, these are new.
    static func view(new: Set<String>) -> LibraryView {
        let tides = ItemCollection(
            id: "SEA101", title: "Tides and currents",
            items: [
                "Why there are tides", "The rule of twelfths", "世界の潮汐 🌊", "Springs and neaps", "A login page",
            ]
            .enumerated().map { item("\($0.offset + 1)", $0.element) } + [Item(title: "Next week", url: nil)])
        let way = ItemCollection(
            id: "SEA102", title: "Finding the way",
            items: (1...40).map { item("\($0)", "Knots and miles \($0)") })
        var memory: [ItemKey: ItemMemory] = [:]
        for id in ["1", "2"] { memory[key(id)] = stored(id, news: new.contains(id) ? .new : nil) }
        var failed = ItemMemory()
        failed.lastFailure = "the server answered 404 Not Found"
        memory[key("4")] = failed
        var aside = ItemMemory()
        aside.lastFailure = "The server sent a login page instead of a PDF"
        aside.asideReason = aside.lastFailure
        memory[key("5")] = aside
        return LibraryView([
            LibraryView.CatalogView(
                location: notes, name: "notes",
                catalog: Catalog(sections: [CatalogSection(title: "Sea", collections: [tides, way])]),
                memory: LibraryMemory(catalog: notes, items: memory))
        ])
    }

    /// A library of one collection with so many items.
    static func large(_ count: Int) -> LibraryView {
        let all = ItemCollection(
            id: "all", title: "All", items: (0..<count).map { item("\($0)", "Item \($0)") })
        return LibraryView([
            LibraryView.CatalogView(
                location: notes, name: "large", catalog: Catalog(collections: [all]),
                memory: LibraryMemory(catalog: notes))
        ])
    }

    static func key(_ item: String, _ collection: String = "SEA101") -> ItemKey {
        ItemKey(catalog: notes, collection: collection, item: item)
    }

    private static func item(_ id: String, _ title: String) -> Item {
        var item = Item(title: title, url: "http://notes.example/\(id).pdf")
        item.id = id
        return item
    }

    private static func stored(_ id: String, news: News?) -> ItemMemory {
        var memory = ItemMemory()
        memory.document = StoredDocument(
            name: "\(id).pdf", size: 2048, sha256: String(repeating: id, count: 64),
            mediaType: MediaType("application/pdf"), validators: Validators(),
            url: "http://notes.example/\(id).pdf",
            storedAt: Date(timeIntervalSince1970: 1_700_000_000))
        memory.news = news
        return memory
    }
}
