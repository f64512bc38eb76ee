import CarrelStages

/// What one field of a mapping matched in a document.
public struct MappingFieldRow: Encodable, Sendable {
    /// Its name in the profile, such as `items.title`.
    public var field: String
    /// How often it gave a value, of how many tries.
    public var matched, of: Int
    /// The first value.
    public var example: String?

    public init(_ field: MappingTrace.Field) {
        (self.field, matched, of, example) = (field.name, field.matched, field.asked, field.example)
    }
}
