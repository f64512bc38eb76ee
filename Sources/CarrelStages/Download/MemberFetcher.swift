import CarrelHTTP

/// Fetches the further documents of a catalogue on behalf of that catalogue.
///
/// Credentials that the profile gives for the catalogue, such as a token, go only to the catalogue's origin, not to the
/// origins of its further documents.
package struct MemberFetcher: WrappingFetcher {
    package let fetcher: any Fetcher
    private let catalogOrigin: Origin?

    /// Wraps a fetcher; a catalogue of a file has no origin.
    package init(_ fetcher: any Fetcher, of catalogOrigin: Origin?) {
        (self.fetcher, self.catalogOrigin) = (fetcher, catalogOrigin)
    }

    package func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        var request = request
        request.catalogOrigin = catalogOrigin
        try await fetcher.exchange(request, into: sink)
    }
}
