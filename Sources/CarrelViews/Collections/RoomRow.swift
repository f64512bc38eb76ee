import CarrelModel

/// A room with what is known of it and links to maps.
public struct RoomRow: Encodable, Sendable {
    /// The room as the timetable names it.
    public var room: String
    /// Its name.
    public var name: String?
    /// Where it is, in degrees.
    public var latitude, longitude: Double?
    /// Where it is, as a `geo:` URI and as the address of a map.
    public var geo, map: String?

    /// A place that hours name.
    public init(_ place: Schedule.NamedPlace) {
        (room, name) = (place.id, place.place?.name)
        guard let coordinates = place.place?.coordinates else { return }
        (latitude, longitude) = (coordinates.latitude, coordinates.longitude)
        (geo, map) = (coordinates.geoURI, coordinates.openStreetMapURL)
    }
}
