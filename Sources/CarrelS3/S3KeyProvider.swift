/// Gives the keys that requests are signed with.
///
/// **Concurrency.** Calls may overlap.
public protocol S3KeyProvider: Sendable {
    /// The keys; `nil` for requests that are not signed.
    ///
    /// - Parameter afresh: whether keys that were read before are read again, because the service took them for expired.
    func keys(afresh: Bool) async throws(S3Error) -> S3Keys?
}

/// Keys that are the same for all requests; without keys, requests are not signed.
public struct FixedS3Keys: S3KeyProvider {
    private let fixed: S3Keys?

    public init(_ keys: S3Keys?) { fixed = keys }

    /// The keys.
    public func keys(afresh: Bool) -> S3Keys? { fixed }
}
