extension Schedule {
    /// A place by its short name, with what is known of it.
    public struct NamedPlace: Sendable, Hashable {
        /// The short name, as the catalogue writes it.
        public var id: String
        /// What is known of it; `nil` for a place that the catalogue does not describe.
        public var place: Place?

        public init(id: String, place: Place?) { (self.id, self.place) = (id, place) }
    }

    /// The places in which a collection meets, each once, in the order of the week.
    public func places(of collection: String) -> [NamedPlace] {
        var seen: Set<String> = []
        return meetings.compactMap { meeting in
            guard meeting.collection == collection, let place = meeting.place, seen.insert(place).inserted
            else { return nil }
            return NamedPlace(id: place, place: places[place])
        }
    }
}
