import Foundation

/// Which addresses a request may go to.
public enum AddressPolicy: Sendable, Hashable {
    /// All.
    case any
    /// Those of the public internet only, on every hop and for every answer of the resolver.
    ///
    /// Otherwise whoever writes a catalogue could have Carrel fetch from inside the user's own network. With a
    /// proxy it is the proxy that connects, so only a host that is written as an address is judged.
    case publicOnly

    /// Whether a request may go to an address.
    public func allows(_ address: IPAddress) -> Bool { self == .any || address.isPublic }
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
    /// Unless the catalogue came from a public address.
    case auto
    /// Always.
    case allow
    /// Never.
    case refuse

    /// Which addresses the items of a catalogue may be fetched from.
    public func policy(catalogIsPublic: Bool) -> AddressPolicy {
        switch self {
        case .auto: catalogIsPublic ? .publicOnly : .any
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
