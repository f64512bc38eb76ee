import CarrelModel

/// Recorded names of documents, beside which new ones are given.
public struct RecordedNames: Sendable, Hashable {
    /// The names, by item.
    public var names: [ItemKey: String]
    /// Whether these are all names of the library, so that nothing else has to be looked up.
    public var areAll: Bool

    public init(_ names: [ItemKey: String] = [:], areAll: Bool) {
        (self.names, self.areAll) = (names, areAll)
    }
}
