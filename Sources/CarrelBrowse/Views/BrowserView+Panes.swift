import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTerminal

/// The three panes.
extension BrowserView {
    // MARK: Library

    mutating func drawLibrary() {
        guard let area = layout.body(.library) else { return }
        let isFocused = browser.focus == .library
        guard browser.snapshot != nil else {
            return say([browser.trouble ?? "Reading the library …"], in: area)
        }
        let (outline, cursor) = (browser.outline, browser.outlineCursor)
        for (offset, entry) in outline.entries.dropFirst(cursor.top).prefix(area.lines).enumerated() {
            let line = area.line + offset
            draw(entry, line, area)
            guard cursor.top + offset == cursor.index, entry.place != nil else { continue }
            select(line, in: area.inset(left: -1), isFocused: isFocused)
            if isFocused { stand(area.column, line) }
        }
        if let part = emptyPart, let words = emptyWords(in: part) { say(words, in: part) }
    }

    /// Whether the last line has to say what to do with an empty library, as its pane cannot.
    var isEmptyUnsaid: Bool { emptyPart.map { emptyWords(in: $0) == nil } ?? false }

    /// What is below the places of an empty library, if that is seen.
    private var emptyPart: ScreenArea? {
        guard browser.snapshot != nil, browser.outline.isEmpty, let area = layout.body(.library) else {
            return nil
        }
        return area.inset(top: min(area.lines, browser.outline.entries.count))
    }

    /// What to do with an empty library, in words that are not cut there; `nil` if all would be.
    private func emptyWords(in area: ScreenArea) -> [String]? {
        let choices = [
            ["This library is empty.", "Press + and paste the address of a catalogue."],
            ["Empty: + adds a catalogue."],
        ]
        return choices.first { fits($0, in: area) }
    }

    private mutating func draw(_ entry: Outline.Entry, _ line: Int, _ area: ScreenArea) {
        let end = area.end - 1
        switch entry {
        case .gap: break
        case .catalog(let name):
            screen.put(TextWidth.cut(name.singleLine, to: end - area.column), area.column, line, Look.strong)
        case .heading(let title):
            screen.put(
                TextWidth.cut(title.singleLine, to: end - area.column - 1), area.column + 1, line,
                CellStyle.plain.with(.underlined))
        case .place(let place, let title, let subtitle, let counts):
            let indent = if case .collection = place { 2 } else { 0 }
            let (badge, style) = badge(counts, isCollection: indent > 0)
            let start = end - TextWidth.of(badge)
            let room = start - area.column - indent - (badge.isEmpty ? 0 : 1)
            let title = [title, subtitle].compactMap { $0?.singleLine }.joined(separator: " · ")
            screen.put(TextWidth.cut(title, to: room), area.column + indent, line)
            screen.put(badge, start, line, style)
        }
    }

    /// What is worth a look, else how many there are.
    private func badge(_ counts: LibrarySnapshot.Counts?, isCollection: Bool) -> (String, CellStyle) {
        guard let counts else { return ("", .plain) }
        if !isCollection { return counts.items == 0 ? ("", .plain) : (String(counts.items), Look.news) }
        if counts.news > 0 { return ("\(counts.news) new", Look.news) }
        if counts.failed > 0 { return ("\(counts.failed) failed", CellStyle(.red)) }
        if counts.setAside > 0 { return ("\(counts.setAside) set aside", CellStyle(.red)) }
        return ("\(counts.stored)/\(counts.items)", Look.quiet)
    }

    // MARK: Items

    mutating func drawItems() {
        guard let area = layout.body(.items) else { return }
        let isFocused = browser.focus == .items
        drawTitle(area)
        let list = browser.list
        guard !list.rows.isEmpty else {
            let words = empty
            say(words, in: area)
            if isFocused { stand(area.column, area.line + min(1, area.lines - 1)) }
            return
        }
        let cursor = browser.cursor
        for offset in 0..<min(area.lines, list.rows.count - cursor.top) {
            let (index, line) = (cursor.top + offset, area.line + offset)
            draw(list.rows[index], at: index, line, area)
            guard index == cursor.index else { continue }
            select(line, in: area.inset(left: -1, right: -1), isFocused: isFocused)
            if isFocused { stand(area.column, line) }
        }
    }

    private mutating func drawTitle(_ area: ScreenArea) {
        let line = area.line - 1
        guard line >= 0 else { return }
        let (count, total) = (browser.list.rows.count, browser.list.total)
        let items = count < total ? "\(count) of \(total)" : Counted.text(total, "item")
        let words = browser.isListing && count == 0 ? "…" : items
        let style = browser.focus == .items ? CellStyle.plain.with(.underlined) : Look.quiet
        screen.put(TextWidth.cut(heading, to: area.columns - words.count - 2), area.column, line, style)
        screen.put(words, area.end - words.count, line, Look.quiet)
    }

    private var heading: String {
        switch browser.place {
        case .collection(let key):
            (browser.snapshot?.collection(key)?.collection.title ?? key.collection).singleLine
        case .search: "Found"
        case let place: place?.title ?? ""
        }
    }

