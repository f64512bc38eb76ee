import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// The week of a timetable: hours down, days across, the modules ticked beside it.
struct WeekPage: Sendable {
    let context: PageContext
    let timetable: TimetableView
    /// The time of the server.
    let now: Date
    let timeZone: TimeZone
    /// The day that a phone shows; `nil` for today.
    var day: Weekday?

    /// The page.
    var markup: Markup {
        let chosen = day ?? today
        return """
            <div class="split week"><div class="scroll" tabindex="-1"><header class="application-head">\
            <h1 tabindex="-1">\(context.text(.week))</h1><nav class="days" aria-label="\(context.text(.week))">\(days.map { link($0, chosen) })</nav></header>\
            \(table(chosen))</div>\(aside)</div>
            """
    }

    // MARK: Time

    private var today: Weekday { Weekday(now, in: timeZone) ?? .monday }

    /// Minutes since midnight.
    private var minutes: Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.hour, .minute], from: now)
        return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    }

    /// Monday to Friday, and the weekend where something is on it.
    private var days: [Weekday] {
        let last = timetable.parts.compactMap { $0.catalog.schedule?.meetings.last?.day }.max() ?? .friday
        return Weekday.allCases.filter { $0 <= max(.friday, last) }
    }

    /// The hours from the first meeting of the week to the last, whoever is chosen: the grid stays as it is.
    private var hours: ClosedRange<Int> {
        let times = timetable.parts.flatMap { $0.catalog.schedule?.meetings ?? [] }.map {
            $0.time.minutes / 60
        }
        guard let first = times.min(), let last = times.max() else { return 9...16 }
        return min(first, 9)...max(last, 16)
    }

    private func name(_ day: Weekday) -> String { DayNames.name(of: day, context.language) }

    private func link(_ day: Weekday, _ chosen: Weekday) -> Markup {
        let current: Markup = day == chosen ? " aria-current=\"page\"" : .none
        return "<a href=\"/week?day=\(day.rawValue)\"\(current)>\(DayNames.short(day, context.language))</a>"
    }

    // MARK: The grid

    private func table(_ chosen: Weekday) -> Markup {
        let rows = Dictionary(uniqueKeysWithValues: days.map { ($0, timetable.rows(on: $0)) })
        let heads = days.map { day -> Markup in
            let word = Markup.when(day == today, " <span class=\"today-word\">\(context.text(.today))</span>")
            return
                "<th scope=\"col\"\(classes(day, chosen)) data-day=\"\(day.rawValue)\">\(name(day))\(word)</th>"
        }
        let body = hours.map { hour -> Markup in
            let cells = days.map { day -> Markup in
                let meetings = (rows[day] ?? []).filter { $0.meeting.time.minutes / 60 == hour }
                return """
                    <td\(classes(day, chosen)) data-day="\(day.rawValue)">\(line(day, hour))\(meetings.map { meeting($0) })</td>
                    """
            }
            let isEmpty = (rows[chosen] ?? []).allSatisfy { $0.meeting.time.minutes / 60 != hour }
            return """
                <tr data-hour="\(hour)"\(Markup.when(isEmpty, " class=\"idle\""))><th scope="row">\(hour < 10 ? "0" : "")\(hour):00</th>\(cells)</tr>
                """
        }
        let isIdle = (rows[chosen] ?? []).isEmpty
        return """
            <table class="hours" data-minutes="\(minutes)" data-now="\(context.text(.now))"><thead><tr><th scope="col"><span class="unseen">\(context.text(.time))</span></th>\(heads)</tr></thead>\
            <tbody>\(body)</tbody></table>\(Markup.when(isIdle, "<p class=\"empty day-empty\">\(context.text(.nothingToday))</p>"))
            """
    }

    private func classes(_ day: Weekday, _ chosen: Weekday) -> Markup {
        let names = [day == today ? "today" : nil, day == chosen ? "chosen" : nil].compactMap(\.self)
        return names.isEmpty ? .none : " class=\"\(names.joined(separator: " "))\""
    }

    /// The line that is now, in the cell of its hour; styles know its twelfths.
    private func line(_ day: Weekday, _ hour: Int) -> Markup {
        guard day == today, hour == minutes / 60 else { return .none }
        return "<div class=\"now-line past-\(minutes % 60 / 5)\"><span>\(context.text(.now))</span></div>"
    }

    private func meeting(_ row: TimetableView.Row) -> Markup {
        let kind = MeetingKind(row.meeting.kind)
        let place = row.place?.name ?? row.meeting.place
        let part = timetable.parts.first { part in
            part.catalog.collections.contains { $0.id == row.meeting.collection }
        }
        let key = part.map { CollectionKey(catalog: $0.location, collection: row.meeting.collection) }
        let link = key.map { context.link(PageAddress($0), path: "/module") } ?? "/week"
        return """
            <a class="meeting" data-kind="\(kind.rawValue)" href="\(link)"><span class="kind-line"><time>\(row.meeting.time.description)</time> \
            <span class="kind-sign" aria-hidden="true"></span>\(kind.word(row.meeting.kind, context.language))</span>\
            <span class="title">\(.isolated(row.title))</span>\
            \(Markup.when(place) { "<span class=\"where\">\(.isolated($0))</span>" })</a>
            """
    }

    // MARK: Modules

    private var aside: Markup {
        let modules = timetable.modules.map { module -> Markup in
            let fields = PageAddress(module.key).fields(context.snapshot)
            let action = module.isChosen ? "unchoose" : "choose"
            let hidden = FormFields(fields).text
            let link = context.link(PageAddress(module.key), path: "/module")
            return """
                <li><form class="action" method="post" action="/\(action)"><input type="hidden" name="token" value="\(context.token)">\
                <input type="hidden" name="what" value="\(hidden)"><button class="tick" role="checkbox" aria-checked="\(module.isChosen ? "true" : "false")" \
                aria-label="\(module.title)"></button></form><a href="\(link)"><span class="title">\(.isolated(module.title))</span>\
                <span class="subtitle">\(.isolated(module.key.collection))</span></a></li>
                """
        }
        return """
            <aside class="beside scroll" tabindex="-1"><h2>\(context.text(.modules))</h2><ul class="modules">\(modules)</ul></aside>
            """
    }
}
