import CarrelJSONReading
import CarrelStages

/// The names of the fields in a timetable and in the lists of modules and lecture theatres beside it.
struct TimetableFields: Sendable {
    static let timetableField = Setting<String>(
        "timetable-field", default: "timetable", help: "The field with the timetable's days")
    static let yearField = Setting<String>(
        "year-field", default: "year", help: "The field with the timetable's year")
    static let semesterField = Setting<String>(
        "semester-field", default: "semester", help: "The field with the timetable's semester")
    static let timeField = Setting<String>(
        "time-field", default: "time", help: "The field with the time at which an hour begins")
    static let eventsField = Setting<String>(
        "events-field", default: "events", help: "The field with what takes place in an hour")
    static let moduleField = Setting<String>(
        "module-field", default: "module", help: "The field with the code of the module that meets")
    static let roomField = Setting<String>(
        "room-field", default: "room", help: "The field with the room in which it meets")
    static let typeField = Setting<String>(
        "type-field", default: "type", help: "The field with lecture, lab or tutorial")

    static let theatreNameField = Setting<String>(
        "theatre-name-field", default: "name", help: "The field with a lecture theatre's name")
    static let latitudeField = Setting<String>(
        "latitude-field", default: "latitude", help: "The field with a lecture theatre's degrees north")
    static let longitudeField = Setting<String>(
        "longitude-field", default: "longitude", help: "The field with a lecture theatre's degrees east")

    static let settings: [any SettingDeclaration] =
        [
            timetableField, yearField, semesterField, timeField, eventsField, moduleField, roomField,
            typeField,
        ] + ModuleFields.settings + [theatreNameField, latitudeField, longitudeField]

    let timetable, year, semester, time, events, module, room, type: String
    let listedModule: ModuleFields
    let theatreName, latitude, longitude: String

    init(_ settings: Settings) {
        timetable = settings[Self.timetableField]
        year = settings[Self.yearField]
        semester = settings[Self.semesterField]
        time = settings[Self.timeField]
        events = settings[Self.eventsField]
        module = settings[Self.moduleField]
        room = settings[Self.roomField]
        type = settings[Self.typeField]
        listedModule = ModuleFields(settings)
        theatreName = settings[Self.theatreNameField]
        latitude = settings[Self.latitudeField]
        longitude = settings[Self.longitudeField]
    }
}
