import CarrelHTTP
import CarrelStages

extension CurlFetcher {
    /// The plug-in as the registry knows it.
    public static let plugin = Plugin<any Fetcher>(
        "curl", summary: "Downloads with libcurl, many files at once over few connections",
        settings: CurlSettings.all
    ) { (settings, context) throws(PluginError) in
        CurlFetcher(try CurlSettings.options(settings, context))
    }
}
