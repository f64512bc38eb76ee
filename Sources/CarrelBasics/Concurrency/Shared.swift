/// A value that many hold without a copy each.
public final class Shared<Value: Sendable & Codable>: Sendable, Codable {
    /// The value.
    public let value: Value

    /// Shares a value.
    public init(_ value: Value) { self.value = value }

    /// Decodes the value itself.
    public init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

    /// Encodes the value itself.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
