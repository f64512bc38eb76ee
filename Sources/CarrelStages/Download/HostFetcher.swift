import CarrelHTTP

/// Fetches from single origins with fetchers of their own, and from all others with one.
///
/// The profile named those origins and what fetches from them, so that it is not asked which addresses they have.
public struct HostFetcher: WrappingFetcher {
    /// The fetcher for every other origin.
    public let fetcher: any Fetcher
    private let ofOrigins: [Origin: any Fetcher]

    /// - Parameters:
    ///   - fetcher: the fetcher for every other origin.
    ///   - ofOrigins: the fetchers of single origins.
    public init(_ fetcher: any Fetcher, ofOrigins: [Origin: any Fetcher]) {
        (self.fetcher, self.ofOrigins) = (fetcher, ofOrigins)
    }

    /// Fetches with the fetcher of the request's origin.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        guard let own = Origin(request.url).flatMap({ ofOrigins[$0] }) else {
            return try await fetcher.exchange(request, into: sink)
        }
        var request = request
        request.limits.addresses = .any
        try await own.exchange(request, into: sink)
    }
}
