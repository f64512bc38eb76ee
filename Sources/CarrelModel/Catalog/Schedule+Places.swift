import CarrelBasics

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
        meetings.filter { $0.collection == collection }.compactMap(\.place).uniqued()
            .map { NamedPlace(id: $0, place: places[$0]) }
    }
}
