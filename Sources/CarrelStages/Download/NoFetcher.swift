import CarrelHTTP
import Foundation

/// What sources are made with if nothing is to be fetched.
package struct NoFetcher: Fetcher {
    /// Makes one.
    package init() {}

    package func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        throw FetchError(
            .cancelled, url: request.url.absoluteString, reason: "nothing is fetched in this place")
    }
}
