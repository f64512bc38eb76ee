/// The `Repr-Digest` and `Content-Digest` fields of a response, and the field that requests them (RFC 9530).
public enum DigestField {
    /// The value of `Want-Repr-Digest`: it prefers SHA-256, which is computed anyway.
    public static let wanted = "sha-256=10, sha-512=5"

    /// The digests of unforgeable algorithms in a field, SHA-256 first.
    ///
    /// - Parameters:
    ///   - value: the field's value; several lines of one field are joined by commas.
    ///   - origin: which field it is.
    /// - Returns: the digests; none if the value is malformed.
    public static func digests(in value: String, origin: ExpectedDigest.Origin) -> [ExpectedDigest] {
        guard let members = StructuredDictionary.byteSequences(in: value) else { return [] }
        return DigestAlgorithm.unforgeable.compactMap { algorithm in
            members[algorithm.rawValue].flatMap { ExpectedDigest(algorithm, bytes: $0, origin: origin) }
        }
    }
}
