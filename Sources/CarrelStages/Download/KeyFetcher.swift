import CarrelBasics
import CarrelHTTP
import Foundation

/// Puts the key of a service into the URLs that ask for it, only on their way to the network.
///
/// Everything above this fetcher sees `KeyPlaceholder` instead of the key: requests, responses and errors, and so
/// everything that is shown or recorded. The key is filled in for requests that ask for it (`FetchRequest.asksForKey`):
/// those for a profile's own URLs and templates, as long as redirects stay at their origin; never for what a catalogue
/// lists.
package struct KeyFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let key: Secret?
    private let secrets: SecretReader

    /// Wraps a fetcher.
    ///
    /// - Parameters:
    ///   - fetcher: performs the exchanges.
    ///   - key: where the key is; without it, a URL that asks for a key is an error.
    ///   - secrets: reads the key when it is first needed.
    package init(_ fetcher: any Fetcher, key: Secret?, secrets: SecretReader) {
        (self.fetcher, self.key, self.secrets) = (fetcher, key, secrets)
    }

    package func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        guard request.asksForKey, KeyPlaceholder.isIn(request.url) else {
            return try await fetcher.exchange(request, into: sink)
        }
        let text = request.url.absoluteString
        let value = try await value(for: text)
        let once = value.percentEncoded { $0.isURLUnreserved }
        let twice = once.percentEncoded { $0.isURLUnreserved }
        let placeholders = KeyPlaceholder.encoded
        var filled = request
        guard
            let url = URL(
                string: text.replacing(placeholders[0], with: once).replacing(placeholders[1], with: twice))
        else {
            throw FetchError(.refusedURL, url: text, reason: "the key cannot be put into the URL")
        }
        filled.url = url
        let cover = SecretCover(
            [
                SecretCover.Spelling(secret: once, placeholder: placeholders[0]),
                SecretCover.Spelling(secret: twice, placeholder: placeholders[1]),
                // Services may send back the key in other spellings: lower-case hexadecimal digits, or escaped slashes
                // in JSON.
                SecretCover.Spelling(secret: Self.lowered(once), placeholder: placeholders[0]),
                SecretCover.Spelling(
                    secret: value.replacing("/", with: "\\/"), placeholder: KeyPlaceholder.text),
            ], plain: SecretCover.Spelling(secret: value, placeholder: KeyPlaceholder.text))
        let covering = CoveringSink(sink: sink, cover: cover, url: request.url)
        do {
            try await fetcher.exchange(filled, into: covering)
        } catch {
            throw FetchError(
                error.code, url: cover.covered(error.subject), reason: cover.covered(error.reason),
                remedy: error.remedy.map(cover.covered))
        }
        do {
            try covering.finish()
        } catch {
            throw FetchError(.stopped, url: text, reason: "the transfer was abandoned")
        }
    }

    package func mixedConnections() async -> Set<ConnectionID> { await fetcher.mixedConnections() }

    /// A percent-encoded text with the digits of its escapes in lower case.
    private static func lowered(_ text: String) -> String {
        text.split(separator: "%", omittingEmptySubsequences: false).enumerated().map { index, part in
            index == 0 ? String(part) : part.prefix(2).lowercased() + part.dropFirst(2)
        }.joined(separator: "%")
    }

    private func value(for url: String) async throws(FetchError) -> String {
        guard let key else {
            throw FetchError(
                .missingCredential, url: url,
                reason: "the service asks for a key, and the profile names none",
                remedy: "Say where it is, as in source.key = \"env:NAME\" after export NAME=KEY")
        }
        do {
            return try await secrets.value(of: key)
        } catch {
            if error.isCancelled { throw FetchError(.cancelled, url: url, reason: "cancelled") }
            throw FetchError(
                .missingCredential, url: url,
                reason: "the service asks for a key, which cannot be read: \(error.reason)",
                remedy: key.remedy + ", or name another place in source.key")
        }
    }
}

/// Shows a sink the response without the key.
private final class CoveringSink: ResponseSink {
    private let sink: any ResponseSink
    private let cover: Locked<SecretCover>
    private let url: URL

    init(sink: any ResponseSink, cover: SecretCover, url: URL) {
        (self.sink, self.cover, self.url) = (sink, Locked(cover), url)
    }

    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand {
        let cover = cover.value
        var head = head
        head.url = url
        head.redirects = head.redirects.map(cover.covered)
        var fields = HTTPFields()
        for line in head.fields.lines {
            let value = cover.covered(line.value)
            // An entity tag that holds the key must not be recorded, and is worthless without it.
            if value != line.value, line.name.lowercased() == "etag" { continue }
            fields.append(line.name, value)
        }
        head.fields = fields
        return try sink.receive(head: head)
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        try deliver(cover.withLock { $0.cover(bytes) })
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
