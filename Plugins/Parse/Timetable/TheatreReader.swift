import CarrelBasics
import CarrelJSON
import CarrelJSONReading
import CarrelModel
import CarrelStages

/// Reads the list of lecture theatres: an object that holds them by room.
struct TheatreReader {
    private let fields: TimetableFields
    private let budget: CatalogBudget
    /// What is known of each room.
    private(set) var places: [String: Schedule.Place] = [:]
    /// Every room that is listed, also one that cannot be used.
    private(set) var rooms: Set<String> = []
    /// What could not be used.
    private(set) var problems = ProblemList()

    init(fields: TimetableFields, budget: CatalogBudget) {
        (self.fields, self.budget) = (fields, budget)
    }

    mutating func read(_ json: CatalogJSON) throws(ParseError) {
        guard let members = json.root.members else {
            throw json.error(json.root, expected: "an object of lecture theatres by room")
        }
        let names = [fields.theatreName, fields.latitude, fields.longitude]
        guard
            members.isEmpty || members.contains(where: { entry in names.contains { entry.node[$0] != nil } })
        else {
            throw json.error(
                json.root,
                "\(json.root.summary) without a field \"\(fields.theatreName)\" or \"\(fields.latitude)\", expected the list of lecture theatres",
                remedy:
                    "Check [source.theatres], or name the list's own fields with parse.theatre-name-field and the like"
            )
        }
        for (room, node) in members {
            guard budget.takeItem() else { break }
            read(node, room: room.titleText)
        }
        try budget.conclude()
    }

    private mutating func read(_ theatre: JSONNode, room: String) {
        guard !room.isEmpty else { return problems.add(theatre, expected: "the name of a room before it") }
        guard rooms.insert(room).inserted else {
            return problems.add(theatre, expected: "the room \(room) once; the first one is taken")
        }
        guard theatre.kind == .object else {
            return problems.add(theatre, expected: "a lecture theatre as an object")
        }
        let name = problems.text(theatre[fields.theatreName])?.titleText.nonEmpty
        places[room] = Schedule.Place(name: name, coordinates: coordinates(of: theatre))
    }

    /// The theatre's coordinates; a theatre without, or with wrong ones, still has its name.
    private mutating func coordinates(of theatre: JSONNode) -> Coordinates? {
        let nodes = (theatre[fields.latitude]?.present, theatre[fields.longitude]?.present)
        if nodes.0 == nil, nodes.1 == nil { return nil }
        guard let latitude = degrees(nodes.0, fields.latitude, limit: 90, of: theatre),
            let longitude = degrees(nodes.1, fields.longitude, limit: 180, of: theatre)
        else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }

    /// A decimal number; `Double` alone would take hexadecimal ones, too.
    private static func decimal(_ text: String) -> Double? {
        let text = text.trimmed
        return text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } ? Double(text) : nil
    }

    /// Degrees as a number, or as a string that holds one.
    private mutating func degrees(
        _ node: JSONNode?, _ field: String, limit: Int, of theatre: JSONNode
    ) -> Double? {
        guard let node else {
            problems.add(theatre, expected: "degrees in the field \"\(field)\", too")
            return nil
        }
        let degrees = node.number ?? node.string.flatMap(Self.decimal)
        if let degrees, abs(degrees) <= Double(limit) { return degrees }
        problems.add(node, expected: "degrees from -\(limit) to \(limit)")
        return nil
    }
}
