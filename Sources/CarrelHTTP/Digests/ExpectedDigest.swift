import CarrelBasics

/// A digest algorithm.
///
/// The raw value is its name in IANA's registry of hash functions, which for the SHA-2 family is that of RFC 9530, too.
public enum DigestAlgorithm: String, Sendable, Hashable, Codable, CaseIterable {
    /// SHA-256 (FIPS 180-4).
    case sha256 = "sha-256"
    /// SHA-512 (FIPS 180-4).
    case sha512 = "sha-512"
    /// SHA-1 (FIPS 180-4): tells damage, but not a forgery.
    case sha1 = "sha-1"
    /// MD5 (RFC 1321): tells damage, but not a forgery.
    case md5

    /// Those that nobody can forge, SHA-256 first.
    public static let unforgeable: [DigestAlgorithm] = [.sha256, .sha512]

    /// The length of a digest in bytes.
    public var length: Int {
        switch self {
        case .sha256: 32
        case .sha512: 64
        case .sha1: 20
        case .md5: 16
        }
    }
}

/// A digest that content must have, and who promised it.
public struct ExpectedDigest: Sendable, Hashable, Codable {
    /// Who promised a digest.
    public enum Origin: String, Sendable, Hashable, Codable {
        /// The catalogue that lists the document.
        case catalog
        /// The response's `Repr-Digest` field: the digest of the whole representation, even if only a part is
        /// transferred.
        case reprDigest = "Repr-Digest"
        /// The response's `Content-Digest` field: the digest of this message's content.
        case contentDigest = "Content-Digest"
        /// The response's `Digest` field (RFC 3230), which `Repr-Digest` replaces.
        case digest = "Digest"
        /// The checksum file beside the document.
        case checksumFile
    }

    /// The algorithm.
    public let algorithm: DigestAlgorithm
    /// The digest: lower-case hexadecimal digits.
    public let hex: String
    /// Who promised it.
    public let origin: Origin

    /// Takes hexadecimal digits; `nil` if they are not a digest of the algorithm.
    public init?(_ algorithm: DigestAlgorithm, hex: String, origin: Origin) {
        var hex = hex
        guard hex.utf8.count == algorithm.length * 2, hex.withUTF8({ $0.allSatisfy(\.isHexDigit) }) else {
            return nil
        }
        self.algorithm = algorithm
        self.hex = hex.lowercased()
        self.origin = origin
    }

    /// Takes the digest's bytes; `nil` if their number does not fit the algorithm.
    public init?(_ algorithm: DigestAlgorithm, bytes: some Collection<UInt8>, origin: Origin) {
        guard bytes.count == algorithm.length else { return nil }
        self.init(algorithm, hex: bytes.hexDigits, origin: origin)
    }

    /// Reads what `text` gives; `nil` for anything else.
    public init?(text: String, origin: Origin) {
        guard let separator = text.firstIndex(of: "="),
            let algorithm = DigestAlgorithm(rawValue: text[..<separator].lowercased())
        else { return nil }
        self.init(algorithm, hex: String(text[text.index(after: separator)...]), origin: origin)
    }

    /// The algorithm and the digits, as they are recorded: `sha-256=HEX`.
    public var text: String { "\(algorithm.rawValue)=\(hex)" }

    private enum CodingKeys: CodingKey {
        case algorithm
        case hex
        case origin
    }

    /// Decodes and checks the digest.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let hex = try container.decode(String.self, forKey: .hex)
        guard
            let digest = ExpectedDigest(
                try container.decode(DigestAlgorithm.self, forKey: .algorithm), hex: hex,
                origin: try container.decode(Origin.self, forKey: .origin))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .hex, in: container, debugDescription: "not the digits of a digest")
        }
        self = digest
    }
}
