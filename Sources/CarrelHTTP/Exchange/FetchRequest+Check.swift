import Foundation

extension FetchRequest {
    /// Refuses a request that must not be sent; every fetcher calls it first.
    ///
    /// For example, a line break in a field value could add further fields.
    ///
    /// - Throws: `FetchError` with code `.refusedURL` for a scheme other than http and https, `.refusedAddress` for a
    ///   host written as an address that the limits refuse, or `.malformed` for a field line that RFC 9110 does not
    ///   allow.
    public func check() throws(FetchError) {
        let scheme = url.scheme?.lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw FetchError(
                .refusedURL, url: url.absoluteString,
                reason: "links of the scheme \(scheme ?? "") cannot be fetched",
                remedy: "Only http and https are requested")
        }
        if limits.addresses == .publicOnly, let address = url.host.flatMap(IPAddress.init(host:)),
            !limits.addresses.allows(address)
        {
            throw .refused(address, url: url.absoluteString)
        }
        for line in fields.lines where !line.isValid {
            throw FetchError(
                .malformed, url: url.absoluteString,
                reason: "the request field \(line.name.debugDescription) is not valid")
        }
    }
}

extension HTTPFields.Line {
    /// Whether the name is a token, and the value has no control characters except tabs (RFC 9110 section 5).
    public var isValid: Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
