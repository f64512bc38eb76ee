import CarrelBasics
import CarrelHTTP
import CarrelStages

extension URLSessionFetcher {
    /// The plug-in as the registry knows it.
    public static let plugin = Plugin<any Fetcher>(
        "urlsession", summary: "Downloads with Foundation's URLSession, with the system's networking",
        settings: [userAgent]
    ) { (settings, context) throws(PluginError) in
        URLSessionFetcher(
            userAgent: settings[userAgent], proxies: ProxyRules(nil, environment: context.environment))
    }

    static let userAgent = Setting<String>(
        "user-agent", default: UserAgent.text, constraint: .oneLine,
        help: "How Carrel names itself to servers")
}
