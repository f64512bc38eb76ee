import Foundation

/// What a request to S3 is signed with.
public struct S3Keys: Sendable, Hashable {
    /// The name of the key, which goes along with each request.
    public var accessKey: String
    /// The key itself, which never leaves this machine.
    public var secretKey: String
    /// What goes along with keys that are lent for a time; `nil` for others.
    public var sessionToken: String?
    /// When they expire; `nil` for never.
    public var expires: Date?

    public init(accessKey: String, secretKey: String, sessionToken: String? = nil, expires: Date? = nil) {
        (self.accessKey, self.secretKey) = (accessKey, secretKey)
        (self.sessionToken, self.expires) = (sessionToken, expires)
    }
}
