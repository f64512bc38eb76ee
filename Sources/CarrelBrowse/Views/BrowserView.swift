import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTerminal

/// Draws the browser: the same browser is always the same screen.
package struct BrowserView {
    let browser: Browser
    let depth: ColourDepth
    let layout: BrowserLayout
    var screen: ScreenBuffer

    private init(_ browser: Browser, _ depth: ColourDepth) {
        (self.browser, self.depth, layout) = (browser, depth, browser.layout)
        screen = ScreenBuffer(columns: browser.columns, lines: browser.lines)
    }

    /// What a terminal with some colours is to show; only what is seen is drawn.
    package static func screen(of browser: Browser, _ depth: ColourDepth = .none) -> ScreenBuffer {
        var view = BrowserView(browser, depth)
        view.draw()
        // A screen of a few cells cannot show everything.
        view.screen.cursor = view.screen.cursor.map {
            ScreenPlace(
                column: max(0, min($0.column, view.screen.columns - 1)),
                line: max(0, min($0.line, view.screen.lines - 1)))
        }
        return view.screen
    }

    private mutating func draw() {
        drawHead()
        for border in layout.borders {
            for line in (layout.head ?? -1) + 1..<layout.foot {
                screen.set(Cell("│", Look.quiet), border, line)
            }
        }
        if layout.areas[.library] != nil { drawLibrary() }
        if layout.areas[.items] != nil {
            switch browser.place {
            case .week: drawWeek()
            case .converter: drawConverter()
            default: drawItems()
            }
        }
        if layout.areas[.detail] != nil { drawDetail() }
        drawFoot()
        if case .help(let top) = browser.mode { drawHelp(top) }
    }

    // MARK: Head and foot

    private mutating func drawHead() {
        guard let line = layout.head else { return }
        var column = screen.put(" Carrel ", 0, line, Look.brand)
        for part in path where column < screen.columns - 4 {
            column = screen.put(" › ", column, line, Look.quiet)
            column = screen.put(TextWidth.cut(part, to: screen.columns - column), column, line, Look.strong)
        }
    }

    private var path: [String] {
        switch browser.place {
        case .collection(let key):
            let title = browser.snapshot?.collection(key)?.collection.title
            let catalog = browser.snapshot?.name(of: key.catalog)
            return [catalog, title].compactMap { $0?.singleLine }
        case .search(let words): return ["Search", words]
        case let place: return [place?.title].compactMap(\.self)
        }
    }

    private mutating func drawFoot() {
        let line = layout.foot
        switch browser.mode {
        case .normal, .help: drawStatus(line)
        case .filter:
            let status = browser.filter.status?.rawValue ?? "any status"
            let kind = browser.filter.kind?.rawValue ?? "any type"
            drawPrompt("Filter:", "Tab \(status) · Shift-Tab \(kind)", line)
        case .search: drawPrompt("Search:", "Enter searches · Esc leaves", line)
        case .find: drawPrompt("Find:", "Enter finds · Esc leaves", line)
        case .add: drawPrompt("Add a catalogue:", "its address, or a file", line)
        case .question(let text, _): drawQuestion(text, endingAt: line)
        }
    }

    private mutating func drawPrompt(_ label: String, _ hint: String, _ line: Int) {
        // On a narrow screen half of the line stays for what is typed.
        let label = TextWidth.cut(label, to: max(0, screen.columns / 2 - 1)) + " "
        var column = screen.put(label, 0, line, Look.strong)
        let (before, after) = browser.typed.seen(in: max(1, screen.columns - column - 1))
        column = screen.put(String(before).terminalSafe, column, line)
        screen.cursor = ScreenPlace(column: min(column, screen.columns - 1), line: line)
        column = screen.put(String(after).terminalSafe, column, line)
        let start = screen.columns - TextWidth.of(hint) - 1
        if start > column + 2 { screen.put(hint, start, line, Look.quiet) }
    }

    private mutating func drawStatus(_ line: Int) {
        let right = position
        let room = max(0, screen.columns - (right.isEmpty ? 2 : TextWidth.of(right) + 3))
        if let message = browser.message {
            draw(message, endingAt: line, room)
        } else if let trouble = browser.trouble {
            screen.put(TextWidth.cut(trouble.singleLine, to: room), 1, line, Look.error)
        } else if let activity = browser.activity.line(working: "Working") {
            screen.put(TextWidth.cut("↓ " + activity, to: room), 1, line, Look.active)
        } else if browser.syncs > 0 {
            screen.put(TextWidth.cut("Syncing …", to: room), 1, line, Look.active)
        } else if !browser.filter.isEmpty {
            screen.put(TextWidth.cut("Filter: \(filterWords) · Esc ends it", to: room), 1, line, Look.active)
        } else if isEmptyUnsaid {
            screen.put(TextWidth.cut("+ adds a catalogue", to: room), 1, line, Look.quiet)
        }
        screen.put(right, screen.columns - TextWidth.of(right) - 1, line, Look.quiet)
    }

    /// Draws a message over as much of the panes as it takes, and cuts what is longer.
    private mutating func draw(_ message: Browser.Message, endingAt foot: Int, _ room: Int) {
        let parts = shortened(FittedText.lines(message.text, width: room), endingAt: foot) {
            TextWidth.cut($0, to: room)
        }
        draw(parts, 1, endingAt: foot, message.isError ? Look.error : .plain)
    }

    /// Draws a question in the same way: nobody agrees to what cannot be read.
    private mutating func drawQuestion(_ text: String, endingAt foot: Int) {
        let (answers, room) = (" (y/n)", screen.columns - 2)
        let parts = shortened(FittedText.lines(text.singleLine + answers, width: room), endingAt: foot) {
            TextWidth.cut($0, to: max(1, room - answers.count)) + answers
        }
        let column = draw(parts, 0, endingAt: foot, Look.strong)
        screen.cursor = ScreenPlace(column: min(column + 1, screen.columns - 1), line: foot)
    }

    /// The lines of a text that may be drawn; of what is longer, the last one is made of the rest.
    private func shortened(
        _ parts: [String], endingAt foot: Int, _ last: (_ rest: String) -> String
    ) -> [String] {
        let most = max(1, min(Self.mostOfMessage, foot))
        guard parts.count > most else { return parts }
        return Array(parts.prefix(most - 1)) + [last(parts.dropFirst(most - 1).joined(separator: " "))]
    }

    /// Draws lines upwards from the last one, and returns the column behind them.
    @discardableResult
    private mutating func draw(
        _ parts: [String], _ column: Int, endingAt foot: Int, _ style: CellStyle
    ) -> Int {
        let top = foot - parts.count + 1
        screen.fill(ScreenArea(column: 0, line: top, columns: screen.columns, lines: parts.count))
        var end = column
        for (offset, text) in parts.enumerated() { end = screen.put(text, column, top + offset, style) }
        // A terminal draws pictures over whatever is written.
        screen.graphics.removeAll { $0.area.line + $0.area.lines > top }
        return end
    }

    // More would hide what it is about.
    private static let mostOfMessage = 3

    private var filterWords: String {
        let filter = browser.filter
        return [
            filter.status?.rawValue, filter.kind?.rawValue, filter.text.isEmpty ? nil : "“\(filter.text)”",
        ]
        .compactMap(\.self).joined(separator: ", ")
    }

    private var position: String {
        let count = browser.list.rows.count
        let place =
            browser.place?.isApplication != true && count > 0 ? "\(browser.cursor.index + 1)/\(count)" : nil
        let told = [workBesideMessage, place, browser.percent.map { "\($0) %" }]
            .compactMap(\.self).joined(separator: " · ")
        return [told, screen.columns < 34 ? "" : "? keys"].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// What goes on while a message is in its place, where there is room for both.
    private var workBesideMessage: String? {
        let activity = browser.activity
        guard browser.message != nil, activity.isBusy, activity.planned > 0, screen.columns >= 80 else {
            return nil
        }
        return "↓ \(activity.done) / \(activity.planned)"
    }

    // MARK: Parts of panes

    /// Where the person is, for the cursor of the terminal, which screen readers and braille displays follow.
    mutating func stand(_ column: Int, _ line: Int) {
        switch browser.mode {
        case .normal: screen.cursor = ScreenPlace(column: min(column, screen.columns - 1), line: line)
        default: break
        }
    }

    /// Shows a line as the chosen one; more strongly in the pane where the person is.
    mutating func select(_ line: Int, in area: ScreenArea, isFocused: Bool) {
        screen.mark(ScreenArea(column: area.column, line: line, columns: area.columns, lines: 1)) { style in
            style.attributes.insert(isFocused ? .reversed : .bold)
            if isFocused { style.attributes.remove(.dim) }
        }
    }

    /// Says something in an empty pane.
    mutating func say(_ texts: [String], in area: ScreenArea) {
        var line = area.line + space(above: area)
        for part in parts(of: texts, in: area) where line < area.line + area.lines {
            screen.put(part, area.column, line, Look.quiet, end: area.end)
            line += 1
        }
    }

    /// Whether an empty pane can say all of it.
    func fits(_ texts: [String], in area: ScreenArea) -> Bool {
        parts(of: texts, in: area).count <= area.lines - space(above: area)
    }

    private func space(above area: ScreenArea) -> Int { min(1, max(0, area.lines - 1)) }

    private func parts(of texts: [String], in area: ScreenArea) -> [String] {
        texts.flatMap { FittedText.lines($0, width: max(2, area.columns - 1)) }
    }
}

/// The looks of the browser; the sixteen colours are those of the person's own scheme.
enum Look {
    static let quiet = CellStyle.plain.with(.dim)
    static let strong = CellStyle.plain.with(.bold)
    static let brand = CellStyle.plain.with([.bold, .reversed])
    static let error = CellStyle(.red, .bold)
    static let active = CellStyle(.cyan)
    static let news = CellStyle(.green, .bold)
}
