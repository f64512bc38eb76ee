/// Whether items may be fetched from private addresses: the setting `download.private-addresses`.
public enum PrivateAddresses: String, Sendable, Hashable, CaseIterable {
    /// Yes, unless the catalogue came from a public address or a public server redirects there.
    case auto
    /// Always.
    case allow
    /// Never.
    case refuse

    /// The policy for the catalogue itself, whose first address the user chose.
    public var catalogPolicy: AddressPolicy { self == .allow ? .any : .neverInward }

    /// The policy for the items of a catalogue.
    public func policy(catalogIsPublic: Bool) -> AddressPolicy {
        switch self {
        case .auto: catalogIsPublic ? .publicOnly : .neverInward
        case .allow: .any
        case .refuse: .publicOnly
        }
    }
}
