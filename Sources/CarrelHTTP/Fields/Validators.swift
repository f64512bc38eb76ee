/// Identifies one version of a representation: RFC 9110 section 8.8.
public struct Validators: Hashable, Sendable, Codable {
    /// The entity tag exactly as received, with quotes and a weakness mark.
    public var entityTag: String?
    /// The `Last-Modified` field exactly as received; never reformatted, because servers compare it as text.
    public var lastModified: String?

    /// Takes what a server said; what no request may hold is left out, because nobody can ask with it.
    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag.flatMap(Self.sendable)
        self.lastModified = lastModified.flatMap(Self.sendable)
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            entityTag: try values.decodeIfPresent(String.self, forKey: .entityTag),
            lastModified: try values.decodeIfPresent(String.self, forKey: .lastModified))
    }

    /// A text without control characters, which a field line must not hold (RFC 9110 section 5.5).
    private static func sendable(_ text: String) -> String? {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } ? text : nil
    }

    /// Whether there are no validators.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// The entity tag if it is strong: only such a tag promises identical bytes (RFC 9110 section 8.8.1).
    public var strongEntityTag: String? {
        guard let entityTag, !entityTag.hasPrefix("W/") else { return nil }
        return entityTag
    }

    /// The value for `If-Range`: a strong entity tag or, failing that, the modification date.
    ///
    /// A weak tag never identifies a range (RFC 9110 section 13.1.5). A date is only exact to the second, so after a
    /// request with a date the content must be compared, too.
    public var rangeValidator: String? { strongEntityTag ?? lastModified }
}
