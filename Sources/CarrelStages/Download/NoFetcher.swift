import CarrelHTTP
import Foundation

/// Refuses every request: for sources that are made without being read.
package struct NoFetcher: Fetcher {
    package init() {}

    package func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        throw FetchError(
            .cancelled, url: request.target.text, reason: "nothing is fetched here")
    }
}
