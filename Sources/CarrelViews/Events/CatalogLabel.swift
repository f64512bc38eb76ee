/// What tells a catalogue from the others of one command.
public struct CatalogLabel: Sendable {
    /// Where it is; `nil` if its source cannot be made.
    public var location: String?
    /// The name that the profile gives it, if it does.
    public var name: String?

    /// Labels a catalogue.
    public init(location: String? = nil, name: String? = nil) {
        (self.location, self.name) = (location, name)
    }
}
