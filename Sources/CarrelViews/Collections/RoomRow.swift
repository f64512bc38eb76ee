import CarrelModel

/// A room, with its place and links to maps.
public struct RoomRow: Encodable, Sendable {
    /// The room's short name, as the timetable writes it.
    public var room: String
    /// Its full name, if known.
    public var name: String?
    /// Where it is, in degrees (WGS 84).
    public var latitude, longitude: Double?
    /// Where it is, as a `geo:` URI and as the URL of a map.
    public var geo, map: String?

    public init(_ place: Schedule.NamedPlace) {
        (room, name) = (place.id, place.place?.name)
        guard let coordinates = place.place?.coordinates else { return }
        (latitude, longitude) = (coordinates.latitude, coordinates.longitude)
        (geo, map) = (coordinates.geoURI, coordinates.openStreetMapURL)
    }
}
