import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel
import CarrelStages
import Foundation

/// The week of a timetable: hours down, days across, the modules ticked beside it.
struct WeekPage: Sendable {
    let context: PageContext
    /// The week, at the time of the server.
    let week: WeekGrid
    /// The day that a phone shows; `nil` for today.
    var day: Weekday?

    /// The page.
    var markup: Markup {
        let chosen = day ?? week.today
        return """
            <div class="split week"><div class="scroll" tabindex="-1"><header class="application-head">\
            <h1 tabindex="-1">\(context.text(.week))</h1><nav class="days" aria-label="\(context.text(.week))">\(week.days.map { link($0, chosen) })</nav></header>\
            \(table(chosen))</div>\(aside)</div>
            """
    }

    private func name(_ day: Weekday) -> String { DayNames.name(of: day, context.language) }

    private func link(_ day: Weekday, _ chosen: Weekday) -> Markup {
        let current: Markup = day == chosen ? " aria-current=\"page\"" : .none
        return "<a href=\"/week?day=\(day.rawValue)\"\(current)>\(DayNames.short(day, context.language))</a>"
    }

    // MARK: The grid

    private func table(_ chosen: Weekday) -> Markup {
        let heads = week.days.map { day -> Markup in
            let word = Markup.when(
                day == week.today, " <span class=\"today-word\">\(context.text(.today))</span>")
            return
                "<th scope=\"col\"\(classes(day, chosen)) data-day=\"\(day.rawValue)\">\(name(day))\(word)</th>"
        }
        let body = week.hours.map { hour -> Markup in
            let cells = week.days.map { day -> Markup in
                let meetings = week.meetings(on: day, at: hour)
                return """
                    <td\(classes(day, chosen)) data-day="\(day.rawValue)">\(line(day, hour))\(meetings.map { meeting($0) })</td>
                    """
            }
            let isEmpty = week.meetings(on: chosen, at: hour).isEmpty
            return """
                <tr data-hour="\(hour)"\(Markup.when(isEmpty, " class=\"idle\""))><th scope="row">\(hour.twoDigits):00</th>\(cells)</tr>
                """
        }
        let isIdle = week.meetings(on: chosen).isEmpty
        return """
            <table class="hours" data-minutes="\(week.minutes)" data-now="\(context.text(.now))"><thead><tr><th scope="col"><span class="unseen">\(context.text(.time))</span></th>\(heads)</tr></thead>\
            <tbody>\(body)</tbody></table>\(Markup.when(isIdle, "<p class=\"empty day-empty\">\(context.text(.nothingToday))</p>"))
            """
    }

    private func classes(_ day: Weekday, _ chosen: Weekday) -> Markup {
        let names = [day == week.today ? "today" : nil, day == chosen ? "chosen" : nil].compactMap(\.self)
        return names.isEmpty ? .none : " class=\"\(names.joined(separator: " "))\""
    }

    /// The line that is now, in the cell of its hour; styles know its twelfths.
    private func line(_ day: Weekday, _ hour: Int) -> Markup {
        guard day == week.today, hour == week.minutes / 60 else { return .none }
        let twelfth = week.minutes % 60 / 5
        return "<div class=\"now-line past-\(twelfth)\"><span>\(context.text(.now))</span></div>"
    }

    private func meeting(_ row: TimetableView.Row) -> Markup {
        let kind = MeetingKind(row.meeting.kind)
        let place = row.place?.name ?? row.meeting.place
        let key = week.module(of: row)
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
        let modules = week.timetable.modules.map { module -> Markup in
            let fields = PageAddress(module.key).fields(context.snapshot)
            let action = module.isChosen ? "unchoose" : "choose"
            let hidden = FormFields(fields).text
            let link = context.link(PageAddress(module.key), path: "/module")
            return """
                <li><form class="action" method="post" action="/\(action)">\(context.tokenField)\
                <input type="hidden" name="what" value="\(hidden)"><button class="tick" role="checkbox" aria-checked="\(module.isChosen ? "true" : "false")" \
                aria-label="\(ShownText.of(module.title))"></button></form><a href="\(link)"><span class="title">\(.isolated(module.title))</span>\
                <span class="subtitle">\(.isolated(module.key.collection))</span></a></li>
                """
        }
        return """
            <aside class="beside scroll" tabindex="-1"><h2>\(context.text(.modules))</h2><ul class="modules">\(modules)</ul></aside>
            """
    }
}
