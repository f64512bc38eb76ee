import CarrelCore
import CarrelModel
import CarrelStages

/// One meeting of a timetable.
public struct MeetingRow: Encodable, Sendable {
    /// The timetable's location.
    public var catalog: String
    /// The name that the profile gives the timetable, if it does.
    public var catalogName: String?
    /// The day in lower case and in English, the time, the module's identity and its title.
    public var day, time, module, title: String
    /// The room as the timetable names it, and its name.
    public var room, place: String?
    /// Where the room is, in degrees.
    public var latitude, longitude: Double?
    /// What kind of meeting it is, such as a lecture.
    public var kind: String?

    /// A row of a timetable.
    public init(_ row: TimetableView.Row, of part: TimetableView.Part) {
        (catalog, catalogName) = (part.location, part.name)
        (day, time) = (row.meeting.day.name.lowercased(), row.meeting.time.description)
        (module, title, kind) = (row.meeting.collection, row.title, row.meeting.kind)
        (room, place) = (row.meeting.place, row.place?.name)
        latitude = row.place?.coordinates?.latitude
        longitude = row.place?.coordinates?.longitude
    }
}

/// A module, and whether the timetable shows it.
public struct ModuleRow: Encodable, Sendable {
    /// The timetable's location, the module's identity there and its title.
    public var catalog, module, title: String
    /// Whether the timetable shows it.
    public var isChosen: Bool

    /// A module.
    public init(_ module: TimetableView.Module) {
        (catalog, self.module) = (module.key.catalog, module.key.collection)
        (title, isChosen) = (module.title, module.isChosen)
    }
}
