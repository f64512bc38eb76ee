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
    ///   - isOfProxy: whether it was one to a proxy, with which TLS is spoken.
    public init?(_ message: String, isHandshake: Bool, isOfProxy: Bool = false) {
        let text = message.lowercased()
        let lastWord = String(message.split(separator: " ").last ?? "")
        let peer: Peer = isOfProxy ? .proxy : .server
        if text.contains("connect tunnel failed") {
            self.init(proxyAnswered: Int(lastWord) ?? 0)
        } else if let known = Known.all(of: peer, isHandshake: isHandshake, lastWord).first(where: {
            $0.phrases.contains { text.contains($0) }
        }) {
            self = known.message
        } else if let phrase = Self.phrase(message) {
            self.init(
                isHandshake ? .tls : .truncated, "TLS failed: \(phrase)",
                isHandshake ? peer.tlsRemedy : "Try again later")
        } else {
            return nil
        }
    }

    /// Reads why the system gave no socket for a connection; `nil` unless too many files are open.
    ///
    /// - Parameter code: the value of `errno`.
    public init?(socketError code: Int32) {
        guard code == EMFILE || code == ENFILE else { return nil }
        self.init(
            .system, "no connection can be opened: \(String(cString: strerror(code)))",
            "Allow more open files: ulimit -n")
    }

    /// Puts libcurl's message about a failed connection into plain words; returns any other text as it is.
    ///
    /// - Parameter message: such as `Failed to connect to notes.test port 80 after 3 ms: Couldn't connect to server`.
    /// - Returns: such as `cannot connect to notes.test port 80`.
    public static func connecting(_ message: String) -> String {
        // Not by a regular expression, which each connection that fails would make anew, on the thread of all transfers.
        let parts = message.split(separator: ": ", maxSplits: 1)
        let words = parts.first?.split(separator: " ") ?? []
        // Behind the port may stand what has to be told, as a proxy has.
        guard words.count == 7 || words.count > 7 && words[7] == "after", words[5] == "port",
            words[..<4].joined(separator: " ").lowercased() == "failed to connect to"
        else { return message }
        let said = "cannot connect to \(words[4]) port \(words[6])"
        // The message repeats that it could not connect; how long it took does not matter.
        guard parts.count > 1, !parts[1].lowercased().contains("connect to server") else { return said }
        return "\(said): \(parts[1])"
    }

    /// What a fetcher says in its own words.
    public init(_ code: FetchError.Code, _ reason: String, _ remedy: String? = nil) {
        (self.code, self.reason, self.remedy) = (code, reason, remedy)
    }

    // Written so that it is not covered as a password is.
    private static let passwordRemedy =
        "Put the proxy's user and password before its host in http_proxy or https_proxy: USER:PASSWORD@HOST:PORT"
    /// What helps where TLS failed and nothing is known of why.
    public static let tlsRemedy = Peer.server.tlsRemedy

    /// What helps against an answer that brings nothing; `nil` if its phrase says all.
    public static func remedy(for status: Int) -> String? {
        switch status {
        case 202: "The server is still making it: try again later"
        case 401:
            "Set or correct download.token, or download.user and download.password, as env:NAME or file:PATH, with --set or in a profile, or ask whoever runs the server for access"
        // Servers send it by mistake, too.
        case 407: "\(passwordRemedy). Where there is no proxy, ask whoever runs the server"
        // RFC 6585 section 6.
        case 511: "Sign in to the network that this machine is in, such as with a browser, and try again"
        default: nil
        }
    }

    private init(proxyAnswered status: Int) {
        if status == 407 {
            self.init(.proxy, "the proxy asks for a user and a password", Self.passwordRemedy)
        } else {
            self.init(
                HTTPStatus.isTransient(status) ? .unreachable : .proxy,
                "the proxy does not connect to the server: it answers \(HTTPStatus.text(status))",
                (status == 511 ? Self.remedy(for: status) : nil) ?? Peer.proxyRemedy)
        }
    }

    /// OpenSSL's words after `error:0A000098:SSL routines::`.
    private static func phrase(_ message: String) -> Substring? {
        guard message.contains("error:"), let start = message.range(of: "routines:") else { return nil }
        let phrase = message[start.upperBound...].drop { $0 == ":" }.prefix { $0 != "," }
        return phrase.isEmpty ? nil : phrase
    }
}

/// Who is at the other end of a connection.
private enum Peer: String {
    case server, proxy

    static let proxyRemedy = "Check download.proxy, or http_proxy and https_proxy in the environment"

