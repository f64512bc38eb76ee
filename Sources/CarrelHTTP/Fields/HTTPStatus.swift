/// Status codes in words: RFC 9110 section 15, RFC 6585.
public enum HTTPStatus {
    /// The phrase of each code.
    package static let phrases: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information",
        204: "No Content", 205: "Reset Content", 206: "Partial Content",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
        401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
        412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 425: "Too Early",
        426: "Upgrade Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 507: "Insufficient Storage",
        511: "Network Authentication Required",
    ]

    /// Whether `Location` says where to ask instead (RFC 9110 section 15.4).
    package static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// Whether a server says that it wants to be left alone for a while, whatever else it says.
    package static func asksForPatience(_ status: Int) -> Bool { [420, 429, 503, 529].contains(status) }

    /// Whether the same request may succeed later.
    package static func isTransient(_ status: Int) -> Bool {
        // 511 is the network's own answer, in place of the server's. Beyond the standard: a limit of bandwidth, too much to do,
        // and what proxies of Cloudflare's kind, and others, say of the server behind them.
        [
            408, 420, 421, 425, 429, 500, 502, 503, 504, 509, 511, 520, 521, 522, 523, 524, 529, 598, 599,
        ].contains(status)
    }

    /// The code with its phrase, such as `404 Not Found`; without a known phrase, such as `status 499`.
    public static func text(_ status: Int) -> String {
        phrases[status].map { "\(status) \($0)" } ?? "status \(status)"
    }
}
