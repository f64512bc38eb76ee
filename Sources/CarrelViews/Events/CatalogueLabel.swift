/// What tells a catalogue from the others of one command.
public struct CatalogueLabel: Sendable {
    /// Where it is; `nil` where its source cannot be made.
    public var location: String?
    /// The name that the profile gives it, if it does.
    public var name: String?

    /// Labels a catalogue.
    public init(location: String? = nil, name: String? = nil) {
        (self.location, self.name) = (location, name)
    }
}
