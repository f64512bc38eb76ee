import CarrelBasics
import CarrelDigest
import CarrelHTTP

/// The parts of a request that are signed, as they are sent.
public struct SignableRequest: Sendable {
    /// The method, such as `PUT`.
    public var method: String
    /// The path, percent-encoded as in the URL.
    public var path: String
    /// The names and values of the query, not encoded.
    public var query: [(name: String, value: String)]
    /// The fields to sign: with `Host`, and without those that a proxy may change.
    public var fields: HTTPFields
    /// The SHA-256 of the content in lower-case hexadecimal digits, or `UNSIGNED-PAYLOAD`.
    public var payload: String

    public init(
        method: String, path: String, query: [(name: String, value: String)] = [], fields: HTTPFields,
        payload: String
    ) {
        (self.method, self.path, self.query) = (method, path, query)
        (self.fields, self.payload) = (fields, payload)
    }

    /// The SHA-256 of no content.
    public static let emptyPayload = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// The query as it is sent: encoded, in the order in which it is signed; empty for none.
    public var encodedQuery: String {
        query.map { ($0.name.percentEncoded(), $0.value.percentEncoded()) }
            .sorted { $0.0 == $1.0 ? $0.1.precedesInBytes($1.1) : $0.0.precedesInBytes($1.0) }
            .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    /// A path as it is sent, whose slashes are those of the text.
    public static func encodedPath(_ text: String) -> String { text.percentEncodedPath }

    /// The names of the signed fields in lower case, sorted, with semicolons between them.
    var signedFields: String { canonicalFields.map(\.name).joined(separator: ";") }

    /// The text whose digest is signed: "Create a canonical request" in AWS's description of version 4.
    var canonicalText: String {
        let lines = canonicalFields.map { "\($0.name):\($0.value)\n" }.joined()
        return "\(method)\n\(path)\n\(encodedQuery)\n\(lines)\n\(signedFields)\n\(payload)"
    }

    private var canonicalFields: [(name: String, value: String)] {
        var names: [String] = []
        var values: [String: [String]] = [:]
        for line in fields.lines {
            let name = line.name.lowercased()
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(Self.squeezed(line.value))
        }
        return names.inByteOrder().map { ($0, values[$0, default: []].joined(separator: ",")) }
    }

    /// A value without spaces around it, and with one where several followed each other.
    private static func squeezed(_ value: String) -> String {
        value.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
}

extension SignableRequest {
    /// The SHA-256 of bytes in lower-case hexadecimal digits.
    public static func digest(of bytes: some Sequence<UInt8>) -> String { SHA256.digits(of: bytes) }
}
