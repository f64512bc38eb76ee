import CarrelModel
import CarrelStages
import Foundation
import Testing
import TimetableParsing

@Suite(.timeLimit(.minutes(1)))
struct TimetableParserTests {
    private static let modules = #"{"A": {"moduleTitle": "Alpha"}, "B": {"moduleTitle": "Beta"}}"#
    private static let theatres = #"{"R1": {"name": "One", "latitude": 1, "longitude": 2}}"#

    private func parse(
        _ timetable: String, modules: String = modules, theatres: String = theatres,
        _ settings: [String: any Sendable] = [:]
    ) throws -> Catalog {
        let parser = try TimetableParser.plugin.make(Settings(settings), PluginContext())
        return try parser.parse([
            Samples.role("theatres", theatres), Samples.role("timetable", timetable),
            Samples.role("modules", modules),
        ])
    }

    /// A timetable whose Monday has these hours.
    private func monday(_ hours: String, modules: String = modules) throws -> Catalog {
        try parse("{\"timetable\": [[\(hours)], [], [], [], []]}", modules: modules)
    }

    private func error(_ documents: [CatalogDocument]) -> String {
        do {
            return "no error: \(try TimetableParser().parse(documents))"
        } catch {
            return "\(error)"
        }
    }

    private func lines(_ problems: [CatalogProblem]) -> [String] {
        problems.map { "\($0.place): \($0.reason)" }
    }

