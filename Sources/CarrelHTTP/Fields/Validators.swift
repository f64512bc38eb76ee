/// Identifies one version of a representation: RFC 9110 section 8.8.
public struct Validators: Hashable, Sendable, Codable {
    /// The entity tag exactly as received, with quotes and a weakness mark.
    public var entityTag: String?
    /// The `Last-Modified` field exactly as received; never reformatted, because servers compare it as text.
    public var lastModified: String?

    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
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
