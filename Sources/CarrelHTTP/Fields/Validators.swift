import CarrelBasics

/// Identifies one version of a representation: RFC 9110 section 8.8.
public struct Validators: Hashable, Sendable, Codable {
    /// The entity tag exactly as received, with quotes and the weakness indicator.
    public var entityTag: String?
    /// The `Last-Modified` field exactly as received; never reformatted, because servers compare it as text.
    public var lastModified: String?

    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// The longest validator that is sent, in bytes: servers refuse requests with long lines.
    private static let maxLength = 4096

    /// Those that a request may hold: short ones, without control characters (RFC 9110 section 5.5).
    ///
    /// As a condition `*` stands for any version, and whoever sends an empty tag sends it for every one.
    public var sendable: Validators {
        func sendable(_ text: String?) -> String? {
            guard let text, text.utf8.count <= Self.maxLength,
                text.utf8.areAll({ $0.isFieldCharacter })
            else { return nil }
            return text
        }
        return Validators(
            entityTag: sendable(entityTag).flatMap { Self.isOfAny($0) ? nil : $0 },
            lastModified: sendable(lastModified))
    }

    /// Whether a text names no version in the place of a tag.
    private static func isOfAny(_ tag: String) -> Bool {
        tag.utf8.count <= 4 && ["*", "", "\"\"", "W/\"\""].contains(tag)
    }

    /// Whether a response that names these validators is of another version than the known one: of one with another tag or,
    /// where the response or the known version has none, another date (RFC 9111 section 4.3.4).
    ///
    /// Some servers name a tag with 304 alone. How strong tags are does not matter: a response in another coding may have the
    /// weak one of the same version.
    func contradict(_ known: Validators) -> Bool {
        if let entityTag, let tag = known.entityTag { return entityTag.opaqueTag != tag.opaqueTag }
        return lastModified != nil && lastModified != known.lastModified
    }

    /// Whether there are no validators.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// The entity tag if it is strong: only such a tag promises identical bytes (RFC 9110 section 8.8.1).
    public var strongEntityTag: String? {
        guard let entityTag, !entityTag.hasPrefix("W/") else { return nil }
        return Self.isOfAny(entityTag) ? nil : entityTag
    }

    /// The value for `If-Range`: a strong entity tag or, failing that, the modification date.
    ///
    /// A weak tag never identifies a range (RFC 9110 section 13.1.5). A date is only exact to the second, so after a
    /// request with a date the content must be compared, too.
    public var rangeValidator: String? { strongEntityTag ?? lastModified }
}

extension String {
    /// An entity tag without its weakness indicator, as weak comparison takes it (RFC 9110 section 8.8.3.2).
    package var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
