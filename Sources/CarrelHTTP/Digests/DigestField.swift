import CarrelBasics
import Foundation

/// The `Repr-Digest` and `Content-Digest` fields of a response, the field that requests them (RFC 9530), and the `Digest` field
/// that they replace.
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
        StructuredDictionary.byteSequences(in: value).map { digests(among: $0, origin) } ?? []
    }

    /// The digests of unforgeable algorithms in a `Digest` field (RFC 3230), which many servers still send, SHA-256 first.
    static func earlierDigests(in value: String) -> [ExpectedDigest] {
        guard value.utf8.count <= StructuredDictionary.maxLength else { return [] }
        var members: [String: Data] = [:]
        for member in value.split(separator: ",") {
            let parts = String(member).withoutBlankEnds.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            members[parts[0].lowercased()] = Data(base64Encoded: String(parts[1]))
        }
        return digests(among: members, .digest)
    }

    private static func digests(
        among members: [String: Data], _ origin: ExpectedDigest.Origin
    ) -> [ExpectedDigest] {
        DigestAlgorithm.unforgeable.compactMap { algorithm in
            members[algorithm.rawValue].flatMap { ExpectedDigest(algorithm, bytes: $0, origin: origin) }
        }
    }
}
