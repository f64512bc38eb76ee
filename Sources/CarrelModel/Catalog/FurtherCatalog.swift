import CarrelBasics
import CarrelHTTP

/// A catalogue that is read when a collection is opened, for the collection's items.
public struct FurtherCatalog: Sendable, Hashable, Codable {
    /// The absolute URL, which may hold `KeyPlaceholder`.
    public var url: String

    /// Names a catalogue by its URL.
    public init(url: String) { self.url = url }

    /// What is known of the catalogue that names another one.
    public struct Parent: Sendable, Hashable {
        /// Its origin, where the profile speaks for it.
        public var origin: Origin?
        /// Whether others may have written it.
        public var isPublic: Bool

        public init(origin: Origin? = nil, isPublic: Bool = false) {
            self.origin = origin
            self.isPublic = isPublic
        }
    }

    /// Fills the placeholders of a template, such as `{place}`, with percent-encoded values.
    ///
    /// - Parameters:
    ///   - template: a URL with placeholders in braces (RFC 6570, level 1); those without a value stay.
    ///   - values: the values by the names of their placeholders.
    public init(template: String, _ values: [String: String]) {
        var url = template
        for (name, value) in values {
            url = url.replacing(
                "{\(name)}", with: KeyPlaceholder.escaped(value.percentEncoded { $0.isURLUnreserved }))
        }
        self.url = url
    }
}
