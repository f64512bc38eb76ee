import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelTerminal

/// The hours of a week as lines, with as many days side by side as can be read.
struct WeekLines {
    /// A line: the hour that begins with it, and what each day has there.
    struct Line {
        var hour: Int?
        var cells: [StyledLine?]
    }

    /// Fewer columns for a day are too few to read.
    static let leastDay = 14
    /// The columns of the hours before them.
    static let hourColumns = 6

    /// The days, one after the other; at least the chosen one.
    let days: [Weekday]
    /// The columns of a day.
    let width: Int
    /// The lines below the names of the days.
    let lines: [Line]

    init(_ week: WeekGrid, _ day: Weekday, columns: Int) {
        let columns = columns - Self.hourColumns
        let count = max(1, columns / Self.leastDay)
        // The first ones, unless the chosen one comes later.
        let first = max(0, (week.days.firstIndex(of: day) ?? 0) + 1 - count)
        let days = Array(week.days.dropFirst(first).prefix(count))
        let width = columns / max(1, days.count)
        lines = week.hours.flatMap { hour -> [Line] in
            let cells = days.map { Self.meetings(week, $0, hour, width) }
            return (0..<max(1, cells.map(\.count).max() ?? 1)).map { offset in
                Line(hour: offset == 0 ? hour : nil, cells: cells.map { $0.dropFirst(offset).first })
            }
        }
        (self.days, self.width) = (days, width)
    }

    /// The first line to show: the wanted one, or the nearest that leaves none of the lines that are seen empty.
    func top(near wanted: Int, seen: Int) -> Int { max(0, min(wanted, lines.count - seen)) }

    private static func meetings(
        _ week: WeekGrid, _ day: Weekday, _ hour: Int, _ width: Int
    ) -> [StyledLine] {
        week.meetings(on: day, at: hour).flatMap { row -> [StyledLine] in
            let style = Self.style(MeetingKind(row.meeting.kind))
            let kind = row.meeting.kind.map { " " + $0.singleLine } ?? ""
            let place = row.place?.name ?? row.meeting.place
            let all = [
                StyledLine("\(row.meeting.time)\(kind)", style.with(.bold)),
                StyledLine(row.title.singleLine, style),
                place.map { StyledLine("@ " + $0.singleLine, CellStyle.plain.with(.dim)) },
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
}
