import CarrelBasics
import CarrelHTTP
import Foundation

/// Puts the key of a service into the URLs that ask for it, only on their way to the network.
///
/// Everything above this fetcher sees `KeyPlaceholder` instead of the key: requests, responses and errors, and so
/// everything that is shown or recorded. The key is filled in for requests that ask for it (`FetchRequest.asksForKey`):
/// those for a profile's own URLs and templates, as long as redirects stay at their origin; never for what a catalogue
/// lists.
package struct KeyFetcher: WrappingFetcher {
    package let fetcher: any Fetcher
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
        let text = request.target.text
        let value = try await value(for: text)
        guard let url = URL(string: KeyPlaceholder.filled(text, with: value)) else {
            throw FetchError(.refusedURL, url: text, reason: "the key cannot be put into the URL")
        }
        var filled = request
        filled.url = url
        try await CoveredExchange(secret: value, url: request.url).perform(filled, over: fetcher, into: sink)
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
            if error.isCancelled { throw FetchError.cancelled(url) }
            throw FetchError(
                .missingCredential, url: url,
                reason: "the service asks for a key, which cannot be read: \(error.reason)",
                remedy: key.remedy + ", or name another place in source.key")
        }
    }
}
