import Foundation

/// Puts the key of a service into the URLs that ask for it, on their way to the network and nowhere else.
///
/// What is above this fetcher sees `FurtherCatalog.keyPlaceholder` where the key is: requests, responses, errors, and
/// so everything that is shown or recorded. It is used for the URLs that a profile's own template makes, never for
/// those that a catalogue lists.
struct KeyFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let key: Secret?
    private let secrets: SecretReader

    /// Wraps a fetcher.
    ///
    /// - Parameters:
    ///   - fetcher: performs the exchanges.
    ///   - key: where the key is; without one a URL that asks for it is an error.
    ///   - secrets: reads it when it is first needed.
    init(_ fetcher: any Fetcher, key: Secret?, secrets: SecretReader) {
        (self.fetcher, self.key, self.secrets) = (fetcher, key, secrets)
    }

    /// The placeholder as a URL holds it, and as one does that a proxy's URL holds.
    private static let placeholders = ["%7Bkey%7D", "%257Bkey%257D"]

    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        let text = request.url.absoluteString
        guard Self.placeholders.contains(where: text.contains) else {
            return try await fetcher.exchange(request, into: sink)
        }
        let value = try await value(for: text)
        let once = value.percentEncoded { $0.isURLUnreserved }
        let twice = once.percentEncoded { $0.isURLUnreserved }
        var filled = request
        guard
            let url = URL(
                string: text.replacing(Self.placeholders[0], with: once)
                    .replacing(Self.placeholders[1], with: twice))
        else {
            throw FetchError(.refusedURL, url: text, reason: "the key cannot be put into the URL")
        }
        filled.url = url
        // The longest first: what is encoded twice holds what is encoded once.
        let cover = Cover(hidden: [
            (twice, Self.placeholders[1]), (once, Self.placeholders[0]), (value, "{key}"),
        ])
        do {
            try await fetcher.exchange(filled, into: CoveringSink(sink: sink, cover: cover, url: request.url))
        } catch {
            throw FetchError(
                error.code, url: cover.covered(error.subject), reason: cover.covered(error.reason),
                remedy: error.remedy.map(cover.covered))
        }
    }

    private func value(for url: String) async throws(FetchError) -> String {
        guard let key else {
            throw FetchError(
                .missingCredential, url: url,
                reason: "the service asks for a key, and the profile names none",
                remedy: "Say where it is, as in source.key = \"env:NAME\"")
        }
        do {
            return try await secrets.value(of: key)
        } catch {
            if error.isCancelled { throw FetchError(.cancelled, url: url, reason: "cancelled") }
            throw FetchError(
                .missingCredential, url: url, reason: "the key cannot be read: \(error.reason)",
                remedy: "Check source.key")
        }
    }

    /// Takes the key out of texts again.
    struct Cover: Sendable {
        var hidden: [(value: String, placeholder: String)]

        func covered(_ text: String) -> String {
            hidden.reduce(text) { $0.replacing($1.value, with: $1.placeholder) }
        }

        func covered(_ url: URL) -> URL { URL(string: covered(url.absoluteString)) ?? url }
    }
}

/// Shows a sink the response without the key.
private final class CoveringSink: ResponseSink {
    private let sink: any ResponseSink
    private let cover: KeyFetcher.Cover
    private let url: URL

    init(sink: any ResponseSink, cover: KeyFetcher.Cover, url: URL) {
        (self.sink, self.cover, self.url) = (sink, cover, url)
    }

    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand {
        var head = head
        head.url = url
        head.redirects = head.redirects.map(cover.covered)
        if let location = head.fields["Location"] { head.fields["Location"] = cover.covered(location) }
        return try sink.receive(head: head)
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        try sink.receive(bytes: bytes)
    }
}
