import CarrelBasics
import CarrelHTTP
import Foundation

/// The digests of a document's pieces, as a Metalink gives them (RFC 5854 section 4.2.12).
///
/// All pieces have the same length; the last one may be shorter. They tell where bytes are wrong, so that only those
/// have to come again, and they prove bytes whoever sent them.
public struct PieceDigests: Sendable, Hashable, Codable {
    /// The most bytes that the digests may have together: 20,480 of SHA-256.
    public static let maxBytes = 640 << 10

    /// The algorithm.
    public var algorithm: DigestAlgorithm { content.algorithm }
    /// The length of a piece in bytes, above 0.
    public var length: Int64 { content.length }

    // Behind a reference, because few documents have pieces, and a million jobs have room for them.
    private let content: Content
    private var bytes: Data { content.bytes }

    /// The number of pieces, at least 1.
    public var count: Int { bytes.count / algorithm.length }

    /// Takes digests as hexadecimal digits, in order.
    ///
    /// - Returns: `nil` if there are none or more than `maxBytes`, if one is not a digest of the algorithm, or if the
    ///   length is not above 0.
    public init?(_ algorithm: DigestAlgorithm, length: Int64, hex: [String]) {
        guard hex.count <= Self.maxBytes / algorithm.length else { return nil }
        var bytes = Data(capacity: hex.count * algorithm.length)
        for digits in hex {
            guard digits.utf8.count == algorithm.length * 2 else { return nil }
            var rest = digits.utf8[...]
            while !rest.isEmpty {
                guard let byte = UInt8(hexDigits: rest.prefix(2)) else { return nil }
                bytes.append(byte)
                rest = rest.dropFirst(2)
            }
        }
        self.init(algorithm, length: length, bytes)
    }

    private init?(_ algorithm: DigestAlgorithm, length: Int64, _ bytes: Data) {
        guard length > 0, !bytes.isEmpty, bytes.count % algorithm.length == 0,
            bytes.count <= Self.maxBytes
        else { return nil }
        content = Content(algorithm, length, bytes)
    }

    private final class Content: Sendable, Hashable {
        let algorithm: DigestAlgorithm
        let length: Int64
        // The digests, one behind the other.
        let bytes: Data

        init(_ algorithm: DigestAlgorithm, _ length: Int64, _ bytes: Data) {
            (self.algorithm, self.length, self.bytes) = (algorithm, length, bytes)
        }

        static func == (left: Content, right: Content) -> Bool {
            left === right
                || left.length == right.length && left.algorithm == right.algorithm
                    && left.bytes == right.bytes
        }

        func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
    }

    /// The digest of a piece, in lower-case hexadecimal digits.
    ///
    /// - Parameter index: which, from 0 and below `count`.
    /// - Returns: the digits.
    public func hex(of index: Int) -> String {
        let start = bytes.startIndex + index * algorithm.length
        return bytes[start..<start + algorithm.length].hexDigits
    }

    /// Whether a document of that many bytes has as many pieces.
    public func fit(_ size: Int64) -> Bool {
        size > 0 && (size - 1) / length + 1 == Int64(count)
    }

    // MARK: As text

    /// The algorithm, the length and the digests in Base64: as they are recorded.
    public var text: String { "\(algorithm.rawValue) \(length) \(bytes.base64EncodedString())" }

    /// Reads what `text` gives; `nil` for anything else.
    public init?(text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let algorithm = DigestAlgorithm(rawValue: String(parts[0])),
            let length = Int64(parts[1]), let bytes = Data(base64Encoded: String(parts[2]))
        else { return nil }
        self.init(algorithm, length: length, bytes)
    }

    /// Decodes the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let pieces = PieceDigests(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not the digests of pieces")
        }
        self = pieces
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
