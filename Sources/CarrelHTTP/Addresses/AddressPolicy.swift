import Foundation

/// Which addresses a request may go to.
public enum AddressPolicy: String, Sendable, Hashable, Codable {
    /// All addresses.
    case any
    /// All addresses; but redirects of a public host may only lead to public ones.
    ///
    /// Otherwise whoever runs that host could make Carrel send requests inside the user's own network.
    /// `Fetcher.fetch(_:into:)` uses `publicOnly` for the hops after a public one.
    case neverInward
    /// Only addresses of the public internet, on every hop and for every answer of the resolver.
    ///
    /// Otherwise whoever writes a catalogue could make Carrel fetch from inside the user's own network. With a proxy,
    /// which connects itself, only a host that is written as an address is checked.
    case publicOnly

    /// Whether a request may go to an address.
    public func allows(_ address: IPAddress) -> Bool { self != .publicOnly || address.isPublic }
}

extension URL {
    /// Whether the host can be one of the public internet: any public address, and any name except that of this
    /// machine.
    public var mayBePublic: Bool {
        guard !isFileURL, let host, !host.isEmpty else { return false }
        return IPAddress(host: host)?.isPublic ?? true
    }
}
