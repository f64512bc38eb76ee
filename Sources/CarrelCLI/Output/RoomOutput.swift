import CarrelCore

/// A room with what is known of it and links to maps, as an object and as lines of text.
struct RoomOutput: Encodable {
    var room: String
    var name: String?
    var latitude: Double?
    var longitude: Double?
    var geo: String?
    var map: String?

    init(_ place: Schedule.NamedPlace) {
        (room, name) = (place.id, place.place?.name)
        guard let coordinates = place.place?.coordinates else { return }
        (latitude, longitude) = (coordinates.latitude, coordinates.longitude)
        (geo, map) = (coordinates.geoURI, coordinates.openStreetMapURL)
    }

    /// The room with its name and coordinates, then each link.
    var lines: [String] {
        var title = "\(room): \(name ?? "nothing more is known")".singleLine
        if let latitude, let longitude { title += " (\(latitude), \(longitude))" }
        return [title] + [geo, map].compactMap(\.self).map { "  " + $0 }
    }
}
