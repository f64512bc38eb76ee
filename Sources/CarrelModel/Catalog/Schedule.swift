import CarrelBasics

/// When and where the collections of a catalogue meet each week: a timetable.
public struct Schedule: Sendable, Hashable, Codable {
    /// The meetings, by day, then by time, then in the catalogue's order.
    public var meetings: [Meeting]
    /// The known places, by the short names that meetings use.
    public var places: [String: Place]

    /// Makes a schedule, and sorts the meetings.
    public init(meetings: [Meeting], places: [String: Place] = [:]) {
        // The offset keeps meetings of the same time in the catalogue's order.
        self.meetings = meetings.enumerated().sorted { left, right in
            (left.element.day, left.element.time, left.offset)
                < (right.element.day, right.element.time, right.offset)
        }.map(\.element)
        self.places = places
    }

    /// One weekly meeting of a collection.
    public struct Meeting: Sendable, Hashable, Codable {
        /// The day of the week.
        public var day: Weekday
        /// The time of day at which it begins.
        public var time: TimeOfDay
        /// The identity of the collection that meets.
        public var collection: String
        /// The short name of the place, as the catalogue writes it; `nil` if it names none.
        public var place: String?
        /// The kind of meeting, as the catalogue writes it, such as `lecture`.
        public var kind: String?

        public init(
            day: Weekday, time: TimeOfDay, collection: String, place: String? = nil, kind: String? = nil
        ) {
            self.day = day
            self.time = time
            self.collection = collection
            self.place = place
            self.kind = kind
        }
    }

    /// What is known of a place.
    public struct Place: Sendable, Hashable, Codable {
        /// The name shown to people.
        public var name: String?
        /// Where it is.
        public var coordinates: Coordinates?

        public init(name: String?, coordinates: Coordinates?) {
            self.name = name
            self.coordinates = coordinates
        }
    }
}

/// A point on the Earth (WGS 84).
public struct Coordinates: Sendable, Hashable, Codable {
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double

    /// Makes a point; `nil` if a value is out of range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// The `geo` URI (RFC 5870), whose numbers have no exponent.
    public var geoURI: String { "geo:\(Self.text(latitude)),\(Self.text(longitude))" }

    /// The place on the map of OpenStreetMap, marked.
    public var openStreetMapURL: String {
        let (north, east) = (Self.text(latitude), Self.text(longitude))
        return "https://www.openstreetmap.org/?mlat=\(north)&mlon=\(east)#map=17/\(north)/\(east)"
    }

    /// Degrees with at most nine places, a tenth of a millimetre.
    private static func text(_ degrees: Double) -> String {
        DecimalText.plain(
            digits: String(Int64((degrees.magnitude * 1e9).rounded())), exponent: -9,
            isNegative: degrees < 0)
    }
}

extension Coordinates: CustomStringConvertible {
    /// Degrees north and east, such as `53.4, -2.5`.
    public var description: String { "\(Self.text(latitude)), \(Self.text(longitude))" }
}
