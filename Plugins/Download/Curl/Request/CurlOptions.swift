import CarrelBasics
import CarrelHTTP
import Foundation

/// What can be chosen about a `CurlFetcher`.
public struct CurlOptions: Sendable, Hashable {
    /// The `User-Agent` of requests that name none.
    public var userAgent: String
    /// Whether TLS connections may carry HTTP/2.
    public var allowsHTTP2: Bool
    /// A PEM file with the certificates to trust instead of the system's.
    public var certificatesFile: String?
    /// Which requests go through which proxy.
    public var proxies: ProxyRules
    /// A netrc file with users and passwords of hosts, which are sent over https and to the catalogue's own origin.
    public var netrcFile: String?
    /// A Netscape file with cookies to send.
    public var cookieFile: String?
    /// The library in which cookies are kept from run to run; without it and `cookieFile` there are none.
    public var keptCookies: URL?
    /// What is known of hosts beforehand, as `HOST:PORT:ADDRESS`; for tests.
    var resolved: [String] = []
    /// Names of options that libcurl is taken to refuse, such as `PROTOCOLS_STR`; for tests.
    var refused: Set<String> = []

    /// Makes options; by default HTTP/2 is allowed, the system's certificates are trusted and the environment's
    /// proxies are used.
    public init(
        userAgent: String = UserAgent.text, allowsHTTP2: Bool = true, certificatesFile: String? = nil,
        proxies: ProxyRules = ProxyRules(nil, environment: ProcessEnvironment.variables)
    ) {
        self.userAgent = userAgent
        self.allowsHTTP2 = allowsHTTP2
        self.certificatesFile = certificatesFile
        self.proxies = proxies
    }
}
