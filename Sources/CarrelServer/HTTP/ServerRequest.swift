import CarrelBasics
import CarrelHTTP
import Foundation

/// A request as it came: nothing is decoded yet.
package struct ServerRequest: Sendable {
    /// The method, in capitals where the client wrote it so.
    package var method: String
    /// The version of HTTP, such as `HTTP/1.1`.
    package var version = "HTTP/1.1"
    /// The path, still percent-encoded.
    package var path: String
    /// What follows the first question mark, still percent-encoded; `nil` if there is none.
    package var query: String?
    /// The field lines.
    package var fields: HTTPFields
    /// The host and port of an absolute request target (`GET http://host/path`); `nil` if the target is a path.
    package var authority: String?
    /// The content, once it is whole.
    package var content = Data()
    /// The network that it comes from: an IPv4 address, or the first 64 bits of an IPv6 address.
    package var client: String?

    /// Splits a request target.
    package init(method: String, target: String, fields: HTTPFields = HTTPFields()) {
        (self.method, self.fields) = (method, fields)
        var target = Substring(target)
        if !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") {
            let rest = target[scheme.upperBound...]
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            authority = String(rest[..<end])
            target = end == rest.endIndex ? "/" : rest[end...]
        }
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.path = halves.first.map(String.init) ?? ""
        self.query = halves.count == 2 ? String(halves[1]) : nil
    }

    /// The target for logs: without control characters, not endlessly long, and without what may be secret.
    package var logTarget: String {
        Self.printable(path + (query.map { "?" + Self.withoutValues($0) } ?? ""), limit: 500)
    }

    /// A query in which the values are left out that may be keys: all but a delay and where it leads to.
    private static func withoutValues(_ query: String) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { parameter in
            let halves = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, !halves[1].isEmpty else { return String(parameter) }
            switch halves[0] {
            case "delay": return String(parameter)
            case "url":
                let end = ["?", "%3F", "%3f"].compactMap { halves[1].firstRange(of: $0)?.lowerBound }.min()
                return end.map { "url=\(halves[1][..<$0])?…" } ?? String(parameter)
            default: return "\(halves[0])=…"
            }
        }.joined(separator: "&")
    }

    /// The method for logs.
    package var logMethod: String { Self.printable(method, limit: 20) }

    private static func printable(_ text: String, limit: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnprintable }.prefix(limit)))
    }

    /// The reply to a request whose end is not certain; `nil` for any other.
    ///
    /// A proxy in front of the server that saw the end elsewhere would take what follows for somebody else's request (RFC
    /// 9112, section 6.3).
    package var framingRefusal: ServerReply? {
        let lengths = fields.values("Content-Length")
        guard let first = lengths.first else { return nil }
        guard lengths.allSatisfy({ $0 == first }) else {
            return .text(400, "Content-Length says two different things", [("Connection", "close")])
        }
        guard fields["Transfer-Encoding"] == nil else {
            return .text(
                400, "Content-Length and Transfer-Encoding are both there", [("Connection", "close")])
        }
        return nil
    }

    /// Whether the request announces content.
    package var hasContent: Bool {
        fields["Transfer-Encoding"] != nil || (fields["Content-Length"].map { $0 != "0" } ?? false)
    }
}
