/// Identifies a catalogue among the others of one command.
public struct CatalogLabel: Sendable {
    /// Where it is; `nil` if its source cannot be made.
    public var location: String?
    /// Its name, if it has one.
    public var name: String?

    public init(location: String? = nil, name: String? = nil) {
        (self.location, self.name) = (location, name)
    }
}
