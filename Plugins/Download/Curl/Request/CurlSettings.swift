import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// Which netrc file is read.
enum NetrcChoice: SettingValue, Hashable {
    case none
    case standard
    case file(String)

    static var kind: String { "true for ~/.netrc, or a path" }

    /// The path of the file.
    var file: String? {
        switch self {
        case .none: nil
        case .standard: "~/.netrc"
        case .file(let path): path
        }
    }

    init?(configValue: ConfigValue) {
        if let isUsed = Bool(configValue: configValue) {
            self = isUsed ? .standard : .none
        } else if let path = configValue.text, !path.isEmpty {
            self = .file(path)
        } else {
            return nil
        }
    }

    var configText: String? {
        switch self {
        case .none: "false"
        case .standard: "true"
        case .file(let path): path.configText
        }
    }
}

/// The settings that only libcurl can do.
enum CurlSettings {
    static let userAgent = Setting<String>(
        "user-agent", default: CurlOptions().userAgent, constraint: .oneLine,
        help: "How Carrel names itself to servers")

    static let http2 = Setting(
        "http2", default: true, help: "Whether to use HTTP/2 over TLS if the server offers it")

    static let caFile = Setting<String?>(
        "ca-file", power: { $0.map(ProfilePower.trustCertificates) },
        help: "A PEM file with the certificates to trust instead of the system's")

    static let proxy = Setting<String?>(
        "proxy",
        constraint: SettingConstraint("a URL of scheme http, https or socks5h without a user, or empty") {
            isProxy($0)
        },
        power: {
            $0.map {
                $0.isEmpty
                    ? .other("pass by the environment's proxy") : .other("send every request through \($0)")
            }
        },
        help: "The proxy for every request; empty for none; without it, the environment's")

    static let netrc = Setting<NetrcChoice>(
        "netrc", default: .none, power: { $0.file.map(ProfilePower.readFile) },
        help:
            "Whether to take user names and passwords from a netrc file, for https and the catalogue's own "
            + "origin")

    static let cookies = Setting<String?>(
        "cookies", power: ProfilePower.reading, help: "A Netscape cookie file to send cookies from")

    static let keepCookies = Setting(
        "keep-cookies", default: false, help: "Whether to keep cookies in the library from run to run")

    static let all: [any SettingDeclaration] = [
        userAgent, http2, caFile, proxy, netrc, cookies, keepCookies,
    ]

    private static func isProxy(_ text: String?) -> Bool {
        guard let text, !text.isEmpty else { return true }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return false }
        // A password would stand in the profile, and in what is printed of it.
        return ["http", "https", "socks5h"].contains(scheme) && url.host?.isEmpty == false && url.user == nil
            && url.password == nil
    }

    /// The options that settings make.
    ///
    /// - Throws: `PluginError` for a file that cannot be read or is of another form, or cookies without a library to keep
    ///   them in.
    static func options(_ settings: Settings, _ context: PluginContext) throws(PluginError) -> CurlOptions {
        var faults: [PluginError] = []
        func file(_ setting: Setting<String?>, as form: CredentialFile) -> String? {
            guard let file = settings[setting].map({ context.file($0) }) else { return nil }
            if let fault = form.fault(of: file) {
                faults.append(PluginError(setting: setting.name, reason: fault))
            }
            return file.path
        }
        var options = CurlOptions(
            userAgent: settings[userAgent], allowsHTTP2: settings[http2],
            certificatesFile: file(caFile, as: .certificates),
            proxies: ProxyRules(settings[proxy], environment: context.environment))
        if context.usesCredentials {
            options.cookieFile = file(cookies, as: .cookies)
            options.netrcFile = settings[netrc].file.map { context.file($0).path }
            if let path = options.netrcFile, !FileManager.default.isReadableFile(atPath: path) {
                faults.append(PluginError(setting: netrc.name, reason: "\(path) cannot be read"))
            }
            options.keptCookies = settings[keepCookies] ? context.libraryFolder : nil
            if settings[keepCookies], options.keptCookies == nil {
                faults.append(
                    PluginError(
                        setting: keepCookies.name, reason: "this library has no folder to keep them in"))
            }
        }
        try faults.check()
        return options
    }
}
