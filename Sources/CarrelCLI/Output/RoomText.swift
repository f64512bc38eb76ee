import CarrelBasics
import CarrelModel

/// Formats a room as lines of text.
enum RoomText {
    /// The room with its name and coordinates, then each link.
    static func lines(_ place: Schedule.NamedPlace) -> [String] {
        let coordinates = place.place?.coordinates
        let known = [place.place?.name, coordinates.map { "(\($0.description))" }]
            .compactMap(\.self).joined(separator: " ")
        let title = "\(place.id): \(known.isEmpty ? "nothing more is known" : known)".singleLine
        return [title]
            + [coordinates?.geoURI, coordinates?.openStreetMapURL].compactMap(\.self).map { "  " + $0 }
    }
}
