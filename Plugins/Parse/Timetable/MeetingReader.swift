import CarrelBasics
import CarrelJSON
import CarrelJSONReading
import CarrelModel
import CarrelStages

/// Reads the hours of a timetable, and says once each what they refer to that is not known.
struct MeetingReader {
    private static let knownKinds: Set<String> = ["lecture", "lab", "tutorial"]

    private let fields: TimetableFields
    private let budget: CatalogBudget
    private var modules: Set<String>
    private var rooms: Set<String>
    private var kinds = Self.knownKinds
    private var seen: Set<Schedule.Meeting> = []
    private var repeated: Set<Schedule.Meeting> = []
    /// The meetings in the document's order, each once.
    private(set) var meetings: [Schedule.Meeting] = []
    /// The modules that only the timetable names, in its order.
    private(set) var unlistedModules: [String] = []
    /// What could not be used, and what is not known elsewhere.
    private(set) var problems = ProblemList()

    /// Makes a reader that knows the modules and rooms of the other documents.
    init(fields: TimetableFields, budget: CatalogBudget, modules: Set<String>, rooms: Set<String>) {
        (self.fields, self.budget, self.modules, self.rooms) = (fields, budget, modules, rooms)
    }

    mutating func read(_ json: CatalogJSON) throws(ParseError) {
        guard let week = json.root[fields.timetable] else {
            throw json.error(
                json.root,
                "\(json.root.summary) without a field \"\(fields.timetable)\", expected a week's timetable",
                remedy:
                    "Check [source.timetable], or name the timetable's own field with parse.timetable-field")
        }
        guard let days = week.elements else {
            throw json.error(week, expected: "the hours of each day as an array of arrays, Monday first")
        }
        for (index, day) in days.enumerated() {
            guard let weekday = Weekday(rawValue: index + 1) else {
                problems.add(day, expected: "at most the seven days of a week")
                break
            }
            read(day, weekday)
        }
        try budget.conclude()
        // A timetable without anything that can be used must not look like a week without meetings.
        try json.refuse(ifUnusable: meetings.isEmpty, problems.problems)
    }

    private mutating func read(_ day: JSONNode, _ weekday: Weekday) {
        guard let day = day.present else { return }
        guard let hours = day.elements else {
            return problems.add(day, expected: "the hours of \(weekday.name) as an array")
        }
        for hour in hours {
            guard budget.goesOn() else { break }

            guard hour.kind == .object else {
                problems.add(hour, expected: "an hour as an object")
                continue
            }
            guard let time = hour[fields.time]?.string.flatMap({ TimeOfDay(text: $0.trimmed) }) else {
                problems.add(
                    hour[fields.time] ?? hour, expected: "a time such as 9:00 in the field \"\(fields.time)\""
                )
                continue
            }
            guard let events = hour[fields.events]?.present else { continue }
            guard let elements = events.elements else {
                add(events, weekday, time, expected: "the events as an array")
                continue
            }
            for event in elements {
                guard budget.takeItem() else { break }
                read(event, weekday, time)
            }
        }
    }

    private mutating func read(_ event: JSONNode, _ day: Weekday, _ time: TimeOfDay) {
        guard event.kind == .object else {
            return add(event, day, time, expected: "an event as an object")
        }
        guard let module = event[fields.module]?.plainText?.titleText, !module.isEmpty else {
            return add(
                event[fields.module] ?? event, day, time,
                expected: "the code of a module in the field \"\(fields.module)\"")
        }
        let meeting = Schedule.Meeting(
            day: day, time: time, collection: module, place: name(event[fields.room], day, time, "a room"),
            kind: name(event[fields.type], day, time, "lecture, lab or tutorial"))
        guard seen.insert(meeting).inserted else {
            if repeated.insert(meeting).inserted {
                note(event, meeting, "\(module) is there more than once; it is listed once")
            }
            return
        }
        meetings.append(meeting)
        noteUnknown(meeting, event)
    }

    /// A room or type; what is none does not cost the meeting, whose rest is known.
    private mutating func name(
        _ node: JSONNode?, _ day: Weekday, _ time: TimeOfDay, _ expectation: String
    ) -> String? {
        guard let node = node?.present else { return nil }
        guard let text = node.plainText?.titleText else {
            add(node, day, time, expected: expectation)
            return nil
        }
        return text.nonEmpty
    }

    private mutating func noteUnknown(_ meeting: Schedule.Meeting, _ event: JSONNode) {
        if modules.insert(meeting.collection).inserted {
            unlistedModules.append(meeting.collection)
            note(
                event[fields.module] ?? event, meeting,
                "\(meeting.collection) is not in the list of modules; it has no title")
        }
        if let room = meeting.place, rooms.insert(room).inserted {
            note(
                event[fields.room] ?? event, meeting,
                "the room \(room) is not in the list of lecture theatres; it is shown by its short name")
        }
        if let kind = meeting.kind, kinds.insert(kind.lowercased()).inserted {
            note(
                event[fields.type] ?? event, meeting,
                "\(kind) is no lecture, lab or tutorial; it is shown as it is")
        }
    }

    // MARK: Problems, which say the hour beside the path

    private mutating func add(
        _ node: JSONNode, _ day: Weekday, _ time: TimeOfDay, expected expectation: String
    ) {
        problems.add(
            node.path.description, "\(day.name) \(time): \(node.summary), expected \(expectation)")
    }

    private mutating func note(_ node: JSONNode, _ meeting: Schedule.Meeting, _ reason: String) {
        problems.add(node.path.description, "\(meeting.day.name) \(meeting.time): \(reason)")
    }
}