    /// What to check where it may be another one.
    var check: String { self == .proxy ? Self.proxyRemedy : "Check the address" }
    /// What helps where TLS failed and nothing is known of why.
    var tlsRemedy: String {
        self == .proxy
            ? "\(check); an unverified certificate is never accepted"
            : "\(check) and the server's certificate; an unverified one is never accepted"
    }
}

/// What phrases in small letters mean.
private struct Known {
    let phrases: [String]
    let message: ConnectionMessage

    init(_ phrases: [String], _ code: FetchError.Code, _ reason: String, _ remedy: String?) {
        (self.phrases, message) = (phrases, ConnectionMessage(code, reason, remedy))
    }

    /// All that is known, where a connection is still being made or is there; what fits first counts.
    static func all(of end: Peer, isHandshake: Bool, _ lastWord: String) -> [Known] {
        let (peer, check) = (end.rawValue, end.check)
        var ends = ["unexpected eof while reading", "ssl_error_syscall"]
        // Where OpenSSL has no words, as after a reset, libcurl's own stand.
        if isHandshake { ends += ["ssl_connect:", "recv failure", "send failure"] }
        let howEnded =
            isHandshake
            ? "the connection to the \(peer) ended before TLS was set up"
            : "the connection was cut off: TLS did not announce its end"
        // Some old servers never announce it.
        let later =
            isHandshake
            ? ConnectionMessage.later
            : "\(ConnectionMessage.later). If it always ends so, tell whoever runs the \(peer): "
                + "its TLS ends without saying so (close_notify)"
        let noTLS = end == .proxy ? "the proxy does not speak TLS" : "what answers there does not speak TLS"
        let trust =
            "put the certificate's authority into the system's store, or name it with download.ca-file, "
            + "which the fetcher curl reads"
        return [
            Known(
                ["proxy connect aborted"], .unreachable, "the proxy closed the connection",
                "Check the proxy, or try again later"),
            Known(
                ["resolve proxy"], .unreachable, "the proxy's name has no address: \(lastWord)",
                Peer.proxyRemedy),
            Known(
                ["too large response headers"], .headTooLarge, "the head is larger than a fetcher takes", nil),
            Known(
                ["unable to set private key file", "could not load pem client certificate"], .tls,
                "the client certificate cannot be used with its key",
                "Check client-certificate and client-key: name the two that were made together"),
            Known(
                ["error setting certificate file", "error setting certificate verify locations"], .tls,
                "no authority's certificate can be read",
                "Check download.ca-file; without it, install this machine's certificates (ca-certificates)"),
            Known(
                ["wrong version number", "packet length too long", "unknown protocol", "http request"], .tls,
                noTLS, "\(check): that of a \(peer) without TLS begins with http:// or names another port"),
            Known(
                ["certificate required", "alert bad certificate"], .tls,
                "the \(peer) asks for a client certificate that it knows",
                "Name yours with download.client-certificate"),
            Known(
                [
                    "alert unknown ca", "alert certificate unknown", "alert certificate expired",
                    "alert certificate revoked", "alert unsupported certificate", "alert access denied",
                ], .tls, "the \(peer) does not accept the client certificate",
                "Check client-certificate, and ask whoever runs the \(peer) which one it takes"),
            Known(
                ["no application protocol"], .tls, "the server speaks HTTP/2 only, and is asked for HTTP/1.1",
                "Set download.http2 to true"),
            Known(
                [
                    "alert handshake failure", "unsupported protocol", "alert protocol version",
                    "no shared cipher", "no protocols available", "alert insufficient security",
                ], .tls, "the \(peer) and Carrel have no version of TLS or no cipher in common",
                "Ask the \(peer)'s owner for TLS 1.2 or newer"),
            Known(
                ["certificate has expired"], .tls, "the \(peer)'s certificate has expired",
                "Ask the \(peer)'s owner for a current one, and check this machine's clock"),
            Known(
                ["certificate is not yet valid"], .tls, "the \(peer)'s certificate is not yet valid",
                "Ask the \(peer)'s owner for a current one, and check this machine's clock"),
            Known(
                ["subject name match", "does not match target host"], .tls,
                "the \(peer)'s certificate is for another host",
                "\(check); an unverified certificate is never accepted"),
            Known(
                ["self-signed certificate", "self signed certificate", "get local issuer certificate"], .tls,
                "nobody whom this machine trusts vouches for the \(peer)'s certificate",
                "\(check); where it is right, \(trust)"),
            Known(
                ["ssl connection timeout"], .connectTimeout,
                "the \(peer) accepts connections and does not answer with TLS",
                "\(check), or try again later"),
            // Said once a connection is made, whatever ends it then.
            Known(
                ["getpeername() failed"], .truncated,
                "the \(peer) closed the connection as soon as it was made", "Try again later"),
            Known(ends, .truncated, howEnded, later),
        ]
    }
}
