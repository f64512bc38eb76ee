import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// Reads a catalogue through a proxy that waits before it answers: `PROXY?delay=5&url=URL`.
struct ProxySource: Source {
    /// The proxy's own URL.
    private let proxy: URL
    /// The catalogue's URL.
    private let inner: URL
    private let timer: DelayTimer
    private let reader: CatalogFetcher

    /// The location of the catalogue itself.
    var location: String { inner.absoluteString }

    /// Makes a source; the timer draws how long the proxy waits, anew for each reading.
    init(
        proxy: URL, inner: URL, fetcher: any Fetcher, limits: FetchLimits, maxMemory: Int64, timer: DelayTimer
    ) {
        (self.proxy, self.inner, self.timer) = (proxy, inner, timer)
        var reader = CatalogFetcher(
            fetcher: fetcher, limits: limits, location: inner.absoluteString, maxMemory: maxMemory)
        reader.startingServer = Self.starting(proxy)
        self.reader = reader
    }

    /// How to start a proxy of this machine; `nil` for one of another.
    private static func starting(_ proxy: URL) -> SourceRemedy? {
        guard let host = proxy.host, host == "localhost" || host == "::1" || host.hasPrefix("127.") else {
            return nil
        }
        let port = proxy.port ?? (proxy.scheme == "https" ? 443 : 80)
        let address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        return "Start the proxy: carrel delay-proxy --listen \(ShellWord.text(address))"
    }

    /// Requests the catalogue; relative references start at its own URL, not at the proxy's.
    func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        let delay = timer.draw()
        guard let url = Self.request(proxy: proxy, delay: delay, inner: inner) else {
            throw SourceError(
                .unreadable, subject: location, reason: "no request to the proxy \(proxy) can be made of it",
                remedy: "Check source.proxy and \(setting: "url")")
        }
        return try await reader.read(url, after: validators, base: inner, delay: delay)
    }

    /// The URL that asks a proxy for another URL.
    ///
    /// The inner URL is the last parameter, with everything escaped that could end it, because some proxies
    /// take the rest of the query as it is and others split it.
    static func request(proxy: URL, delay: Duration, inner: URL) -> URL? {
        var text = proxy.absoluteString
        if let fragment = text.firstIndex(of: "#") { text = String(text[..<fragment]) }
        let separator = text.contains("?") ? (text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&") : "?"
        let address = inner.absoluteString.percentEncoded()
        return URL(string: "\(text)\(separator)delay=\(seconds(delay))&url=\(address)")
    }

    /// Seconds in decimal, without a fraction if there is none: `5`, `0.25`.
    static func seconds(_ duration: Duration) -> String {
        let milliseconds = Int64((duration.seconds * 1000).rounded())
        guard milliseconds % 1000 != 0 else { return String(milliseconds / 1000) }
        var fraction = String(String(1000 + milliseconds % 1000).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(milliseconds / 1000).\(fraction)"
    }
}
