import CarrelBasics
import CarrelHTTP

/// A catalogue that a collection refers to for its items, read when the collection is opened.
public struct FurtherCatalog: Sendable, Hashable, Codable {
    /// The absolute URL, which may hold `KeyPlaceholder`.
    public var url: String

    public init(url: String) { self.url = url }

    /// What is known of the catalogue that refers to it.
    public struct Parent: Sendable, Hashable {
        /// Its origin, if the profile's credentials are for it.
        public var origin: Origin?
        /// Whether it came from a public address.
        public var isPublic: Bool

        public init(origin: Origin? = nil, isPublic: Bool = false) {
            self.origin = origin
            self.isPublic = isPublic
        }
    }

    /// Fills the placeholders of a template, such as `{place}`, with percent-encoded values.
    ///
    /// - Parameters:
    ///   - template: a URL with placeholders in braces (RFC 6570, level 1); placeholders without a value stay.
    ///   - values: the values, by placeholder name.
    public init(template: String, _ values: [String: String]) {
        var url = template
        for (name, value) in values {
            url = url.replacing(
                "{\(name)}", with: KeyPlaceholder.escaped(value.percentEncoded()))
        }
        self.url = url
    }
}
