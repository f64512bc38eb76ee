import CarrelBasics
import CarrelHTTP
import Foundation

/// Limits how many exchanges of a fetcher run at once; further ones wait in order.
///
/// For fetches outside a run: in a run, the job queue limits how many run at once.
package struct LimitedFetcher: WrappingFetcher {
    package let fetcher: any Fetcher
    private let slots: Slots

    /// Limits a fetcher.
    ///
    /// - Parameters:
    ///   - fetcher: performs the exchanges.
    ///   - count: the most at once, above 0.
    package init(_ fetcher: any Fetcher, atMost count: Int) {
        self.fetcher = fetcher
        slots = Slots(count)
    }

    package func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        guard await slots.take() else {
            throw FetchError.cancelled(request.target.text)
        }
        defer { slots.free() }
        try await fetcher.exchange(request, into: sink)
    }
}
