import CarrelModel
import Foundation
import Testing

@Suite struct ScheduleTests {
    @Test func `meetings are in order of day and time, 9:00 before 12:00, and otherwise as they were listed`()
        throws
    {
        func meeting(_ day: Weekday, _ time: String, _ collection: String) throws -> Schedule.Meeting {
            Schedule.Meeting(day: day, time: try #require(TimeOfDay(text: time)), collection: collection)
        }
        let schedule = Schedule(meetings: [
            try meeting(.friday, "12:00", "late"), try meeting(.friday, "9:00", "early"),
            try meeting(.friday, "09:00", "early too"), try meeting(.monday, "17:00", "first"),
        ])
        #expect(schedule.meetings.map(\.collection) == ["first", "early", "early too", "late"])
        #expect(schedule.meetings.map(\.time.description) == ["17:00", "09:00", "09:00", "12:00"])
    }

    @Test(arguments: [
        ("monday", 1), ("TUE", 2), ("we", 3), ("Thurs", 4), ("fr", 5), ("sat", 6), ("Sunday", 7), ("m", 1),
        ("today", 7), ("Tomorrow", 1),
    ])
    func `a day is known by its name, the beginning of it, or as today or tomorrow`(
        text: String, number: Int
    ) {
        #expect(Weekday.named(text, today: .sunday).map(\.rawValue) == [number])
    }

    @Test func `a beginning of several days is each of them`() {
        #expect(Weekday.named("t", today: .monday) == [.tuesday, .thursday])
        #expect(Weekday.named("S", today: .monday) == [.saturday, .sunday])
    }

    @Test(arguments: ["", "mondays", "x", "mo n", "5", "todays"])
    func `what is no day is none`(text: String) {
        #expect(Weekday.named(text, today: .monday).isEmpty)
    }

    @Test(arguments: [(1, Weekday.sunday), (2, .monday), (7, .saturday)])
    func `the calendar's Sunday is the last day`(number: Int, day: Weekday) {
        #expect(Weekday(gregorianWeekday: number) == day)
    }

    @Test(arguments: [("9:00", 540), ("09:00", 540), ("23:59", 1439), ("0:00", 0), ("17.30", 1050)])
    func `a time of day is read with one digit or two`(text: String, minutes: Int) {
        #expect(TimeOfDay(text: text)?.minutes == minutes)
    }

    @Test(arguments: [
        "", "9", "24:00", "9:60", "9:0", "-1:00", "9:00 am", "９:00", "009:00", "9:00:00", ":00",
    ])
    func `what is no time of day is none`(text: String) {
        #expect(TimeOfDay(text: text) == nil)
    }

    @Test func `coordinates are on the Earth and have links`() throws {
        #expect(Coordinates(latitude: 90.1, longitude: 0) == nil)
        #expect(Coordinates(latitude: 0, longitude: -180.5) == nil)
        #expect(Coordinates(latitude: .nan, longitude: 0) == nil)
        let point = try #require(Coordinates(latitude: 53.4065, longitude: -2.9663))
        #expect(point.geoURI == "geo:53.4065,-2.9663")
        #expect(
            point.openStreetMapURL
                == "https://www.openstreetmap.org/?mlat=53.4065&mlon=-2.9663#map=17/53.4065/-2.9663")
        let meridian = try #require(Coordinates(latitude: 51.4779, longitude: -0.00005))
        #expect(meridian.geoURI == "geo:51.4779,-0.00005")
        #expect(meridian.openStreetMapURL.hasSuffix("?mlat=51.4779&mlon=-0.00005#map=17/51.4779/-0.00005"))
        let null = try #require(Coordinates(latitude: -1e-300, longitude: 180))
        #expect("\(null)" == "0, 180")
    }

    @Test func `a further catalogue's template is filled, and the key stays out of it`() {
        let further = FurtherCatalog(
            template: "http://x/?key={key}&place={place}&{other}", ["place": "a b&c/ü"])
        #expect(further.url == "http://x/?key={key}&place=a%20b%26c%2F%C3%BC&{other}")
    }
}
