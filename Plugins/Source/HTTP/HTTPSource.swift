import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// Reads a catalogue from a URL, through whichever fetcher is configured.
///
/// The request is conditional on the validators of the last reading, so that a catalogue that did not change
/// costs a few hundred bytes.
public struct HTTPSource: Source {
    /// The configured URL, also where a redirect answers with another one.
    public let location: String

    private let url: URL
    private let reader: CatalogFetcher

    /// Makes a source of a URL.
    ///
    /// - Parameters:
    ///   - url: the URL of the catalogue, already checked by `RequestTarget`.
    ///   - fetcher: performs the requests.
    ///   - limits: the limits of a request; `maxSize` is the largest catalogue.
    ///   - maxMemory: the largest catalogue that is held in memory, in bytes.
    public init(url: URL, fetcher: any Fetcher, limits: FetchLimits, maxMemory: Int64 = 32 << 20) {
        self.url = url
        self.location = url.absoluteString
        self.reader = CatalogFetcher(
            fetcher: fetcher, limits: limits, location: location, maxMemory: maxMemory)
    }

    /// Requests the catalogue.
    ///
    /// See `Source`.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        try await reader.read(url, after: validators)
    }
}

extension HTTPSource {
    /// The registration of `http`.
    public static let plugin = Plugin<any Source>(
        "http", summary: "Reads the catalogue from a URL",
        settings: [CatalogSettings.url, CatalogSettings.maxSize, CatalogSettings.maxMemory], place: .url
    ) { settings, context throws(PluginError) in
        let checked = try CatalogSettings.checkedURL(settings, for: "http")
        var limits = context.fetchLimits
        limits.maxSize = settings[CatalogSettings.maxSize].bytes
        return HTTPSource(
            url: checked, fetcher: try context.fetcher(), limits: limits,
            maxMemory: settings[CatalogSettings.maxMemory].bytes)
    }
}
