import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// The week of a timetable as a grid: hours down, days across.
package struct WeekGrid: Sendable {
    /// The timetable.
    package let timetable: TimetableView
    /// The day that is now, in the time zone that was given.
    package let today: Weekday
    /// Minutes since midnight.
    package let minutes: Int
    /// Monday to Friday, and the weekend where something is on it.
    package let days: [Weekday]
    /// The hours from the first meeting of the week to the last, whoever is chosen: the grid stays as it is.
    package let hours: ClosedRange<Int>
    private let rows: [Weekday: [TimetableView.Row]]

    package init(_ timetable: TimetableView, now: Date, in timeZone: TimeZone) {
        self.timetable = timetable
        today = Weekday(now, in: timeZone) ?? .monday
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.hour, .minute], from: now)
        minutes = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
        let meetings = timetable.parts.flatMap { $0.catalog.schedule?.meetings ?? [] }
        let last = meetings.map(\.day).max() ?? .friday
        let days = Weekday.allCases.filter { $0 <= max(.friday, last) }
        self.days = days
        let times = meetings.map { $0.time.minutes / 60 }
        hours = min(times.min() ?? 9, 9)...max(times.max() ?? 16, 16)
        rows = Dictionary(uniqueKeysWithValues: days.map { ($0, timetable.rows(on: $0)) })
    }

    /// The meetings of a day, in the order of their times.
    package func meetings(on day: Weekday) -> [TimetableView.Row] { rows[day] ?? [] }

    /// The meetings that begin in an hour of a day.
    package func meetings(on day: Weekday, at hour: Int) -> [TimetableView.Row] {
        meetings(on: day).filter { $0.meeting.time.minutes / 60 == hour }
    }

    /// The module that a meeting is of; `nil` if no catalogue lists it.
    package func module(of row: TimetableView.Row) -> CollectionKey? {
        timetable.parts.first { part in
            part.catalog.collections.contains { $0.id == row.meeting.collection }
        }.map { CollectionKey(catalog: $0.location, collection: row.meeting.collection) }
    }
}
