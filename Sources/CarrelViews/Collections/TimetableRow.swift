import CarrelCore
import CarrelModel
import CarrelStages

/// One meeting of a timetable.
public struct MeetingRow: Encodable, Sendable {
    /// The timetable's location.
    public var catalog: String
    /// The timetable's name, if it has one.
    public var catalogName: String?
    /// The day in English and in lower case, the time such as `09:00`, the module's identity and its title.
    public var day, time, module, title: String
    /// The room's short name, as the timetable writes it, and its full name.
    public var room, place: String?
    /// Where the room is, in degrees (WGS 84).
    public var latitude, longitude: Double?
    /// The kind of meeting, such as `lecture`.
    public var kind: String?

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

    public init(_ module: TimetableView.Module) {
        (catalog, self.module) = (module.key.catalog, module.key.collection)
        (title, isChosen) = (module.title, module.isChosen)
    }
}
