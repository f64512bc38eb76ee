import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import SQLiteKeeping
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TimetableViewTests {
    private func meeting(_ day: Weekday, _ time: String, _ module: String, _ place: String? = nil) throws
        -> Schedule.Meeting
    {
        Schedule.Meeting(
            day: day, time: try #require(TimeOfDay(text: time)), collection: module, place: place)
    }

    private func part(
        _ meetings: [Schedule.Meeting], of location: String = "one", unchosen: Set<String> = []
    ) -> TimetableView.Part {
        let places = [
            "R1": Schedule.Place(name: "Room", coordinates: Coordinates(latitude: 1, longitude: 2))
        ]
        return TimetableView.Part(
            location: location,
            catalog: Catalog(
                sections: [
                    CatalogSection(collections: [
                        ItemCollection(id: "A", title: "Alpha"), ItemCollection(id: "B", title: "Beta"),
                    ])
                ], schedule: Schedule(meetings: meetings, places: places)), unchosen: unchosen)
    }

    private func texts(_ rows: [TimetableView.Row]) -> [String] {
        rows.map { "\($0.meeting.time) \($0.meeting.collection) \($0.title) \($0.place?.name ?? "-")" }
    }

    @Test func `a day has its meetings in order of time, with titles and what is known of the rooms`() throws
    {
        let view = TimetableView([
            part([
                try meeting(.monday, "12:00", "A", "R1"), try meeting(.monday, "9:00", "B", "unknown"),
                try meeting(.tuesday, "9:00", "A"),
            ])
        ])
        #expect(texts(view.rows(on: .monday)) == ["09:00 B Beta -", "12:00 A Alpha Room"])
        #expect(view.rows(on: .monday)[0].meeting.place == "unknown")
        #expect(texts(view.rows(on: .tuesday)) == ["09:00 A Alpha -"])
        #expect(view.rows(on: .sunday).isEmpty)
    }

    @Test func `what is left out takes its hours and days with it`() throws {
        var view = TimetableView([
            part(
                [
                    try meeting(.monday, "9:00", "A"), try meeting(.monday, "9:00", "B"),
                    try meeting(.monday, "10:00", "B"), try meeting(.friday, "9:00", "B"),
                ], unchosen: ["B"])
        ])
        #expect(texts(view.rows(on: .monday)) == ["09:00 A Alpha -"])
        #expect(view.rows(on: .friday).isEmpty)
        #expect(view.modules.map(\.isChosen) == [true, false])
        view.setChosen(true, view.allKeys)
        #expect(view.rows(on: .monday).count == 3 && view.rows(on: .friday).count == 1)
    }

    @Test func `the meetings of several timetables stand together, and choices are of one each`() throws {
        var view = TimetableView([
            part([try meeting(.monday, "10:00", "A"), try meeting(.monday, "12:00", "A")]),
            TimetableView.Part(location: "no timetable", catalog: Catalog(collections: [])),
            part([try meeting(.monday, "10:00", "A"), try meeting(.monday, "11:00", "B")], of: "two"),
        ])
        #expect(view.parts.map(\.location) == ["one", "two"])
        #expect(
            view.rows(on: .monday).map(\.meeting.time.description) == ["10:00", "10:00", "11:00", "12:00"])
        view.setChosen(false, [CollectionKey(catalog: "two", collection: "A")])
        #expect(
            view.rows(on: .monday).map(\.meeting.time.description) == ["10:00", "11:00", "12:00"])
        view.setChosen(true, [CollectionKey(catalog: "two", collection: "A")])
        #expect(view.rows(on: .monday).count == 4)
    }

    @Test func `choices are remembered in the library`() async throws {
        let library = try SQLiteLibrary.inMemory()
        let catalog = part([try meeting(.monday, "9:00", "A")]).catalog
        try await library.record(
            catalog,
            reading: CatalogReading(location: "one", validators: Validators(), fingerprint: "1", date: Date())
        )
        let listed = LibraryView([
            LibraryView.CatalogView(
                location: "one", catalog: catalog, memory: LibraryMemory(catalog: "one"))
        ])
        try await library.setChosen(false, [CollectionKey(catalog: "one", collection: "A")])
        var view = try await TimetableView(listed, library)
        #expect(view.modules.map(\.isChosen) == [false, true])
        #expect(!view.hasNothingChosen)
        try await library.setChosen(false, view.allKeys)
        view = try await TimetableView(listed, library)
        #expect(view.hasNothingChosen)
        try await library.setChosen(true, view.allKeys)
        #expect(try await library.unchosenCollections(of: "one").isEmpty)
        view = try await TimetableView(listed, library)
        #expect(!view.hasNothingChosen)
    }

    @Test func `two who choose at once do not undo each other`() async throws {
        let library = try SQLiteLibrary.inMemory()
        try await library.setChosen(false, [CollectionKey(catalog: "one", collection: "A")])
        try await library.setChosen(false, [CollectionKey(catalog: "one", collection: "C")])
        let unchosen = try await library.unchosenCollections(of: "one")
        #expect(unchosen == ["A", "C"])
        // What is not listed now, and was left out by another, is chosen again with all others once it is known.
        let view = TimetableView([part([try meeting(.monday, "9:00", "A")], unchosen: unchosen)])
        try await library.setChosen(true, view.allKeys)
        #expect(try await library.unchosenCollections(of: "one").isEmpty)
    }

    @Test func `the places of a module come each once, in the order of the week`() throws {
        let schedule = try #require(
            part([
                try meeting(.tuesday, "9:00", "A", "R1"), try meeting(.monday, "9:00", "A", "R2"),
                try meeting(.friday, "9:00", "A", "R1"), try meeting(.friday, "9:00", "B", "R3"),
                try meeting(.friday, "10:00", "A"),
            ]).catalog.schedule)
        #expect(schedule.places(of: "A").map(\.id) == ["R2", "R1"])
        #expect(schedule.places(of: "A").map(\.place?.name) == [nil, "Room"])
    }

    @Test func `a date's day is that of the time zone`() throws {
        // Sunday, 2012-09-30, 23:30 UTC.
        let date = Date(timeIntervalSince1970: 1_349_047_800)
        #expect(Weekday(date, in: try #require(TimeZone(secondsFromGMT: 0))) == .sunday)
        #expect(Weekday(date, in: try #require(TimeZone(secondsFromGMT: 3600))) == .monday)
    }
}
