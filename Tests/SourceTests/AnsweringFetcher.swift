import CarrelBasics
import CarrelHTTP
import Foundation

/// A fetcher that answers each request with what a closure makes of it, and records the requests.
final class AnsweringFetcher: Fetcher {
    /// A response to deliver.
    struct Answer: Sendable {
        /// The status code.
        var status: Int
        /// The field lines.
        var fields: HTTPFields
        /// The content.
        var content: Data
        /// The address that answers.
        var remoteAddress: String?

        /// Makes a response.
        init(
            _ status: Int = 200, _ fields: [(String, String)] = [], _ content: String = "",
            from remoteAddress: String? = nil
        ) {
            self.status = status
            self.fields = HTTPFields(fields)
            self.content = Data(content.utf8)
            self.remoteAddress = remoteAddress
        }
    }

    private let recorded = Locked<[FetchRequest]>([])
    private let answer: @Sendable (FetchRequest) async throws(FetchError) -> Answer

    /// Makes a fetcher.
    init(_ answer: @escaping @Sendable (FetchRequest) async throws(FetchError) -> Answer) {
        self.answer = answer
    }

    /// The requests so far, in order.
    var requests: [FetchRequest] { recorded.value }

    /// Delivers the closure's answer.
    ///
    /// A request with `If-None-Match` of the answer's entity tag gets 304.
    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        try request.check()
        recorded.withLock { $0.append(request) }
        let url = request.url.absoluteString
        guard !Task.isCancelled else { throw FetchError.cancelled(url) }
        var answer = try await answer(request)
        if answer.status == 200, let tag = answer.fields["ETag"], request.fields["If-None-Match"] == tag {
            answer.status = 304
            answer.content = Data()
        }
        let head = ResponseHead(
            status: answer.status, fields: answer.fields, url: request.url,
            remoteAddress: answer.remoteAddress)
        guard Self.deliver(head, answer.content, to: sink) else {
            throw FetchError(.stopped, url: url, reason: "the sink wanted no more")
        }
    }

    private static func deliver(_ head: ResponseHead, _ content: Data, to sink: any ResponseSink) -> Bool {
        guard let demand = try? sink.receive(head: head) else { return false }
        guard case .deliver = demand, !content.isEmpty else { return true }
        return content.withUnsafeBytes { (try? sink.receive(bytes: $0)) != nil }
    }
}
