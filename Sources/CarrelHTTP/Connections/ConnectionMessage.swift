import Foundation

/// Puts messages of libcurl and OpenSSL about TLS and proxies into plain words.
public struct ConnectionMessage: Sendable, Hashable {
    /// The kind of failure.
    public var code: FetchError.Code
    /// What went wrong.
    public var reason: String
    /// What the user can do about it.
    public var remedy: String?

    /// Reads a message; `nil` if it is about something else or is not known.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - isHandshake: whether the connection was still being made.
    public init?(_ message: String, isHandshake: Bool) {
        let text = message.lowercased()
        func says(_ phrases: String...) -> Bool { phrases.contains { text.contains($0) } }
        if says("connect tunnel failed") {
            self.init(proxyAnswered: Int(text.split(separator: " ").last ?? "") ?? 0)
        } else if says("proxy connect aborted") {
            self.init(.unreachable, "the proxy closed the connection", "Check the proxy, or try again later")
        } else if says("resolve proxy") {
            self.init(
                .unreachable, "the proxy's name has no address: \(message.split(separator: " ").last ?? "")",
                Self.proxyRemedy)
        } else if says("too large response headers") {
            self.init(.headTooLarge, "the head is larger than a fetcher takes", nil)
        } else if says("unexpected eof while reading", "ssl_error_syscall") {
            self.init(brokenOff: isHandshake)
        } else if says(
            "wrong version number", "packet length too long", "unknown protocol", "http request")
        {
            self.init(
                .tls, "what answers there does not speak TLS",
                "Check the address: that of a server without TLS begins with http:// or names another port")
        } else if says("certificate required", "alert bad certificate") {
            self.init(
                .tls, "the server asks for a client certificate that it knows",
                "Name yours with download.client-certificate")
        } else if says("no application protocol") {
            self.init(
                .tls, "the server speaks HTTP/2 only, and is asked for HTTP/1.1",
                "Set download.http2 to true; a document without a length needs HTTP/1.1 all the same")
        } else if says(
            "alert handshake failure", "unsupported protocol", "alert protocol version", "no shared cipher",
            "no protocols available", "alert insufficient security")
        {
            self.init(
                .tls, "the server and Carrel have no version of TLS or no cipher in common",
                "Ask the server's owner for TLS 1.2 or newer")
        } else if says("certificate has expired", "certificate is not yet valid") {
            self.init(
                .tls, "the server's certificate \(says("expired") ? "has expired" : "is not yet valid")",
                "Ask the server's owner for a current one, and check this machine's clock")
        } else if says("subject name match", "does not match target host") {
            self.init(
                .tls, "the server's certificate is for another host",
                "Check the address; an unverified certificate is never accepted")
        } else if says("self-signed certificate", "self signed certificate", "get local issuer certificate") {
            self.init(
                .tls, "nobody whom this machine trusts vouches for the server's certificate",
                "Check the address; where it is right, name the certificate's authority with download.ca-file"
            )
        } else if says("ssl connection timeout") {
            self.init(
                .connectTimeout, "the server accepts connections and does not answer with TLS",
                "Check the address, or try again later")
        } else if let phrase = Self.phrase(message) {
            self.init(
                isHandshake ? .tls : .truncated, "TLS failed: \(phrase)",
                isHandshake
                    ? "Check the address and the server's certificate; an unverified one is never accepted"
                    : "Try again later")
        } else {
            return nil
        }
    }

    /// Puts libcurl's message about a failed connection into plain words; returns any other text as it is.
    ///
    /// - Parameter message: such as `Failed to connect to notes.test port 80 after 3 ms: Couldn't connect to server`.
    /// - Returns: such as `cannot connect to notes.test port 80`.
    public static func connecting(_ message: String) -> String {
        let pattern =
            #/(?i:failed to connect to) (?<host>.+?) port (?<port>[0-9]+)(?: after [0-9]+ ms)?(: (?<why>.*))?/#
        guard let match = message.wholeMatch(of: pattern) else { return message }
        let said = "cannot connect to \(match.host) port \(match.port)"
        // The message repeats that it could not connect; how long it took does not matter.
        guard let why = match.why, !why.lowercased().contains("connect to server") else { return said }
        return "\(said): \(why)"
    }

    private static let proxyRemedy = "Check download.proxy, or http_proxy and https_proxy in the environment"

    private init(proxyAnswered status: Int) {
        if status == 407 {
            self.init(
                .proxy, "the proxy asks for a user and a password",
                "Put them into https_proxy, as http://USER:PASSWORD@HOST:PORT")
        } else {
            self.init(
                HTTPStatus.isTransient(status) ? .unreachable : .proxy,
                "the proxy does not connect to the server: it answers \(HTTPStatus.text(status))",
                Self.proxyRemedy)
        }
    }

    private init(_ code: FetchError.Code, _ reason: String, _ remedy: String?) {
        (self.code, self.reason, self.remedy) = (code, reason, remedy)
    }

    private init(brokenOff isHandshake: Bool) {
        self.init(
            .truncated,
            isHandshake
                ? "the connection ended before TLS was set up"
                : "the connection was cut off: TLS did not announce its end",
            "Try again later")
    }

    /// OpenSSL's words after `error:0A000098:SSL routines::`.
    private static func phrase(_ message: String) -> Substring? {
        guard message.contains("error:"), let start = message.range(of: "routines:") else { return nil }
        let phrase = message[start.upperBound...].drop { $0 == ":" }.prefix { $0 != "," }
        return phrase.isEmpty ? nil : phrase
    }
}
