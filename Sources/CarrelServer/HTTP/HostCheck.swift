import CarrelBasics
import CarrelHTTP

/// Tells requests for this server from those that a page in a browser has made.
///
/// A page of another site could have its own name lead here (DNS rebinding), or just ask for an address of this
/// server: what the server reaches would be the page's to request and, by its own name, to read.
package struct HostCheck: Sendable {
    /// The names of this server, in lower case and without a dot at the end.
    private let names: Set<String>
    private let speaksTLS: Bool

    /// - Parameters:
    ///   - address: where the server listens.
    ///   - hosts: further names of it.
    ///   - speaksTLS: whether the server itself does.
    package init(_ address: ListenAddress, hosts: [String], speaksTLS: Bool = false) {
        self.speaksTLS = speaksTLS
        names = Set(([address.host] + hosts).map(Self.bare))
    }

    /// The reply to a request that is not for this server, or that another site's page has made; `nil` for any other.
    package func refusal(of request: ServerRequest) -> ServerReply? {
        let hosts = request.fields.values("Host")
        guard hosts.count < 2 else { return .text(400, "More than one Host") }
        guard !hosts.isEmpty || request.version == "HTTP/1.0" else { return .text(400, "Host is missing") }
        for authority in [request.authority, hosts.first].compactMap(\.self) {
            guard let host = Self.host(of: authority) else { return .text(400, "Host names no server") }
            guard !isOwn(host) else { continue }
            let name = host.singleLine
            return .text(421, "This server is not \(name); if it is, start it with --host \(name)")
        }
        let site = request.fields["Sec-Fetch-Site"]?.lowercased()
        guard site == nil || site == "same-origin" || site == "none" else { return Self.otherPage }
        guard let origin = request.fields["Origin"] else { return nil }
        // In front of a server without TLS there may be one that speaks it.
        let schemes = speaksTLS ? ["https"] : ["http", "https"]
        let own = (hosts.first ?? request.authority).map { host in
            schemes.map { "\($0)://\(host)".lowercased() }
        }
        return own?.contains(origin.lowercased()) == true ? nil : Self.otherPage
    }

    private static let otherPage = ServerReply.text(403, "Pages of other sites are not answered")

    /// Whether a host is this server.
    ///
    /// No page can make an address its own name, so every address is one of this server.
    private func isOwn(_ host: String) -> Bool { names.contains(host) || IPAddress(host: host) != nil }

    /// The host of `HOST` or `HOST:PORT`; `nil` for anything else.
    private static func host(of authority: String) -> String? {
        var host = Substring(authority)
        let digits = host.reversed().prefix { $0.isASCII && $0.isNumber }.count
        if host.dropLast(digits).hasSuffix(":"), !(host.first == "[" && host.last == "]") {
            host = host.dropLast(digits + 1)
        }
        guard !host.isEmpty, !host.contains(where: { "@/?#\\ \t".contains($0) }) else { return nil }
        if host.hasPrefix("[") { return host.hasSuffix("]") ? bare(String(host)) : nil }
        return host.contains(":") ? nil : bare(String(host))
    }

    /// Whether a text can be a further name of a server, as the `Host` of requests has it: without scheme, port and path.
    package static func isName(_ text: String) -> Bool {
        if IPAddress(host: text) != nil { return true }
        let name = bare(text)
        return !name.isEmpty && name.first != "."
            && name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains($0))
            }
    }

    private static func bare(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
