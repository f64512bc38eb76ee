import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// Looks for the checksum file beside a document: `NAME.sha256`.
struct ChecksumFetch: Sendable {
    let fetcher: any Fetcher
    let limits: FetchLimits
    /// The origin of the catalogue that it is for.
    let catalogOrigin: Origin?
    /// Whether the request gets a connection of its own.
    var usesOwnConnection = false

    /// What there is beside a document.
    enum Finding {
        /// The digest; `nil` if there is no file, or no digest for the document in it.
        case digest(ExpectedDigest?)
        /// Nobody knows: the server sends the file later, if there is one.
        case refused(ResponseHead)
    }

    /// Fetches the digest in the checksum file beside a document.
    ///
    /// - Parameters:
    ///   - url: the document's URL.
    ///   - connections: gets the connections that the response came over.
    /// - Returns: what there is.
    /// - Throws: `FetchError` if nobody knows whether there is a file, because the request failed and may succeed
    ///   later.
    func find(
        beside url: URL, connections: inout [ConnectionID]
    ) async throws(FetchError) -> Finding {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let name = url.path.split(separator: "/").last
        else { return .digest(nil) }
        parts.percentEncodedPath += ".sha256"
        parts.percentEncodedQuery = nil
        parts.fragment = nil
        guard let neighbour = parts.url else { return .digest(nil) }
        var limits = limits
        limits.maxSize = Int64(ChecksumFile.maxSize)
        let sink = TextSink()
        var request = FetchRequest(url: neighbour, limits: limits)
        request.catalogOrigin = catalogOrigin
        request.usesOwnConnection = usesOwnConnection
        do {
            defer { connections += sink.head?.connections ?? [] }
            try await fetcher.fetch(request, into: sink)
        } catch {
            connections += error.connections
            guard error.isTransient || error.code == .cancelled else { return .digest(nil) }
            throw FetchError(
                error.code, url: error.subject,
                reason: "the file of checksums beside it could not be fetched: \(error.reason)",
                remedy: error.remedy, wait: error.wait)
        }
        if let head = sink.head, head.isTransient { return .refused(head) }
        return .digest(sink.text.flatMap { ChecksumFile.digest(of: String(name), in: $0) })
    }
}

/// Collects a small text; the request's size limit applies.
private final class TextSink: ResponseSink {
    private let bytes = Locked<[UInt8]?>(nil)
    private let headStorage = Locked<ResponseHead?>(nil)

    var head: ResponseHead? { headStorage.value }

    /// The text, if the status was 200 and the text is UTF-8.
    var text: String? { bytes.value.flatMap { String(validating: $0, as: UTF8.self) } }

    func receive(head: ResponseHead) -> ContentDemand {
        headStorage.withLock { $0 = head }
        guard head.status == 200 else { return .skip }
        bytes.withLock { $0 = [] }
        return .deliver
    }

    func receive(bytes: UnsafeRawBufferPointer) -> Pace {
        self.bytes.withLock { $0?.append(contentsOf: bytes) }
        return .proceed
    }
}
