import Foundation

/// Which addresses a request may go to.
public enum AddressPolicy: Sendable, Hashable {
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

extension ResponseHead {
    /// Whether any host on the way was a public one, or may have been: somebody else may have written the content.
    public var isPublic: Bool { isBehindPublicHost || isFromPublicHost }

    /// Whether this answer came from a public address, or from a name that can lead to one.
    var isFromPublicHost: Bool {
        remoteAddress.flatMap { IPAddress($0) }?.isPublic ?? url.mayBePublic
    }
}

extension FetchError {
    /// The error for an address that `AddressPolicy.publicOnly` refuses.
    public static func refused(_ address: IPAddress, url: String) -> FetchError {
        FetchError(
            .refusedAddress, url: url,
            reason: "the address \(address) is not public (\(address.specialPurpose ?? "refused"))",
            remedy: "If the catalogue may lead there, set download.private-addresses to \"allow\"")
    }
}

/// Whether items are fetched from addresses that are not public: the setting `download.private-addresses`.
public enum PrivateAddresses: String, Sendable, Hashable, CaseIterable {
    /// Unless the catalogue came from a public address, or a public server redirects there.
    case auto
    /// Always.
    case allow
    /// Never.
    case refuse

    /// Which addresses a catalogue itself may be fetched from: its first address is the user's own choice.
    public var catalogPolicy: AddressPolicy { self == .allow ? .any : .neverInward }

    /// Which addresses the items of a catalogue may be fetched from.
    public func policy(catalogIsPublic: Bool) -> AddressPolicy {
        switch self {
        case .auto: catalogIsPublic ? .publicOnly : .neverInward
        case .allow: .any
        case .refuse: .publicOnly
        }
    }
}

extension PrivateAddresses: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "string" }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        guard let text = configValue.text else { return nil }
        self.init(rawValue: text)
    }

    /// The value as a config file would write it.
    public var configText: String? { "\"\(rawValue)\"" }
}
