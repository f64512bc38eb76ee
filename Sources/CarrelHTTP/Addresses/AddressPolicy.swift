import Foundation

/// Which addresses a request may go to.
public enum AddressPolicy: String, Sendable, Hashable, Codable {
    /// All.
    case any
    /// All, but a public host's redirect leads to public ones only.
    ///
    /// Otherwise whoever runs that host could have Carrel send requests inside the user's own network. The policy of
    /// the hops that follow a public one is `publicOnly`: `Fetcher.fetch(_:into:)` sees to that.
    case neverInward
    /// Those of the public internet only, on every hop and for every answer of the resolver.
    ///
    /// Otherwise whoever writes a catalogue could have Carrel fetch from inside the user's own network. With a
    /// proxy it is the proxy that connects, so only a host that is written as an address is judged.
    case publicOnly

    /// Whether a request may go to an address.
    public func allows(_ address: IPAddress) -> Bool { self != .publicOnly || address.isPublic }
}

extension URL {
    /// Whether the host can be one of the public internet: any name but that of this machine, and any public address.
    public var mayBePublic: Bool {
        guard !isFileURL, let host, !host.isEmpty else { return false }
        return IPAddress(host: host)?.isPublic ?? true
    }
}
