import CarrelCore

/// A room with what is known of it and links to maps, as an object and as lines of text.
struct RoomOutput: Encodable {
    var room: String
    var name: String?
    var latitude: Double?
    var longitude: Double?
    var geo: String?
    var map: String?
    private var position: String?

    private enum CodingKeys: String, CodingKey { case room, name, latitude, longitude, geo, map }

    init(_ place: Schedule.NamedPlace) {
        (room, name) = (place.id, place.place?.name)
        guard let coordinates = place.place?.coordinates else { return }
        (latitude, longitude) = (coordinates.latitude, coordinates.longitude)
        position = coordinates.description
        (geo, map) = (coordinates.geoURI, coordinates.openStreetMapURL)
    }

    /// The room with its name and coordinates, then each link.
    var lines: [String] {
        let known = [name, position.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
        let title = "\(room): \(known.isEmpty ? "nothing more is known" : known)".singleLine
        return [title] + [geo, map].compactMap(\.self).map { "  " + $0 }
    }
}
