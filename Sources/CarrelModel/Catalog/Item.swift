import CarrelBasics
import CarrelHTTP

/// One document that a catalogue lists.
public struct Item: Sendable, Hashable, Identifiable {
    /// Identifies the item within its collection, on every reading of the catalogue.
    ///
    /// It is the item's URL, or its title while it has none, unless the catalogue itself has identities: a chart's
    /// entry stays the same entry when its picture changes. A second row with the same identity gets a
    /// distinguishing suffix; it is a *duplicate* (see `duplicateOf`) unless it has a document of its own.
    public var id: String
    /// The title shown to people.
    public var title: String
    /// The absolute URL as the catalogue gives it, resolved but not yet checked; `nil` while not available.
    public var url: String?
    /// What few items have, so that a catalogue of a million of them holds no room for it.
    private var extras: Extras?

    /// What is shown smaller beside the title: an artist, a photo's description.
    public var subtitle: String? {
        get { extras?.values.subtitle }
        set { change { $0.subtitle = newValue } }
    }
    /// Labelled facts, in the order in which they are shown.
    public var details: [Detail] {
        get { extras?.values.details ?? [] }
        set { change { $0.details = newValue } }
    }
    /// The size in bytes that the catalogue promises, if it does.
    public var size: Int64? {
        get { extras?.values.size }
        set { change { $0.size = newValue } }
    }
    /// The digest that the catalogue promises, if it does.
    public var digest: ExpectedDigest? {
        get { extras?.values.digest }
        set { change { $0.digest = newValue } }
    }
    /// The digest as text.
    package var digestText: String? { digest?.text }
    /// The identity of an earlier item of this collection that is the same document: one of the same URL, or the one
    /// that this repeats without a URL.
    public var duplicateOf: String? {
        get { extras?.values.duplicateOf }
        set { change { $0.duplicateOf = newValue } }
    }

    /// Makes an item whose identity is its URL or, without one, its title, unless the catalogue has one for it.
    public init(
        id: String? = nil, title: String, subtitle: String? = nil, details: [Detail] = [], url: String?,
        size: Int64? = nil, digest: ExpectedDigest? = nil
    ) {
        self.init(
            id ?? url.map(Self.identity(of:)) ?? title, title: title, url: url,
            Extras.Values(subtitle: subtitle, details: details, size: size, digest: digest))
    }

    private init(_ id: String, title: String, url: String?, _ values: Extras.Values) {
        (self.id, self.title, self.url) = (id, title, url)
        extras = Extras(values)
    }

    private mutating func change(_ change: (inout Extras.Values) -> Void) {
        var values = extras?.values ?? Extras.Values()
        change(&values)
        extras = Extras(values)
    }

    /// Values behind a reference that is shared and never changed.
    private final class Extras: Sendable, Hashable {
        struct Values: Sendable, Hashable {
            var subtitle: String?
            var details: [Detail] = []
            var size: Int64?
            var digest: ExpectedDigest?
            var duplicateOf: String?
        }

        let values: Values

        /// `nil` if there is nothing to hold.
        init?(_ values: Values) {
            guard values != Values() else { return nil }
            self.values = values
        }

        static func == (left: Extras, right: Extras) -> Bool {
            left === right || left.values == right.values
        }

        func hash(into hasher: inout Hasher) { hasher.combine(values) }
    }
}

extension Item {
    /// Makes an item that was recorded with its identity.
    package init(
        recorded id: String, title: String, subtitle: String?, details: [Detail], url: String?, size: Int64?,
        duplicateOf: String?
    ) {
        self.init(
            id, title: title, url: url,
            Extras.Values(subtitle: subtitle, details: details, size: size, duplicateOf: duplicateOf))
    }

    /// A URL in printable ASCII.
    ///
    /// Two URLs that differ in their bytes stay two, although Swift compares strings by canonical equivalence.
    static func identity(of url: String) -> String { url.percentEncoded { (0x20..<0x7F).contains($0) } }
}

/// Identifies an item in a library that may hold several catalogues.
public struct ItemKey: Sendable, Hashable, Codable {
    /// The location of the catalogue, as its `Source` names it.
    public var catalog: String
    /// The collection's identity within the catalogue.
    public var collection: String
    /// The item's identity within the collection.
    public var item: String

    public init(catalog: String, collection: String, item: String) {
        self.catalog = catalog
        self.collection = collection
        self.item = item
    }

    /// Hashes what tells keys apart: those of one table are of one catalogue, or of few.
    @inlinable public func hash(into hasher: inout Hasher) {
        hasher.combine(collection)
        hasher.combine(item)
    }
}

extension Item {
    /// The place that a chart gives the item: where entries before it could not be used, it is not the item's number
    /// in the list.
    public var rank: String? { details.first { $0.key == .rank }?.value }
}
