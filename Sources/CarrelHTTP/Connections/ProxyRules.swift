import Foundation

/// Decides which requests go through which proxy, by the configuration and the environment.
///
/// `http_proxy` is only read in lower case, because clients of a web server can set `HTTP_PROXY`. An entry of
/// `no_proxy` is a domain with all its subdomains, an address, a block of addresses or `*`.
public struct ProxyRules: Sendable, Hashable {
    /// No proxy for anything.
    public static let none = ProxyRules()

    private var proxies: [String: String] = [:]
    private var exceptions: [String] = []

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - proxy: the URL of the proxy for everything, an empty text for no proxy, or `nil` to use the environment.
    ///   - environment: the environment's variables.
    public init(_ proxy: String? = "", environment: [String: String] = [:]) {
        func variable(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        if let proxy {
            if !proxy.isEmpty { proxies = ["http": proxy, "https": proxy] }
        } else {
            let all = variable("all_proxy", "ALL_PROXY")
            proxies["http"] = variable("http_proxy") ?? all
            proxies["https"] = variable("https_proxy", "HTTPS_PROXY") ?? all
        }
        exceptions = (variable("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map {
            $0.lowercased()
        }
    }

    /// Whether there is no proxy for any request.
    public var isEmpty: Bool { proxies.isEmpty }

    /// The URL of the proxy for a request; `nil` for none.
    public func proxy(for url: URL) -> String? {
        guard !proxies.isEmpty, let proxy = proxies[url.scheme?.lowercased() ?? ""],
            let host = url.host?.lowercased()
        else { return nil }
        return exceptions.contains { Self.matches($0, host: host) } ? nil : proxy
    }

    private static func matches(_ exception: String, host: String) -> Bool {
        if exception == "*" { return true }
        if let address = IPAddress(host) { return AddressRange(exception)?.contains(address) ?? false }
        func bare(_ name: some StringProtocol) -> String {
            name.hasSuffix(".") ? String(name.dropLast()) : String(name)
        }
        let domain = bare(exception.hasPrefix(".") ? exception.dropFirst() : exception[...])
        let name = bare(host)
        return !domain.isEmpty && (name == domain || name.hasSuffix(".\(domain)"))
    }
}
