import CarrelBasics
import CarrelHTTP

/// One document that a catalogue lists.
public struct Item: Sendable, Hashable, Identifiable {
    /// Identifies the item within its collection, on every reading of the catalogue.
    ///
    /// It is the item's URL, or its title while it has none, unless the catalogue has identities of its own: a chart's
    /// entry stays the same when its picture changes. Entries with the same identity get suffixes (see `sharedID`).
    public var id: String
    /// The title shown to people.
    public var title: String
    /// The absolute URL, resolved but not yet checked; `nil` while the catalogue gives none.
    public var url: String?
    /// What few items have, so that the others take less memory.
    private var extras: Extras?

    /// Shown smaller beside the title: an artist, a photo's description.
    public var subtitle: String? {
        get { extras?.values.subtitle }
        set { change { $0.subtitle = newValue } }
    }
    /// Labelled facts, in the order in which they are shown.
    public var details: [Detail] {
        get { extras?.values.details ?? [] }
        set { change { $0.details = newValue } }
    }
    /// The size in bytes, if the catalogue promises one.
    public var size: Int64? {
        get { extras?.values.size }
        set { change { $0.size = newValue } }
    }
    /// The digest, if the catalogue promises one.
    public var digest: ExpectedDigest? {
        get { extras?.values.digest }
        set { change { $0.digest = newValue } }
    }
    /// Further URLs of the same document, the best first: what `url` does not bring, they may.
    public var mirrors: [String] {
        get { extras?.values.mirrors ?? [] }
        set { change { $0.mirrors = newValue } }
    }
    /// The digests of its pieces, if the catalogue promises them.
    public var pieces: PieceDigests? {
        get { extras?.values.pieces }
        set { change { $0.pieces = newValue } }
    }
    /// The identity that the catalogue gives this item and others, if `id` has a suffix for that reason.
    ///
    /// It is neither recorded nor compared.
    var sharedID: String? { extras?.sharedID }
    /// The identity as the catalogue gives it.
    package var givenID: String { sharedID ?? id }
    /// The digest as text.
    package var digestText: String? { digest?.text }
    /// What the catalogue promises of the content, as text: the digest, or the size; `nil` for nothing.
    public var promise: String? { Self.promise(size: size, digest) }

    /// What a size and a digest promise, as text.
    package static func promise(size: Int64?, _ digest: ExpectedDigest?) -> String? {
        digest?.text ?? size.map { "size=\($0)" }
    }

    /// The identity of an earlier item of the collection that is the same document: one with the same URL, or with the
    /// same identity if this item has no URL.
    public var duplicateOf: String? {
        get { extras?.values.duplicateOf }
        set { change { $0.duplicateOf = newValue } }
    }

    /// Makes an item; without `id`, or with an empty one, its identity is its URL or, without a URL, its title.
    public init(
        id: String? = nil, title: String, subtitle: String? = nil, details: [Detail] = [], url: String?,
        size: Int64? = nil, digest: ExpectedDigest? = nil
    ) {
        self.init(
            id.flatMap { $0.isEmpty ? nil : $0 } ?? url.map(Self.identity(of:)) ?? title,
            title: title, url: url,
            Extras.Values(subtitle: subtitle, details: details, size: size, digest: digest))
    }

    private init(_ id: String, title: String, url: String?, _ values: Extras.Values) {
        (self.id, self.title, self.url) = (id, title, url)
        extras = Extras(values, sharedID: nil)
    }

    private mutating func change(_ change: (inout Extras.Values) -> Void) {
        var values = extras?.values ?? Extras.Values()
        change(&values)
        extras = Extras(values, sharedID: sharedID)
    }

    /// Takes an identity instead of one that others have, too.
    mutating func share(_ shared: String, as own: String) {
        id = own
        extras = Extras(extras?.values ?? Extras.Values(), sharedID: own == shared ? nil : shared)
    }

    /// Takes back the identity that the catalogue gives.
    mutating func unshare() {
        guard let sharedID else { return }
        id = sharedID
        var values = extras?.values ?? Extras.Values()
        values.duplicateOf = nil
        extras = Extras(values, sharedID: nil)
    }

    /// Values behind a reference that is shared and never changed.
    private final class Extras: Sendable, Hashable {
        struct Values: Sendable, Hashable {
            var subtitle: String?
            var details: [Detail] = []
            var size: Int64?
            var digest: ExpectedDigest?
            var duplicateOf: String?
            var mirrors: [String] = []
            var pieces: PieceDigests?
        }

        let values: Values
        let sharedID: String?

        /// `nil` if all values are missing.
        init?(_ values: Values, sharedID: String?) {
            guard sharedID != nil || values != Values() else { return nil }
            (self.values, self.sharedID) = (values, sharedID)
        }

        static func == (left: Extras, right: Extras) -> Bool {
            left === right || left.values == right.values
        }

        func hash(into hasher: inout Hasher) { hasher.combine(values) }
    }
}

extension Item {
    /// Makes an item from its record.
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
    /// URLs that differ in their bytes stay different, although Swift compares strings by canonical equivalence.
    package static func identity(of url: String) -> String {
        url.percentEncoded { (0x20..<0x7F).contains($0) }
    }
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

    /// Leaves out the catalogue: the keys of a table belong to one catalogue, or to few.
    @inlinable public func hash(into hasher: inout Hasher) {
        hasher.combine(collection)
        hasher.combine(item)
    }
}

extension Item {
    /// The item's position in a chart; it differs from the place in the list if earlier entries could not be used.
    public var rank: String? { detail(.rank) }

    /// The path that the catalogue gives the document: not safe to use as it is.
    public var path: String? { detail(.path) }

    /// The address of the page that is the document where the catalogue names no other one.
    package var page: String? { detail(.page) }

    /// When the document was last changed, as the catalogue writes it.
    public var lastModified: String? { detail(.lastModified) }

    /// What tells the listed version from others: its date and, where the catalogue has one, its entity tag; `nil` without a
    /// date.
    ///
    /// How strong the tag is does not matter: Apache's are weak while a file was changed within the last second.
    package var listedVersion: String? {
        guard let date = lastModified else { return nil }
        guard let tag = detail(.entityTag) else { return date }
        return "\(date)\n\(tag.opaqueTag)"
    }

    /// The extension of the kind of document that the catalogue lists; `nil` if it names none that is known.
    package var listedKind: String? {
        guard let kind = detail(.kind) else { return nil }
        guard kind.contains("/") else { return kind }
        let type = MediaType(kind)
        if let fileExtension = type?.fileExtension { return fileExtension }
        // Sound and film have many names, such as `audio/mp3` and `video/x-m4v`.
        return ["audio/": "mp3", "video/": "mp4"].first { type?.essence.hasPrefix($0.key) == true }?.value
    }

    /// Whether the catalogue lists it as a page.
    package var isListedAsPage: Bool {
        detail(.kind).map { MediaType($0)?.isHTML ?? ContentSniff.isPage(fileExtension: $0) } == true
    }

    private func detail(_ key: Detail.Key) -> String? { details.first { $0.key == key }?.value }
}
