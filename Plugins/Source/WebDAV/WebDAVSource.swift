import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Reads what a folder on the web holds: asks a WebDAV server with `PROPFIND` for the folder and its members.
///
/// Nothing on the server is changed: no other method is ever sent. The answer to a `PROPFIND` has no validators, whatever
/// fields it has (RFC 9110 section 8.8), so each reading gets all.
public struct WebDAVSource: Source {
    /// The configured URL.
    public let location: String

    private let url: URL
    private let reader: CatalogFetcher

    /// Makes a source of a folder.
    ///
    /// - Parameters:
    ///   - url: the URL of the folder, already checked by `RequestTarget`.
    ///   - fetcher: performs the requests.
    ///   - limits: the limits of a request; `maxSize` is the largest answer.
    public init(url: URL, fetcher: any Fetcher, limits: FetchLimits) {
        self.url = url
        self.location = url.absoluteString
        var reader = CatalogFetcher(fetcher: fetcher, limits: limits, location: location)
        reader.method = .propfind
        self.reader = reader
    }

    /// Requests the folder's members.
    ///
    /// See `Source`.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        let reading = try await reader.read(url, after: nil)
        guard case .documents(var documents) = reading else { return reading }
        for index in documents.indices { documents[index].validators = Validators() }
        return .documents(documents)
    }
}

extension WebDAVSource {
    /// The registration of `webdav`.
    public static let plugin = Plugin<any Source>(
        "webdav", summary: "Reads a folder on the web: WebDAV",
        settings: [CatalogSettings.url, CatalogSettings.maxSize]
    ) { settings, context throws(PluginError) in
        let checked = try CatalogSettings.checkedURL(settings, for: "webdav")
        var limits = context.fetchLimits
        limits.maxSize = settings[CatalogSettings.maxSize].bytes
        return WebDAVSource(url: checked, fetcher: try context.fetcher(), limits: limits)
    }
}
