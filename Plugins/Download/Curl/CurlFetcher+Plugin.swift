import CarrelCore
import Foundation

extension CurlFetcher {
    /// The plug-in as the registry knows it.
    public static let plugin = Plugin<any Fetcher>(
        "curl", summary: "Downloads with libcurl, many files at once over few connections",
        settings: [userAgent, http2, caFile]
    ) { (settings, context) throws(PluginError) in
        let certificates = settings[caFile].map { context.file($0).path }
        if let certificates, !FileManager.default.isReadableFile(atPath: certificates) {
            throw PluginError(setting: caFile.name, reason: "\(certificates) cannot be read")
        }
        return CurlFetcher(
            CurlOptions(
                userAgent: settings[userAgent], allowsHTTP2: settings[http2], certificatesFile: certificates,
                proxies: ProxyRules(nil, environment: context.environment)))
    }

    static let userAgent = Setting(
        "user-agent", default: CurlOptions().userAgent,
        constraint: SettingConstraint("one line of text") { text in
            !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        },
        help: "How Carrel names itself to servers")

    static let http2 = Setting(
        "http2", default: true, help: "Whether HTTP/2 is used over TLS where the server offers it")

    static let caFile = Setting<String?>(
        "ca-file", help: "A PEM file with the certificates to trust instead of the system's")
}