    @Test
    func `modules come in their list's order, each with its facts and rooms`() throws {
        let catalog = try TimetableParser().parse([
            Samples.timetable, Samples.timetableModules, Samples.theatres,
        ])
        #expect(catalog.title == "Semester 1, 2012-13")
        #expect(catalog.collections.map(\.id) == ["BIO102", "BIO101"])
        #expect(catalog.collections.map(\.title) == ["Genes", "Cells"])
        #expect(
            catalog.collections[0].details == [
                Detail("Lecturer", "Dr Ada"), Detail("Web page", "http://notes.example.org/week/genes/"),
                Detail("Rooms", "R2"),
            ])
        #expect(
            catalog.collections[1].details == [Detail("Description", "Life."), Detail("Rooms", "R1, R2")])
        #expect(catalog.problems == [])
    }

    @Test
    func `meetings are in order of time, 9:00 before 12:00, whatever the order of the document`() throws {
        let schedule = try #require(
            try TimetableParser().parse([Samples.timetable, Samples.timetableModules, Samples.theatres])
                .schedule)
        #expect(
            schedule.meetings.map { "\($0.day) \($0.time) \($0.collection) \($0.place ?? "-")" } == [
                "monday 09:00 BIO102 R2", "monday 09:00 BIO101 -", "monday 12:00 BIO101 R1",
                "friday 09:00 BIO101 R2",
            ])
        #expect(schedule.meetings.map(\.kind) == ["lab", "tutorial", "lecture", "lecture"])
        #expect(schedule.places["R1"]?.name == "Theatre One")
        #expect(schedule.places["R1"]?.coordinates == Coordinates(latitude: 53.4065, longitude: -2.9663))
        #expect(schedule.places["R2"]?.coordinates == Coordinates(latitude: 53.5, longitude: -3))
    }

    @Test
    func `modules may be an array, and only the timetable may know some`() throws {
        let catalog = try monday(
            #"""
            {"time": "9:00", "events": [{"module": "Z"}, {"module": "A"}]},
            {"time": "10:00", "events": [{"module": "Y"}, {"module": "Z"}]}
            """#, modules: #"[{"moduleCode": "B"}, {"moduleCode": "A", "moduleTitle": ""}]"#)
        #expect(catalog.collections.map(\.id) == ["B", "A", "Z", "Y"])
        #expect(catalog.collections.map(\.title) == ["B", "A", "Z", "Y"])
        #expect(catalog.schedule?.meetings.count == 4)
        #expect(
            lines(catalog.problems) == [
                "timetable: $.timetable[0][0].events[0].module: Monday 09:00: Z is not in the list of modules; it has no title",
                "timetable: $.timetable[0][1].events[0].module: Monday 10:00: Y is not in the list of modules; it has no title",
            ])
    }

    @Test
    func `an unknown room and type are kept, and reported once each`() throws {
        let hour = #""events": [{"module": "A", "room": "attic", "type": "seminar"}]}"#
        let catalog = try monday("{\"time\": \"9:00\", \(hour), {\"time\": \"10:00\", \(hour)")
        #expect(catalog.schedule?.meetings.map(\.place) == ["attic", "attic"])
        #expect(catalog.schedule?.meetings.map(\.kind) == ["seminar", "seminar"])
        #expect(catalog.collections[0].details == [Detail("Rooms", "attic")])
        #expect(
            lines(catalog.problems) == [
                "timetable: $.timetable[0][0].events[0].room: Monday 09:00: the room attic is not in the list of lecture theatres; it is shown by its short name",
                "timetable: $.timetable[0][0].events[0].type: Monday 09:00: seminar is no lecture, lab or tutorial; it is shown as it is",
            ])
    }

    @Test
    func `a meeting that is there three times is listed once and reported once`() throws {
        let event = #"{"module": "A", "room": "R1", "type": "Lecture"}"#
        let catalog = try monday(
            """
            {"time": "9:00", "events": [\(event), \(event)]}, {"time": "09:00", "events": [\(event)]},
            {"time": "10:00", "events": [\(event)]}
            """)
        #expect(catalog.schedule?.meetings.map(\.time.description) == ["09:00", "10:00"])
        #expect(
            lines(catalog.problems) == [
                "timetable: $.timetable[0][0].events[1]: Monday 09:00: A is there more than once; it is listed once"
            ])
    }

    @Test
    func `a bad entry is skipped and reported, and the others are read`() throws {
        let catalog = try parse(
            #"""
            {"timetable": [
              [7, {"time": "25:00", "events": []}, {"events": []}, {"time": "9:00"},
               {"time": "10:00", "events": {}}, {"time": "11:00", "events": [[], {"room": "R1"}, {"module": 5},
                 {"module": "A", "room": [], "type": {}}, {"module": "B", "room": null, "type": ""}]}],
              null, {}, [], [], [], [], []]}
            """#,
            modules: #"{"A": {"moduleTitle": 3}, "B": 1, "C": {"moduleCode": "A"}, "": {}, "5": {}}"#,
            theatres: """
                {"R1": 1, "R2": {"name": "Two", "latitude": "91", "longitude": 0},
                 "R6": {"latitude": "0x10", "longitude": 0}, "R7": {"latitude": "-5e-05", "longitude": "16"},
                 "R3": {"latitude": "n/a", "longitude": 0}, "R4": {"latitude": 1}, "R5": {}}
                """)
        #expect(
            lines(catalog.problems) == [
                "modules: $.A.moduleTitle: the number 3, expected a string",
                "modules: $.B: the number 1, expected a module as an object",
                "modules: $.C: the id A is that of $.A too; the first one is listed",
                "modules: $[\"\"]: an empty object, expected a code in the field \"moduleCode\"",
                "theatres: $.R1: the number 1, expected a lecture theatre as an object",
                "theatres: $.R2.latitude: the string “91”, expected degrees from -90 to 90",
                "theatres: $.R6.latitude: the string “0x10”, expected degrees from -90 to 90",
                "theatres: $.R3.latitude: the string “n/a”, expected degrees from -90 to 90",
                "theatres: $.R4: an object of 1 member, expected degrees in the field \"longitude\", too",
                "timetable: $.timetable[0][0]: the number 7, expected an hour as an object",
                "timetable: $.timetable[0][1].time: the string “25:00”, expected a time such as 9:00 in the field \"time\"",
                "timetable: $.timetable[0][2]: an object of 1 member, expected a time such as 9:00 in the field \"time\"",
                "timetable: $.timetable[0][4].events: Monday 10:00: an empty object, expected the events as an array",
                "timetable: $.timetable[0][5].events[0]: Monday 11:00: an empty array, expected an event as an object",
                "timetable: $.timetable[0][5].events[1]: Monday 11:00: an object of 1 member, expected the code of a module in the field \"module\"",
                "timetable: $.timetable[0][5].events[3].room: Monday 11:00: an empty array, expected a room",
                "timetable: $.timetable[0][5].events[3].type: Monday 11:00: an empty object, expected lecture, lab or tutorial",
                "timetable: $.timetable[0][5].events[4].module: Monday 11:00: B is not in the list of modules; it has no title",
                "timetable: $.timetable[2]: an empty object, expected the hours of Wednesday as an array",
                "timetable: $.timetable[7]: an empty array, expected at most the seven days of a week",
            ])
        #expect(catalog.schedule?.meetings.map(\.collection) == ["5", "A", "B"])
        #expect(catalog.schedule?.places["R2"] == Schedule.Place(name: "Two", coordinates: nil))
        #expect(catalog.schedule?.places["R1"] == nil)
        #expect(
            catalog.schedule?.places["R7"]?.coordinates == Coordinates(latitude: -0.00005, longitude: 16))
    }

    @Test
    func `a week without meetings is empty, not an error`() throws {
        let catalog = try parse(#"{"timetable": [[], [], [], [], []]}"#, theatres: "{}")
        #expect(catalog.schedule == Schedule(meetings: []))
        #expect(catalog.collections.map(\.id) == ["A", "B"])
        #expect(catalog.problems == [] && catalog.title == nil)
    }

    @Test
    func `field names are settings`() throws {
        let catalog = try parse(
            #"{"week": [[{"at": "9:00", "what": [{"code": "A", "where": "R", "how": "lab"}]}]], "term": 3}"#,
            modules: #"[{"id": "A", "name": "Alpha"}]"#,
            theatres: #"{"R": {"called": "Room", "lat": 1, "lon": 2}}"#,
            [
                "timetable-field": "week", "time-field": "at", "events-field": "what", "module-field": "code",
                "room-field": "where", "type-field": "how", "semester-field": "term", "code-field": "id",
                "title-field": "name", "theatre-name-field": "called", "latitude-field": "lat",
                "longitude-field": "lon",
            ])
        #expect(catalog.problems == [] && catalog.title == "3")
        #expect(catalog.collections.map(\.title) == ["Alpha"])
        #expect(catalog.schedule?.places["R"]?.coordinates == Coordinates(latitude: 1, longitude: 2))
    }

    @Test
    func `a role that is missing is an error that says which`() {
        let documents = [Samples.timetable, Samples.timetableModules, Samples.theatres]
        for (index, role) in ["timetable", "modules", "theatres"].enumerated() {
            var rest = documents
            rest.remove(at: index)
            #expect(
                error(rest).contains(
                    "no document with the role \(role); expected [source.\(role)] in the profile"))
        }
        var alone = Samples.timetable
        alone.role = "catalog"
        #expect(TimetableParser().recognition(of: [alone]) == .certain)
        #expect(error([alone]).hasPrefix("\(alone.location): no document with the role modules"))
    }

    @Test(arguments: [
        ("timetable", "{}", "$: an empty object without a field \"timetable\", expected a week's timetable"),
        ("timetable", "[]", "$: an empty array without a field \"timetable\", expected a week's timetable"),
        (
            "timetable", #"{"timetable": {}}"#,
            "$.timetable: an empty object, expected the hours of each day as an array of arrays"
        ),
        (
            "timetable", #"{"timetable": [[{"time": 9}]]}"#,
            "$.timetable[0][0].time: no entry can be used; the first is the number 9, expected a time"
        ),
        ("timetable", #"{"timetable": [["#, "not JSON: the document ends"),
        ("modules", "3", "$: the number 3, expected an array or object of modules"),
        ("modules", #"{"R1": {"name": "One"}}"#, "without a field \"moduleCode\" or \"moduleTitle\""),
        ("modules", #"{"timetable": [[]]}"#, "without a field \"moduleCode\" or \"moduleTitle\""),
        ("modules", "<html>", "line 1, column 1: the modules document: an HTML page instead of JSON"),
        ("theatres", "[]", "$: an empty array, expected an object of lecture theatres by room"),
        ("theatres", #"{"A": {"moduleTitle": "Alpha"}}"#, "without a field \"name\" or \"latitude\""),
        ("theatres", "", "line 1, column 1: the theatres document: the document is empty, expected JSON"),
    ])
    func `a document of the wrong kind is an error that names it, the place and what was expected`(
        role: String, text: String, expectation: String
    ) {
        let documents = [Samples.timetable, Samples.timetableModules, Samples.theatres].map {
            $0.role == role ? Samples.role(role, text) : $0
        }
        let message = error(documents)
        #expect(message.hasPrefix("http://notes.example.org/week/\(role).json: "), "\(message)")
        #expect(message.contains(expectation), "\(message)")
    }

    @Test(arguments: [
        (#"{"x": 1, "timetable" : [ [ ] ]}"#, Recognition.certain), (#"{"timetable": []}"#, .no),
        (#"{"timetable": {"a": [[]]}}"#, .no), (#"{"a": "\"timetable\": [["}"#, .no),
        (#"[["timetable", [[]]]]"#, .no),
    ])
    func `a timetable is recognised by its field with arrays in it`(
        text: String, recognition: Recognition
    ) {
        let document = Samples.document(text, "http://notes.example.org/x.json")
        #expect(TimetableParser().recognition(of: [document]) == recognition)
    }

    @Test
    func `a thousand unknown modules give a report that can be read`() throws {
        let events = (0..<1000).map { "{\"module\": \"M\($0)\"}" }.joined(separator: ",")
        let catalog = try monday("{\"time\": \"9:00\", \"events\": [\(events)]}")
        #expect(catalog.schedule?.meetings.count == 1000)
        #expect(catalog.problems.count == 101)
        #expect(catalog.problems.last?.reason == "900 further problems")
    }
}
