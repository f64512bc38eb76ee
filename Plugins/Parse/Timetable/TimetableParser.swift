import CarrelBasics
import CarrelJSON
import CarrelJSONReading
import CarrelModel
import CarrelStages
import Foundation

/// Parses a week's timetable of modules, with the lists of modules and of lecture theatres that it refers to.
///
/// The catalogue is three documents, told apart by their roles: `timetable` (an array of hours for each day from
/// Monday), `modules` (by code, or an array) and `theatres` (by room). Each module is a collection, and the hours
/// are the catalogue's schedule.
public struct TimetableParser: Parser {
    let fields: TimetableFields
    private let settings: Settings

    /// Makes a parser; without settings it is for the usual field names.
    public init(_ settings: Settings = Settings()) {
        fields = TimetableFields(settings)
        self.settings = settings
    }

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "timetable", summary: "Reads a week's timetable as JSON, with its modules and lecture theatres",
        settings: TimetableFields.settings, roles: Role.allCases.map(\.rawValue),
        features: [.readsTimetables]
    ) { settings, _ in TimetableParser(settings) }

    /// What each of the documents is.
    enum Role: String, CaseIterable {
        case timetable, modules, theatres
    }

    /// Certain where one of the documents has a timetable's field with arrays in it.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        var recognition = Recognition.no
        for document in documents {
            guard let outline = JSONOutline([document]) else { continue }
            if outline.containsLists(fields.timetable) { return .certain }
            // A damaged timetable is best reported by the parser that it was meant for.
            if Role(rawValue: document.role) != nil { recognition = .possible }
        }
        return recognition
    }

    /// Parses the three documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let timetable = try open(.timetable, of: documents)
        let modules = try open(.modules, of: documents)
        let theatres = try open(.theatres, of: documents)

        var moduleReader = ModuleListReader(
            fields: fields.listedModule, budget: CatalogBudget(modules.document, settings))
        try moduleReader.read(modules)
        var theatreReader = TheatreReader(fields: fields, budget: CatalogBudget(theatres.document, settings))
        try theatreReader.read(theatres)
        var meetingReader = MeetingReader(
            fields: fields, budget: CatalogBudget(timetable.document, settings),
            modules: Set(moduleReader.collections.map(\.id)), rooms: theatreReader.rooms)
        try meetingReader.read(timetable)

        var collections =
            moduleReader.collections
            + meetingReader.unlistedModules.map { ItemCollection(id: $0, title: $0) }
        let schedule = Schedule(meetings: meetingReader.meetings, places: theatreReader.places)
        Self.addRooms(to: &collections, from: schedule)
        return Catalog(
            title: title(of: timetable.root), sections: [CatalogSection(collections: collections)],
            schedule: schedule,
            problems: Self.named(.modules, moduleReader.problems)
                + Self.named(.theatres, theatreReader.problems)
                + Self.named(.timetable, meetingReader.problems))
    }

    /// The document of a role; the timetable may also be the catalogue itself.
    private func open(_ role: Role, of documents: [CatalogDocument]) throws(ParseError) -> CatalogJSON {
        let document =
            documents.first { $0.role == role.rawValue }
            ?? documents.first { role == .timetable && $0.role == "catalog" }
        guard let document else {
            throw ParseError(
                location: documents.catalog?.location ?? "catalogue",
                reason: "no document with the role \(role); expected [source.\(role)] in the profile",
                remedy: "A timetable is read with its modules and lecture theatres: name all three sources")
        }
        do {
            return try CatalogJSON([document])
        } catch {
            throw ParseError(
                location: error.subject, reason: "the \(role) document: \(error.reason)", remedy: error.remedy
            )
        }
    }

    private func title(of root: JSONNode) -> String? {
        let parts = [root[fields.semester], root[fields.year]].compactMap { $0?.plainText?.titleText }
            .filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Says of each module in which rooms it meets.
    private static func addRooms(to collections: inout [ItemCollection], from schedule: Schedule) {
        let meetings = Dictionary(grouping: schedule.meetings, by: \.collection)
        for index in collections.indices {
            let rooms = (meetings[collections[index].id] ?? []).compactMap(\.place).uniqued()
            guard !rooms.isEmpty else { continue }
            collections[index].details.append(Detail("Rooms", rooms.joined(separator: ", ")))
        }
    }

    /// Problems that say in which of the documents they are: a path alone could be of each.
    private static func named(_ role: Role, _ problems: ProblemList) -> [CatalogProblem] {
        problems.problems.map { CatalogProblem(place: "\(role): \($0.place)", reason: $0.reason) }
    }
}
