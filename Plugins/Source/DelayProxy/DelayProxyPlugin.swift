import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

extension DelayProxySource {
    static let proxy = Setting<String?>(
        "proxy", help: "The URL of a proxy that waits; without one, Carrel waits itself")
    static let delay = Setting<RandomDelay>(
        "delay", default: .none, help: "How long to delay each reading, or a range for a random time")
    static let wraps = Setting<String?>(
        "wraps", help: "The source to delay; by default http if url is set, and file if path is set")

    private static let name = "delay-proxy"

    /// The registration of `delay-proxy`.
    public static let plugin = Plugin<any Source>(
        name, summary: "Reads the catalogue with a delay, through a proxy or by waiting",
        settings: [
            proxy, delay, CatalogSettings.url, CatalogSettings.path, wraps, CatalogSettings.maxSize,
            CatalogSettings.maxMemory, CatalogSettings.mediaType,
        ],
        wrapping: wraps
    ) { settings, context throws(PluginError) in
        if let proxy = settings[proxy] { return try proxySource(proxy, settings, context) }
        let wrapped = try context.source(try wrappedName(settings))
        return DelayProxySource(wrapping: wrapped, delay: settings[delay], clock: context.clock)
    }

    private static func proxySource(
        _ proxyText: String, _ settings: Settings, _ context: PluginContext
    ) throws(PluginError) -> ProxySource {
        if let wrapped = settings[wraps] {
            throw PluginError(
                setting: wraps.name,
                reason: "a proxy fetches url itself and cannot wrap \(wrapped): remove proxy or wraps")
        }
        let longest = RandomDelay.longestOfProxy
        guard settings[delay].range.upperBound <= longest else {
            throw PluginError(
                setting: delay.name,
                reason: "a proxy waits \(longest.durationText) at the most: choose less, or remove proxy, "
                    + "and Carrel waits itself")
        }
        let proxyURL = try CatalogSettings.checkedURL(proxyText, setting: proxy.name)
        let inner = try CatalogSettings.checkedURL(settings, for: "delay-proxy with a proxy")
        var limits = context.fetchLimits
        limits.maxSize = settings[CatalogSettings.maxSize].bytes
        if limits.addresses == .publicOnly {
            // The proxy's own address is the user's choice; the catalogue's can be judged where it is written as one.
            guard inner.mayBePublic else {
                throw PluginError(
                    setting: CatalogSettings.url.name, reason: "the address \(inner.host ?? "") is not public"
                )
            }
            limits.addresses = .neverInward
        }
        return ProxySource(
            proxy: proxyURL, inner: inner, fetcher: try context.fetcher(), limits: limits,
            maxMemory: settings[CatalogSettings.maxMemory].bytes,
            timer: DelayTimer(settings[delay], clock: context.clock))
    }

    private static func wrappedName(_ settings: Settings) throws(PluginError) -> String {
        if let wrapped = settings[wraps] {
            guard wrapped != name else {
                throw PluginError(setting: wraps.name, reason: "a delay-proxy cannot wrap a delay-proxy")
            }
            return wrapped
        }
        switch (settings[CatalogSettings.url], settings[CatalogSettings.path]) {
        case (.some, nil): return "http"
        case (nil, .some): return "file"
        case (.some, .some):
            throw PluginError(
                setting: wraps.name, reason: "both url and path are set: say http or file, or remove one")
        case (nil, nil):
            throw PluginError(
                setting: CatalogSettings.url.name, reason: "the source delay-proxy needs url or path")
        }
    }
}
