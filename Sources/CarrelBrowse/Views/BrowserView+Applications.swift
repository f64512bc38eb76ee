import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelTerminal

/// The week and the converter.
extension BrowserView {
    // MARK: Week

    mutating func drawWeek() {
        guard let body = layout.body(.items) else { return }
        guard let week = browser.week, let areas = browser.weekAreas else {
            return say(["Reading the timetable …"], in: body.inset(top: -1))
        }
        drawHours(week, areas.hours)
        drawModules(week.timetable.modules, areas.modules)
    }

    private mutating func drawHours(_ week: WeekGrid, _ area: ScreenArea) {
        let (chosen, start) = (browser.day ?? week.today, area.column + WeekLines.hourColumns)
        let text = WeekLines(week, chosen, columns: area.columns)
        for (index, day) in text.days.enumerated() {
            let style = day == chosen ? CellStyle.plain.with([.bold, .underlined]) : Look.strong
            let name = dayName(day, isToday: day == week.today, text.width - 1)
            screen.put(name, start + index * text.width, area.line, style)
        }
        if text.days.first != week.days.first { screen.put("←", start - 2, area.line, Look.active) }
        if text.days.last != week.days.last { screen.put("→", area.end - 1, area.line, Look.active) }
        let body = area.inset(top: 1)
        let rest = text.lines.dropFirst(text.top(near: browser.weekTop, seen: body.lines))
        for (offset, line) in rest.prefix(body.lines).enumerated() {
            if let hour = line.hour {
                let isNow = hour == week.minutes / 60 && text.days.contains(week.today)
                screen.put(
                    "\(hour.twoDigits):00", body.column, body.line + offset,
                    isNow ? CellStyle(.yellow, .bold) : Look.quiet)
            }
            for (index, cell) in line.cells.enumerated() {
                guard let cell else { continue }
                screen.put(cell.text, start + index * text.width, body.line + offset, cell.style)
            }
        }
        if rest.count > body.lines, body.lines > 0 {
            screen.put("↓", body.end - 1, body.line + body.lines - 1, Look.active)
        } else if rest.count < body.lines, text.days.allSatisfy({ week.meetings(on: $0).isEmpty }) {
            let words = text.days.count == 1 ? "Nothing on this day." : "Nothing on these days."
            screen.put(words, start, body.line + rest.count, Look.quiet)
        }
    }

    private func dayName(_ day: Weekday, isToday: Bool, _ room: Int) -> String {
        let name = isToday && room < day.name.count + 8 ? String(day.name.prefix(3)) : day.name
        return TextWidth.cut(isToday ? "\(name) · today" : name, to: room)
    }

    private mutating func drawModules(_ modules: [TimetableView.Module], _ area: ScreenArea) {
        screen.put("Modules", area.column, area.line, Look.strong)
        guard !modules.isEmpty else { return say(["The timetable lists no modules."], in: area) }
        let (top, seen) = (browser.moduleTop, max(0, area.lines - 1))
        for (offset, module) in modules.dropFirst(top).prefix(seen).enumerated() {
            let line = area.line + 1 + offset
            let text = "[\(module.isChosen ? "x" : " ")] \(module.title.singleLine)"
            screen.put(TextWidth.cut(text, to: area.columns), area.column, line)
            guard top + offset == browser.moduleCursor.index, browser.focus == .items else { continue }
            select(line, in: area, isFocused: true)
            stand(area.column, line)
        }
        guard modules.count > top + seen, seen > 0 else { return }
        screen.put("↓", area.end - 1, area.line + seen, Look.active)
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
        let help = HelpLines(browser.context, columns: screen.columns, lines: screen.lines)
        let area = ScreenArea(
            column: (screen.columns - help.width) / 2, line: (screen.lines - help.height) / 2,
            columns: help.width, lines: help.height)
        screen.fill(area)
        screen.put(" Keys", area.column, area.line, Look.strong)
        screen.mark(ScreenArea(column: area.column, line: area.line, columns: help.width, lines: 1)) {
            $0.attributes.insert(.reversed)
        }
        let first = min(top, help.lastTop)
        for (offset, line) in help.lines.dropFirst(first).prefix(help.shown).enumerated() {
            screen.put(line.names, area.column + 1, area.line + 1 + offset, Look.strong)
            screen.put(line.words, area.column + 1 + help.column, area.line + 1 + offset, end: area.end)
        }
        let hint = help.lastTop > 0 ? " j k Space g G move, others leave " : " any key leaves "
        let foot = area.line + help.height - 1
        screen.put(TextWidth.cut(hint, to: help.width), area.column, foot, Look.quiet, end: area.end)
        screen.cursor = ScreenPlace(column: area.column + 1, line: min(area.line + 1, screen.lines - 1))
    }
}
