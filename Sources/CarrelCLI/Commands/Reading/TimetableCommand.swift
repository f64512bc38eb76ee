import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelStandard
import CarrelTerminal
import CarrelViews
import Foundation

/// `carrel timetable`: shows the hours of a day or of the week.
enum TimetableCommand {
    static let spec = CommandSpec(
        name: "timetable", operands: "[DAY]", summary: "Show a day's hours; today's without DAY",
        discussion: """
            DAY is today, tomorrow, the name of a day or its beginning, such as tue, or a date such as 2026-11-30, whose
            day of the week counts. carrel choose and carrel unchoose say which modules appear; carrel show MODULE tells
            where its rooms are. If the library has several timetables, it shows those that the profile names.
            """,
        options: [OptionSpec(name: "--all", help: "show the whole week")], operandCount: 0...1,
        completes: [[.words(["today", "tomorrow"] + Weekday.allCases.map { $0.name.lowercased() })]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let today = Weekday(Standard.makeContext().now(), in: .current) ?? .monday
        let day = try invocation.operands.first.map { try weekday($0, today: today) }
        if day != nil, invocation.has("--all") {
            throw usage("give a day or --all, not both")
        }
        let desk = try await workspace.desk()
        let view = try await workspace.timetable(desk).view
        let days = invocation.has("--all") ? Weekday.allCases : [day ?? today]
        if view.hasNothingChosen {
            LineWriter.error.line(
                workspace.hints.completing(
                    "no module is chosen: carrel choose --all chooses all of them, carrel choose --list lists them"
                ))
        }
        for part in view.parts {
            let rows = TimetableView([part]).rows(on:)
            if workspace.isJSON {
                for row in days.flatMap(rows) { JSONLine.write(MeetingRow(row, of: part)) }
            } else if !view.hasNothingChosen {
                if view.parts.count > 1 {
                    workspace.terminal.heading(part.heading)
                }
                print(days.map { (day: $0, rows: rows($0)) }, workspace.terminal)
            }
        }
        return .success
    }

    private static func weekday(_ text: String, today: Weekday) throws(CommandError) -> Weekday {
        if text.count(where: { $0 == "-" }) == 2, let date = SearchQuery.day(text),
            let day = Weekday(date, in: .current)
        {
            return day
        }
        let days = Weekday.named(text, today: today)
        if days.count == 1 { return days[0] }
        if !days.isEmpty {
            throw usage("“\(text.singleLine)” could be \(days.map(\.name).joined(separator: " or "))")
        }
        let names = Weekday.allCases.map(\.name) + ["today", "tomorrow"]
        let near =
            NearestName.question(text, among: names)
            ?? "; expected a name such as monday, or a date such as 2026-11-30; --all shows the whole week"
        throw usage("“\(text.singleLine)” is not a day\(near)")
    }

    private static func usage(_ problem: String) -> CommandError {
        CommandError.usage("timetable", problem)
    }

    /// Prints the days as one table, so that their columns are aligned.
    private static func print(_ week: [(day: Weekday, rows: [TimetableView.Row])], _ terminal: Terminal) {
        var table = TextTable()
        for row in week.flatMap(\.rows) {
            let meeting = row.meeting
            table.add(
                meeting.time.description, meeting.kind.map { TextWidth.cut($0.singleLine, to: 8) } ?? "",
                meeting.collection, row.title, row.place?.name ?? meeting.place ?? "")
        }
        let width = Terminal.outputWidth.map { max(1, $0 - 2) }
        var lines = table.lines(within: width, shrinking: [3, 4])[...]
        for (day, rows) in week {
            guard !rows.isEmpty else {
                LineWriter.output.line("\(day.name): nothing")
                continue
            }
            terminal.heading(day.name)
            for line in lines.prefix(rows.count) { LineWriter.output.line("  " + line) }
            lines = lines.dropFirst(rows.count)
        }
    }
}
