/// A value that many objects share instead of each having a copy.
public final class Shared<Value: Sendable & Codable>: Sendable, Codable {
    /// The value.
    public let value: Value

    public init(_ value: Value) { self.value = value }

    /// Decodes the value itself.
    public init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

    /// Encodes the value itself.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
