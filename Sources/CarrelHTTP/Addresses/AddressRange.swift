/// A block of IP addresses with a common prefix, such as `192.168.0.0/16`.
public struct AddressRange: Sendable, Hashable {
    private let start: [UInt8]
    private let length: Int

    /// Reads an address with the length of the prefix in bits; without a length, the block is that one address.
    public init?(_ text: some StringProtocol) {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count <= 2, let address = halves.first.flatMap({ IPAddress($0) }) else { return nil }
        let bits = address.bytes.count * 8
        guard let length = halves.count == 2 ? Int(halves[1]) : bits, (0...bits).contains(length) else {
            return nil
        }
        (start, self.length) = (address.bytes, length)
    }

    /// Whether an address is in the block; one of the other IP version never is.
    public func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == start.count else { return false }
        let (whole, rest) = (length / 8, length % 8)
        guard address.bytes.prefix(whole) == start.prefix(whole) else { return false }
        return rest == 0 || (address.bytes[whole] ^ start[whole]) >> UInt8(8 - rest) == 0
    }
}

extension IPAddress {
    /// Whether the address can be that of a host on the public internet.
    public var isPublic: Bool { specialPurpose == nil }

    /// What the address is for; `nil` if it is for hosts on the public internet.
    ///
    /// An IPv6 address that stands for an IPv4 one (mapped, NAT64, 6to4) counts as that one. Networks that translate
    /// with a prefix of their own cannot be recognised.
    public var specialPurpose: String? {
        if let address = embedded { return address.specialPurpose }
        if let purpose = Self.purposes.first(where: { $0.range.contains(self) })?.purpose { return purpose }
        // All addresses that were ever assigned to hosts are in 2000::/3 (IANA IPv6 address space).
        return bytes.count == 16 && bytes[0] >> 5 != 0b001 ? "reserved" : nil
    }

    /// The IPv4 address that an IPv6 one stands for.
    private var embedded: IPAddress? {
        guard bytes.count == 16 else { return nil }
        if Self.translated.contains(where: { $0.contains(self) }) {
            return IPAddress(bytes: Array(bytes.suffix(4)))
        }
        return Self.sixToFour?.contains(self) == true ? IPAddress(bytes: Array(bytes[2..<6])) : nil
    }

    /// IPv4-mapped, IPv4-translated and NAT64 (RFC 4291, RFC 2765, RFC 6052): the last four bytes.
    private static let translated = ["::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96"]
        .compactMap { AddressRange($0) }
    /// RFC 3056: the four bytes after the first two.
    private static let sixToFour = AddressRange("2002::/16")

    /// The IANA registries of special-purpose addresses (RFC 6890) without the globally reachable ones, and also
    /// multicast and blocks that are no longer used.
    static let purposeTable: [(block: String, purpose: String)] = [
        ("0.0.0.0/8", "unspecified"), ("10.0.0.0/8", "private"), ("100.64.0.0/10", "shared by a carrier"),
        ("127.0.0.0/8", "loopback"), ("169.254.0.0/16", "link-local"), ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "for protocols"), ("192.0.2.0/24", "for documentation"),
        ("192.88.99.0/24", "a former relay"), ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "for benchmarks"), ("198.51.100.0/24", "for documentation"),
        ("203.0.113.0/24", "for documentation"), ("224.0.0.0/4", "multicast"), ("240.0.0.0/4", "reserved"),
        ("::/128", "unspecified"), ("::1/128", "loopback"), ("::/96", "reserved"),
        ("64:ff9b:1::/48", "translated locally"), ("100::/64", "discarded"), ("100:0:0:1::/64", "a dummy"),
        ("2001::/23", "for protocols"), ("2001:db8::/32", "for documentation"),
        ("3fff::/20", "for documentation"), ("5f00::/16", "for segment routing"),
        ("fc00::/7", "unique local"), ("fe80::/10", "link-local"), ("fec0::/10", "site-local"),
        ("ff00::/8", "multicast"),
    ]

    private static let purposes = purposeTable.compactMap { entry in
        AddressRange(entry.block).map { (range: $0, purpose: entry.purpose) }
    }
}
