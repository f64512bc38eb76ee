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
