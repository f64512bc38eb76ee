import Foundation

/// The target of a request (RFC 9110 section 7.1): its text, and Foundation's URL where somebody asks for the parts.
///
/// Most requests are sent without that: to make a `URL` costs more than everything else that Carrel does with one.
public struct TargetURI: Sendable, Hashable {
    /// The URI as it is requested.
    public let text: String
    private let parsed: URL?

    /// The target that a URL names.
    public init(_ url: URL) { (text, parsed) = (url.absoluteString, url) }

    /// A target whose text is so simple that a look tells that it is a valid one; `nil` for any other.
    ///
    /// - Parameter text: an address as a catalogue or a server wrote it.
    public init?(plain text: String) {
        guard RequestTarget.isPlain(text) else { return nil }
        (self.text, parsed) = (text, nil)
    }

    /// The URL; a plain text is parsed for each call.
    ///
    /// A plain text always is one; should Foundation see that differently, it is one of a file, which no fetcher
    /// requests.
    public var url: URL { parsed ?? URL(string: text) ?? URL(filePath: text) }

    /// Whether it has the scheme http or https.
    var isOfWeb: Bool {
        if parsed == nil { return true }
        let bytes = text.utf8
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
        guard scheme.count < bytes.count, (4...5).contains(scheme.count) else { return false }
        let name = Substring(scheme).lowercased()
        return name == "http" || name == "https"
    }

    /// Compares the texts.
    public static func == (one: TargetURI, other: TargetURI) -> Bool { one.text == other.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
