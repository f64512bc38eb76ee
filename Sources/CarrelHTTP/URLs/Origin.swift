import Foundation

/// The origin of a URL: scheme, host and port (RFC 9110 section 4.3.1).
public struct Origin: Sendable, Hashable, Codable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host in lower case.
    public let host: String
    /// The port.
    public let port: Int

    /// The origin of a URL; `nil` for a URL without one, such as that of a file.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased(), !host.isEmpty else {
            return nil
        }
        let standard = ["http": 80, "https": 443][scheme]
        guard let standard else { return nil }
        (self.scheme, self.host, self.port) = (scheme, host, url.port ?? standard)
    }

    private init(scheme: String, host: String, port: Int) {
        (self.scheme, self.host, self.port) = (scheme, host, port)
    }

    /// Reads an origin as a profile names it: `example.org`, `example.org:8443` or `http://localhost:8000`.
    ///
    /// The default scheme is https, so that credentials are not sent in the clear by accident.
    public init?(_ text: String) {
        // By bytes: with a combining mark after it, a slash is another character.
        let isWhole = text.utf8.firstRange(of: "://".utf8) != nil
        guard let url = try? RequestTarget.check(isWhole ? text : "https://\(text)"),
            url.path.isEmpty || url.path == "/", url.query == nil, url.fragment == nil
        else { return nil }
        self.init(url)
    }

    /// The same host with TLS, each at its usual port; `nil` for one with TLS or at another port.
    package var secured: Origin? {
        scheme == "http" && port == 80 ? Origin(scheme: "https", host: host, port: 443) : nil
    }

    /// The origin as a URL without a path, and without the scheme's default port.
    public var description: String {
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let isStandard = port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(name)" + (isStandard ? "" : ":\(port)")
    }
}

extension String {
    /// The same address with TLS, or without it, each at its usual port; `nil` for any other text.
    package var withOtherScheme: String? {
        let isSecured = utf8.starts(with: "https://".utf8)
        guard isSecured || utf8.starts(with: "http://".utf8) else { return nil }
        let rest = utf8.dropFirst(isSecured ? 8 : 7)
        let host = rest.prefix { byte in !"/?#".utf8.contains(byte) }
        guard !host.isEmpty, !host.contains(UInt8(ascii: ":")) else { return nil }
        return (isSecured ? "http://" : "https://") + String(Substring(rest))
    }

    /// The same address without TLS, if that is at its usual port, or the text: equal before and after a site goes to https.
    package var withoutTLS: String { utf8.starts(with: "https://".utf8) ? withOtherScheme ?? self : self }
}
