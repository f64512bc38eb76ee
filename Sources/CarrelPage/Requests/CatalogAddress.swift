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
}
