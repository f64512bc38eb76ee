import CarrelHTTP
import Foundation

/// Where a bucket is.
public struct S3Bucket: Sendable, Hashable {
    /// The address of the service: a scheme, a host and perhaps a port.
    public var endpoint: URL
    /// The bucket's name.
    public var name: String
    /// The region of the service, which is signed; most services of one's own take any.
    public var region: String
    /// Whether the bucket's name is part of the host, not of the path.
    public var isInHost: Bool

    public init(endpoint: URL, name: String, region: String, isInHost: Bool = false) {
        (self.endpoint, self.name) = (endpoint, name)
        (self.region, self.isInHost) = (region, isInHost)
    }

    /// Whether a text can be a bucket's name, so that it can be part of a path and of a host.
    public static func isName(_ text: String) -> Bool {
        (3...63).contains(text.utf8.count) && text.first != "." && text.first != "-" && !text.contains("..")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: ".-_".utf8.contains(byte)
                }
            }
    }

    /// For messages: the bucket and where it is.
    public var description: String { "the bucket \(name) at \(host)" }

    /// The host to ask, with its port unless that is the scheme's own.
    var host: String {
        let host = endpoint.host ?? ""
        let named = isInHost ? "\(name).\(host)" : host
        guard let port = endpoint.port, port != (endpoint.scheme == "https" ? 443 : 80) else { return named }
        return "\(named):\(port)"
    }

    /// The path of an object, or of the bucket, percent-encoded.
    func path(of key: String?) -> String {
        let bucket = isInHost ? "" : "/\(name)"
        return bucket + "/" + (key.map(SignableRequest.encodedPath) ?? "")
    }
}
