import CLibcurl
import CarrelHTTP
import CarrelStages

extension CurlFetcher {
    /// The libcurl that runs with what it uses, such as `libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13`.
    public static var libraryVersions: String { String(cString: curl_version()) }

    /// The plug-in as the registry knows it.
    public static let plugin = Plugin<any Fetcher>(
        "curl", summary: "Downloads with libcurl, many files at once over few connections",
        settings: CurlSettings.all, features: [.decodesContent]
    ) { (settings, context) throws(PluginError) in
        CurlFetcher(try CurlSettings.options(settings, context))
    }
}
