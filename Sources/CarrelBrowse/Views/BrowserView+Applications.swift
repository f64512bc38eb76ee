import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelTerminal

/// The week and the converter.
extension BrowserView {
    // MARK: Week

    // Fewer columns for a day are too few to read.
    private static let leastDay = 14

    mutating func drawWeek() {
        guard let body = layout.body(.items) else { return }
        let area = body.inset(top: -1)
        guard let week = browser.week else { return say(["Reading the timetable …"], in: area) }
        let modules = week.timetable.modules
        // The modules stand beside the week, or below it.
        let isWide = area.columns >= 38 + Self.leastDay * week.days.count
        let aside = isWide ? 30 : area.columns
        let height = isWide ? area.lines : max(3, area.lines - min(modules.count + 1, area.lines / 3))
        let grid = ScreenArea(
            column: area.column, line: area.line, columns: isWide ? area.columns - aside - 2 : area.columns,
            lines: height)
        drawGrid(week, grid)
        let list =
            isWide
            ? ScreenArea(column: grid.end + 2, line: area.line, columns: aside, lines: area.lines)
            : area.inset(top: height)
        drawModules(modules, list)
    }

    private mutating func drawGrid(_ week: WeekGrid, _ area: ScreenArea) {
        // As many days as can be read; at least the chosen one.
        let day = browser.day ?? week.today
        let columns = area.columns - 6
        let days = columns / Self.leastDay >= week.days.count ? week.days : [day]
        let width = columns / max(1, days.count)
        for (index, each) in days.enumerated() {
            let column = area.column + 6 + index * width
            let style = each == day ? CellStyle.plain.with([.bold, .underlined]) : Look.strong
            let name = each == week.today ? "\(each.name) · today" : each.name
            screen.put(TextWidth.cut(name, to: width - 1), column, area.line, style)
        }
        var line = area.line + 1
        for hour in week.hours where line < area.line + area.lines {
            let cells = days.map { meetings(week, $0, hour, width) }
            let isNow = hour == week.minutes / 60 && days.contains(week.today)
            screen.put(
                "\(hour.twoDigits):00", area.column, line,
                isNow ? CellStyle(.yellow, .bold) : Look.quiet)
            let height = max(1, cells.map(\.count).max() ?? 1)
            for (index, texts) in cells.enumerated() {
                for (offset, text) in texts.enumerated() where line + offset < area.line + area.lines {
                    screen.put(text.text, area.column + 6 + index * width, line + offset, text.style)
                }
            }
            line += height
        }
        guard days.allSatisfy({ week.meetings(on: $0).isEmpty }), line < area.line + area.lines else {
            return
        }
        screen.put("Nothing on this day.", area.column + 6, line, Look.quiet)
    }

    private func meetings(_ week: WeekGrid, _ day: Weekday, _ hour: Int, _ width: Int) -> [StyledLine] {
        week.meetings(on: day, at: hour).flatMap { row -> [StyledLine] in
            let style = Self.style(MeetingKind(row.meeting.kind))
            let kind = row.meeting.kind.map { " " + $0.singleLine } ?? ""
            let place = row.place?.name ?? row.meeting.place
            let all = [
                StyledLine("\(row.meeting.time)\(kind)", style.with(.bold)),
                StyledLine(row.title.singleLine, style),
                place.map { StyledLine("@ " + $0.singleLine, Look.quiet) },
            ].compactMap(\.self)
            return all.flatMap { line in
                FittedText.lines(line.text, width: width - 1).prefix(2).map { StyledLine($0, line.style) }
            }
        }
    }

    private static func style(_ kind: MeetingKind) -> CellStyle {
        switch kind {
        case .lecture: CellStyle(.blue)
        case .tutorial: CellStyle(.magenta)
        case .lab: CellStyle(.green)
        case .meeting: .plain
        }
    }

    private mutating func drawModules(_ modules: [TimetableView.Module], _ area: ScreenArea) {
        screen.put("Modules", area.column, area.line, Look.strong)
        guard !modules.isEmpty else { return say(["The timetable lists no modules."], in: area) }
        let rows = max(0, area.lines - 1)
        let top = max(0, min(browser.moduleCursor.index - rows / 2, modules.count - rows))
        for (offset, module) in modules.dropFirst(top).prefix(rows).enumerated() {
            let line = area.line + 1 + offset
            let text = "[\(module.isChosen ? "x" : " ")] \(module.title.singleLine)"
            screen.put(TextWidth.cut(text, to: area.columns), area.column, line)
            guard top + offset == browser.moduleCursor.index, browser.focus == .items else { continue }
            select(line, in: area, isFocused: true)
            stand(area.column, line)
        }
    }

    // MARK: Converter

    mutating func drawConverter() {
        guard let body = layout.body(.items) else { return }
        let area = body.inset(top: -1)
        let lines = browser.converter.lines(columns: area.columns, rows: area.lines)
        for (offset, text) in lines.enumerated() where offset < area.lines {
            screen.put(TextWidth.cut(text, to: area.columns), area.column, area.line + offset)
        }
        guard browser.focus == .items else { return }
        // Where the next digit goes.
        let typed = lines.firstIndex { $0.contains("_") } ?? 0
        let before = lines.isEmpty ? "" : String(lines[typed].prefix { $0 != "_" })
        stand(area.column + TextWidth.of(before), area.line + typed)
    }

    // MARK: Help

    /// The keys that count where the person is.
    mutating func drawHelp(_ top: Int) {
        let context = browser.context
        let bindings = KeyTable.all.filter { $0.contexts.contains(context) }
        let names = bindings.map { $0.names.joined(separator: " ") }
        let column = min(20, (names.map(TextWidth.of).max() ?? 0) + 2)
        let width = min(screen.columns, 72)
        let lines = zip(names, bindings).flatMap { name, binding in
            FittedText.lines(binding.words, width: max(8, width - column - 3)).enumerated().map {
                ($0.offset == 0 ? name : "", $0.element)
            }
        }
        let height = min(screen.lines, lines.count + 3)
        let area = ScreenArea(
            column: (screen.columns - width) / 2, line: (screen.lines - height) / 2, columns: width,
            lines: height)
        screen.fill(area)
        screen.put(" Keys", area.column, area.line, Look.strong)
        screen.mark(ScreenArea(column: area.column, line: area.line, columns: width, lines: 1)) {
            $0.attributes.insert(.reversed)
        }
        let shown = max(0, height - 2)
        let first = max(0, min(top, lines.count - shown))
        for (offset, line) in lines.dropFirst(first).prefix(shown).enumerated() {
            screen.put(line.0, area.column + 1, area.line + 1 + offset, Look.strong)
            screen.put(line.1, area.column + 1 + column, area.line + 1 + offset, end: area.end)
        }
        let hint = lines.count > shown ? " j and k move, any other key leaves " : " any key leaves "
        screen.put(hint, area.column, area.line + height - 1, Look.quiet, end: area.end)
        screen.cursor = ScreenPlace(column: area.column + 1, line: min(area.line + 1, screen.lines - 1))
    }
}
