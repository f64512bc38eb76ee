import CarrelBasics
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
        guard target.isOfWeb else {
            throw FetchError(
                .refusedURL, url: target.text,
                reason: "links of the scheme \(url.scheme?.lowercased() ?? "") cannot be fetched",
                remedy: "Only http and https are requested")
        }
        if limits.addresses == .publicOnly, let address = url.host.flatMap(IPAddress.init(host:)),
            !limits.addresses.allows(address)
        {
            throw .refused(address, url: target.text)
        }
        if let name = fields.firstInvalidName {
            throw FetchError(
                .malformed, url: target.text,
                reason: "the request field \(name.debugDescription) is not valid")
        }
    }

    /// Refuses a request if its limits refuse any address of the host; for fetchers that are not told which of them they
    /// connect to.
    ///
    /// - Throws: `FetchError`, with code `.refusedAddress` for an address that the limits refuse.
    package func checkAddresses() async throws(FetchError) {
        guard limits.addresses == .publicOnly else { return }
        for address in try await HostResolver.addresses(of: url, timeout: limits.connectTimeout)
        where !limits.addresses.allows(address) {
            throw .refused(address, url: target.text)
        }
    }
}

extension HTTPFields {
    /// The name of the first line that RFC 9110 does not allow; `nil` if it allows all of them.
    var firstInvalidName: String? {
        var first: String?
        forEachLine { name, value in
            guard first == nil, !Line.isValid(name: name, value: value) else { return }
            first = String(decoding: name, as: UTF8.self)
        }
        return first
    }
}

extension HTTPFields.Line {
    /// Whether the name is a token, and the value has no control characters except tabs (RFC 9110 section 5).
    public var isValid: Bool {
        var (name, value) = (name, value)
        return name.withUTF8 { name in
            value.withUTF8 {
                Self.isValid(name: UnsafeRawBufferPointer(name), value: UnsafeRawBufferPointer($0))
            }
        }
    }

    fileprivate static func isValid(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isTokenCharacter } && value.allSatisfy { $0.isFieldCharacter }
    }
}
