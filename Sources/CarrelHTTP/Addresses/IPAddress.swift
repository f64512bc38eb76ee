import CarrelBasics
import Foundation

/// An IPv4 or IPv6 address, without a zone.
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// Four or sixteen bytes, in network byte order.
    public let bytes: [UInt8]

    /// Takes the bytes; `nil` unless there are four or sixteen.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads the usual numeric form, such as `192.0.2.1` or `2001:db8::1`; drops a zone (`%eth0`).
    public init?(_ text: some StringProtocol) {
        let text = String(text.prefix { $0 != "%" })
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes: bytes)
        } else if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes: Array(bytes.prefix(4)))
        } else {
            return nil
        }
    }

    /// Reads the host of a URL if it is an address; `nil` for a name.
    ///
    /// An address is whatever the system's resolver takes for one, including `127.1`, `0x7f000001`, `017700000001` and
    /// `2130706433`. The name `localhost` is 127.0.0.1 (RFC 6761 section 6.3).
    public init?(host: String) {
        var name = host.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        if name.hasSuffix(".") { name.removeLast() }
        if name == "localhost" || name.hasSuffix(".localhost") {
            self.init(bytes: [127, 0, 0, 1])
            return
        }
        let last = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name.utf8[$0...].dropFirst() }
        // The last part of every form begins with a digit, and this check costs less than the resolver.
        let first = (last ?? name.utf8[...]).first ?? 0
        guard name.contains(":") || first.isDigit else {
            return nil
        }
        guard let address = Self.resolve(name, flags: AI_NUMERICHOST).addresses.first else { return nil }
        self = address
    }

    /// Takes the address of a socket; `nil` for another address family.
    public init?(_ socketAddress: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(socketAddress)
        switch Int32(socketAddress.pointee.sa_family) {
        case AF_INET:
            let address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
        case AF_INET6:
            let address = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
        default: return nil
        }
    }

    /// The usual numeric form.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Asks the system's resolver; blocks the thread unless the flags say that the host must be numeric.
    ///
    /// - Returns: the addresses in the resolver's order, or why there are none.
    static func resolve(_ host: String, flags: Int32 = 0) -> (addresses: [IPAddress], failure: String?) {
        var hints = addrinfo()
        hints.ai_flags = flags
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else { return ([], String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = list
        while let entry = next?.pointee {
            if let address = entry.ai_addr.flatMap({ IPAddress($0) }) { addresses.append(address) }
            next = entry.ai_next
        }
        return (addresses, nil)
    }
}