    /// Why there is nothing in the list.
    private var empty: [String] {
        if let trouble = browser.listTrouble { return [trouble] }
        if browser.snapshot == nil { return browser.trouble == nil ? ["Reading the library …"] : [] }
        if browser.isListing { return ["…"] }
        if !browser.filter.isEmpty { return ["No item matches the filter.", "Esc ends it."] }
        switch browser.place {
        case .news: return ["Nothing is new."]
        case .setAside: return ["Nothing is set aside."]
        case .recent: return ["Nothing was looked at yet."]
        case .search: return ["Nothing was found."]
        case .collection: return ["This collection lists no items."]
        default: return browser.outline.isEmpty ? [] : ["Choose a collection."]
        }
    }

    private mutating func draw(_ row: LibraryView.Row, at index: Int, _ line: Int, _ area: ScreenArea) {
        let state = browser.state(of: row)
        let style = StateWords.style(state)
        screen.put(StateWords.sign(state), area.column, line, style)
        let words = area.columns < 26 ? "" : StateWords.of(state, within: area.columns / 2)
        let start = area.end - TextWidth.of(words)
        let column = area.column + 2
        let room = max(0, start - column - (words.isEmpty ? 0 : 1))
        // Of a long title a half gives way to what was found.
        let most = browser.list.hit(at: index)?.leastColumns.map { max(room / 2, room - $0 - 2) } ?? room
        let label = TextWidth.cut(row.label.singleLine, to: most)
        let next = screen.put(label, column, line) + 2
        if let note = browser.list.note(at: index, in: start - next - 1), next + 1 < start {
            screen.put(note, next, line, Look.quiet)
        }
        screen.put(words, start, line, style)
    }

    // MARK: Detail

    mutating func drawDetail() {
        guard let area = layout.body(.detail) else { return }
        if browser.focus == .detail { stand(area.column, area.line) }
        guard let row = browser.row else { return }
        let state = browser.state(of: row)
        var line = area.line
        for text in browser.head(of: row, in: area) where line < area.line + area.lines {
            screen.put(text.text, area.column, line, text.style, end: area.end)
            line += 1
        }
        let body = area.inset(top: line - area.line)
        if browser.focus == .detail { stand(body.column, min(body.line, area.line + area.lines - 1)) }
        switch browser.detail.state {
        case .none: say(hints(row, state), in: body.inset(top: -1))
        case .loading: say(["…"], in: body.inset(top: -1))
        case .failed(let reason): say([reason], in: body.inset(top: -1))
        case .shown(let content): draw(content, in: body)
        }
    }

    private mutating func draw(_ content: DetailContent, in area: ScreenArea) {
        var area = area
        if browser.detail.top == 0 { area = area.inset(top: drawPicture(content, in: area)) }
        let shown = content.lines.indices.dropFirst(browser.detail.top).prefix(area.lines)
        let found = browser.focus == .detail ? browser.sought.columns(in: content.lines, seen: shown) : [:]
        for (offset, index) in shown.enumerated() {
            let (text, line) = (content.lines[index], area.line + offset)
            screen.put(text.text, area.column, line, text.style, end: area.end)
            markFound(found[index] ?? [], line, area)
            if browser.focus == .detail, index == browser.detail.found { stand(area.column, line) }
        }
        guard content.lines.count > browser.detail.top + area.lines, area.lines > 1 else { return }
        screen.put("↓", area.end - 1, area.line + area.lines - 1, Look.active)
    }

    /// Shows which words of a line were sought.
    private mutating func markFound(_ found: [Range<Int>], _ line: Int, _ area: ScreenArea) {
        for columns in found {
            let rest = area.inset(left: columns.lowerBound)
            let words = ScreenArea(
                column: rest.column, line: line, columns: min(columns.count, rest.columns), lines: 1)
            screen.mark(words) { $0.attributes.insert(.reversed) }
        }
    }

    /// Draws the picture.
    ///
    /// - Returns: the lines that it takes, with an empty one behind it.
    private mutating func drawPicture(_ content: DetailContent, in area: ScreenArea) -> Int {
        if var graphic = content.graphic {
            guard graphic.area.columns <= area.columns, graphic.area.lines <= area.lines else { return 0 }
            // A terminal draws pictures over whatever is written: none is shown under the help.
            if case .help = browser.mode { return content.pictureLines }
            (graphic.area.column, graphic.area.line) = (area.column, area.line)
            screen.graphics.append(graphic)
            return content.pictureLines
        }
        guard let picture = content.picture, depth > .basic else { return 0 }
        screen.put(picture, in: area)
        return content.pictureLines
    }

    /// What can be done with an item that is not stored.
    private func hints(_ row: LibraryView.Row, _ state: ItemState) -> [String] {
        let offers = ItemOffer.of(row, state)
        var hints: [String] = []
        if offers.contains(.download) { hints.append("Enter downloads it.") }
        if offers.contains(.tryAgain) { hints.append("Enter tries again, e shows what was tried.") }
        if offers.contains(.accept) {
            hints.append("a accepts what came, x discards it.")
        } else if offers.contains(.discard) {
            hints.append("x discards it.")
        }
        if offers.contains(.cancel) { hints.append("c cancels the download, unless a sync fetches it.") }
        return hints
    }
}
