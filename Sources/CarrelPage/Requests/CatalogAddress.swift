import CarrelBasics

/// The address of a catalogue that somebody names over HTTP.
///
/// Whoever may come in may be on another machine: no file of this one can be named, nor anything but a web server.
struct CatalogAddress: Sendable, Hashable {
    /// The URL, with http or https.
    let url: String

    /// Reads an address as somebody pasted it; `nil` for anything but the URL of a web server.
    init?(_ text: String) {
        let text = text.trimmed
        let scheme = ["http://", "https://"].first { text.prefix($0.count).lowercased() == $0 }
        guard let scheme, text == text.singleLine, let first = text.dropFirst(scheme.count).first,
            !"/?#:".contains(first)
        else { return nil }
        url = text
    }

    /// The address that a text without a scheme means, such as `example.org/notes`; `nil` for one that begins with no host.
    static func meant(by text: String) -> String? {
        let text = text.trimmed
        let host = /[\w\-]+(?:\.[\w\-]+)+(:\d+)?(?:[\/?#]\S*)?/
        guard let match = text.wholeMatch(of: host) else { return nil }
        // As on a command line: what has a port of its own hardly speaks TLS.
        return (match.output.1 == nil ? "https://" : "http://") + text
    }
}
