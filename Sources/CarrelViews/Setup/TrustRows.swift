/// One thing that a folder's profile may do beyond the folder.
public struct GrantRow: Encodable, Sendable {
    /// The profile's file, the key, what it lets the profile do, and where the key is set.
    public var profile, key, may, origin: String

    public init(profile: String, key: String, may: String, origin: String) {
        (self.profile, self.key, self.may, self.origin) = (profile, key, may, origin)
    }
}

/// Whether a folder's profile is trusted.
public struct TrustRow: Encodable, Sendable {
    /// The profile's file.
    public var profile: String
    /// Whether it is trusted, until it changes.
    public var isTrusted: Bool
    /// Reasons not to trust it.
    public var doubts: [String]

    public init(profile: String, isTrusted: Bool, doubts: [String]) {
        (self.profile, self.isTrusted, self.doubts) = (profile, isTrusted, doubts)
    }
}
