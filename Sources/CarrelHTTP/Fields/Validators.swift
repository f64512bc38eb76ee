/// What identifies one version of a representation: RFC 9110 section 8.8.
public struct Validators: Hashable, Sendable, Codable {
    /// The entity tag exactly as received, quotes and weakness mark included.
    public var entityTag: String?
    /// The `Last-Modified` field exactly as received; never reformatted, because servers compare it as text.
    public var lastModified: String?

    /// Makes validators from what a server or a source said.
    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// Whether there is nothing to compare.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// The entity tag if it is strong: only such a tag promises identical bytes (RFC 9110 section 8.8.1).
    public var strongEntityTag: String? {
        guard let entityTag, !entityTag.hasPrefix("W/") else { return nil }
        return entityTag
    }

    /// The value for `If-Range`: a strong entity tag or, failing that, the modification date.
    ///
    /// A weak tag never identifies a range (RFC 9110 section 13.1.5). A date is exact to the second only, so what it
    /// vouches for is to be compared as well.
    public var rangeValidator: String? { strongEntityTag ?? lastModified }
}
