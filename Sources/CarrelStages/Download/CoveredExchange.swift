import CarrelBasics
import CarrelHTTP
import Foundation

/// An exchange whose URL holds a secret; everything above it sees the placeholder instead.
struct CoveredExchange {
    private let cover: SecretCover
    private let url: URL
    private let coversContent: Bool

    /// - Parameters:
    ///   - secret: what is hidden, as it is without any encoding.
    ///   - url: the URL that is shown in place of the one that is sent.
    ///   - coversContent: whether the secret is hidden in the content, too: in a list, but not in a document, whose bytes
    ///     stay as they are.
    init(secret: String, url: URL, coversContent: Bool = true) {
        let encodings = KeyPlaceholder.encodings(of: secret)
        let placeholders = KeyPlaceholder.encoded
        cover = SecretCover(
            [
                SecretCover.Spelling(secret: encodings[0], placeholder: placeholders[0]),
                SecretCover.Spelling(secret: encodings[1], placeholder: placeholders[1]),
                // Services may send back the secret in other spellings: lower-case hexadecimal digits, or escaped slashes
                // in JSON.
                SecretCover.Spelling(secret: Self.lowered(encodings[0]), placeholder: placeholders[0]),
                SecretCover.Spelling(
                    secret: secret.replacing("/", with: "\\/"), placeholder: KeyPlaceholder.text),
            ], plain: SecretCover.Spelling(secret: secret, placeholder: KeyPlaceholder.text))
        self.url = url
        self.coversContent = coversContent
    }

    /// Performs the exchange.
    ///
    /// - Parameters:
    ///   - request: the request, with the secret in its URL.
    ///   - fetcher: performs it.
    ///   - sink: takes the response without the secret.
    /// - Throws: `FetchError` without the secret.
    func perform(
        _ request: FetchRequest, over fetcher: any Fetcher, into sink: any ResponseSink
    ) async throws(FetchError) {
        let covering = CoveringSink(sink: sink, cover: cover, url: url, coversContent: coversContent)
        do {
            try await fetcher.exchange(request, into: covering)
        } catch {
            throw FetchError(
                error.code, url: cover.covered(error.subject), reason: cover.covered(error.reason),
                remedy: error.remedy.map(cover.covered))
        }
        do {
            try covering.finish()
        } catch {
            throw FetchError.stopped(url.absoluteString)
        }
    }

    /// A percent-encoded text with the digits of its escapes in lower case.
    private static func lowered(_ text: String) -> String {
        text.split(separator: "%", omittingEmptySubsequences: false).enumerated().map { index, part in
            index == 0 ? String(part) : part.prefix(2).lowercased() + part.dropFirst(2)
        }.joined(separator: "%")
    }
}

/// Shows a sink the response without the secret.
private final class CoveringSink: ResponseSink {
    private let sink: any ResponseSink
    private let cover: Locked<SecretCover>
    private let url: URL
    private let coversContent: Bool

    init(sink: any ResponseSink, cover: SecretCover, url: URL, coversContent: Bool) {
        (self.sink, self.cover, self.url) = (sink, Locked(cover), url)
        self.coversContent = coversContent
    }

    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand {
        let cover = cover.value
        var head = head
        head.url = url
        head.redirects = head.redirects.map(cover.covered)
        var fields = HTTPFields()
        for line in head.fields.lines {
            let value = cover.covered(line.value)
            // An entity tag that holds the secret must not be recorded, and is worthless without it.
            if value != line.value, line.name.lowercased() == "etag" { continue }
            fields.append(line.name, value)
        }
        head.fields = fields
        return try sink.receive(head: head)
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        guard coversContent else { return try sink.receive(bytes: bytes) }
        return try deliver(cover.withLock { $0.cover(bytes) })
    }

    /// Delivers the bytes that were held back, once the exchange has ended well.
    func finish() throws(SinkStopped) { _ = try deliver(cover.withLock { $0.rest() }) }

    private func deliver(_ data: Data) throws(SinkStopped) -> Pace {
        guard !data.isEmpty else { return .proceed }
        return try [UInt8](data).withUnsafeBufferPointer { (bytes) throws(SinkStopped) in
            try sink.receive(bytes: UnsafeRawBufferPointer(bytes))
        }
    }
}
