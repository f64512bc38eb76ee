import Foundation

/// The placeholder in a URL for the key of a service, until the request is sent.
///
/// `KeyFetcher` fills in the key at the last moment, so that the key is never recorded or shown.
public enum KeyPlaceholder {
    /// As a profile writes it.
    public static let text = "{key}"

    /// The placeholder in a URL, and in a URL that is itself encoded in a proxy's URL.
    package static let encoded = encodings(of: text)

    /// A text as it is in a URL, and in a URL that is itself encoded in a proxy's URL.
    package static func encodings(of text: String) -> [String] {
        let once = text.percentEncoded()
        return [once, once.percentEncoded()]
    }

    /// A URL with the key in the place of its placeholders.
    package static func filled(_ url: String, with key: String) -> String {
        zip(encoded, encodings(of: key)).reduce(url) { $0.replacing($1.0, with: $1.1) }
    }

    /// Whether a URL asks for the key.
    public static func isIn(_ url: URL) -> Bool {
        let text = url.absoluteString
        return encoded.contains(where: text.contains)
    }

    /// Changes a percent-encoded value of a catalogue so that it cannot be taken for the placeholder.
    ///
    /// Encoding a further letter does not change the meaning of a URL (RFC 3986 section 2.3).
    package static func escaped(_ value: String) -> String { value.replacing("7Bkey%", with: "7B%6Bey%") }

    /// The text for people, with each placeholder in a URL shown as a profile writes it.
    public static func shown(_ text: String) -> String {
        // This is called for every line of output, so it must be fast.
        guard text.contains(byte: UInt8(ascii: "%")), text.contains("7Bkey%") else { return text }
        return encoded.reversed().reduce(text) { $0.replacing($1, with: Self.text) }
    }
}
