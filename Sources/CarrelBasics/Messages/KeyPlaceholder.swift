import Foundation

/// What stands in a URL for the key that a service asks for, until the request goes out.
///
/// The key itself is put in at the last moment, by `KeyFetcher`, and is never part of what is recorded or shown.
public enum KeyPlaceholder {
    /// As a profile writes it.
    public static let text = "{key}"

    /// As a URL holds it, and as one does that a proxy's URL holds.
    package static let encoded = ["%7Bkey%7D", "%257Bkey%257D"]

    /// Whether a URL asks for the key.
    public static func isIn(_ url: URL) -> Bool {
        let text = url.absoluteString
        return encoded.contains(where: text.contains)
    }

    /// A percent-encoded value of a catalogue, written so that it is never taken for the placeholder.
    ///
    /// Encoding a letter that needs none does not change what a URL means (RFC 3986 section 2.3).
    package static func escaped(_ value: String) -> String { value.replacing("7Bkey%", with: "7B%6Bey%") }

    /// A text for people, with the placeholder as a profile writes it wherever a URL holds it.
    public static func shown(_ text: String) -> String {
        // Every line of output comes by here.
        guard text.utf8.contains(UInt8(ascii: "%")), text.contains("7Bkey%") else { return text }
        return encoded.reversed().reduce(text) { $0.replacing($1, with: Self.text) }
    }
}
