import CarrelHTTP

/// Fetches a document that belongs to a catalogue in the catalogue's name.
///
/// What a profile says for the catalogue's origin, such as a token, goes to that origin alone, and not to the one of
/// each further document.
package struct MemberFetcher: Fetcher {
    private let fetcher: any Fetcher
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

    package func mixedConnections() async -> Set<ConnectionID> { await fetcher.mixedConnections() }
}
