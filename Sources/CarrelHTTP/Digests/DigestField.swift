/// The `Repr-Digest` and `Content-Digest` fields of a response (RFC 9530), and how they are asked for.
public enum DigestField {
    /// The value of `Want-Repr-Digest`: SHA-256 is computed anyway, SHA-512 is as good.
    public static let wanted = "sha-256=10, sha-512=5"

    /// The digests of the known algorithms in a field, the one to prefer first.
    ///
    /// - Parameters:
    ///   - value: the field's value; several lines of one field are joined by commas.
    ///   - origin: which field it is.
    /// - Returns: nothing where the value is malformed, or names unknown algorithms only.
    public static func digests(in value: String, origin: ExpectedDigest.Origin) -> [ExpectedDigest] {
        guard let members = StructuredDictionary.byteSequences(in: value) else { return [] }
        return DigestAlgorithm.allCases.compactMap { algorithm in
            members[algorithm.rawValue].flatMap { ExpectedDigest(algorithm, bytes: $0, origin: origin) }
        }
    }
}
