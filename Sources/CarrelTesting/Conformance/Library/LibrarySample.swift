import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What checks record in a library.
enum LibrarySample {
    static let location = "http://x.example/list"
    /// The first item, of collection `C1`, and one without a URL.
    static let key = key("http://x.example/a")
    static let later = key("Later")

    static func key(_ item: String, of collection: String = "C1", in location: String = location) -> ItemKey {
        ItemKey(catalog: location, collection: collection, item: item)
    }

    static func collection(_ id: String, in location: String = location) -> CollectionKey {
        CollectionKey(catalog: location, collection: id)
    }

    static func reading(_ location: String = location, seconds: Double = 1000) -> CatalogReading {
        CatalogReading(
            location: location, validators: Validators(entityTag: "\"c\"", lastModified: "today"),
            fingerprint: "1", date: Date(timeIntervalSince1970: seconds), isPublic: true,
            parser: "feed")
    }

    /// Two sections of one collection each: three entries, one of them without a URL and one a duplicate; and none.
    static var catalog: Catalog {
        let digest = ExpectedDigest(.sha256, hex: String(repeating: "a", count: 64), origin: .catalog)
        var first = Item(title: "A", url: "http://x.example/a", size: 3, digest: digest)
        first.mirrors = ["http://y.example/a", "http://z.example/a"]
        first.pieces = PieceDigests(
            .sha1, length: 2, hex: [String(repeating: "b", count: 40), String(repeating: "c", count: 40)])
        var collection = ItemCollection(
            id: "C1", title: "One", details: [Detail("Lecturer", "Dr Example")],
            items: [
                first,
                Item(title: "Later", url: nil),
                Item(title: "A too", url: "http://x.example/a"),
            ])
        collection.markDuplicates()
        return Catalog(
            title: "All",
            sections: [
                CatalogSection(title: "First", collections: [collection]),
                CatalogSection(title: "Second", collections: [ItemCollection(id: "C2", title: "Two")]),
            ])
    }

    static func document(_ name: String = "C1-a") -> StoredDocument {
        var document = StoredDocument(
            name: name, size: 3, sha256: "00", mediaType: MediaType("text/plain; charset=utf-8"),
            validators: Validators(entityTag: "\"1\"", lastModified: "yesterday"), url: "http://x.example/b",
            storedAt: Date(timeIntervalSince1970: 2000))
        document.requestedURL = "http://x.example/a"
        return document
    }

    static func publication(_ name: String = "C1-a", area: Publication.Area = .documents) -> Publication {
        Publication(
            document: StagedDocument(token: "\(name).whole", digest: ContentDigest(size: 3, sha256: "00")),
            in: area, name: name, replaces: ContentDigest(size: 2, sha256: "11"))
    }

    /// A document is stored.
    static func stored(_ key: ItemKey = key, _ name: String = "C1-a") -> LibraryChange {
        .stored(key, title: "A", document(name), publication(name))
    }

    static func attempt(
        _ outcome: Attempt.Outcome, of key: ItemKey = key, reason: String? = nil
    ) -> Attempt {
        Attempt(
            key: key, date: Date(timeIntervalSince1970: 3000), action: .download, outcome: outcome,
            status: 200, bytes: 3, url: "http://x.example/a", reason: reason)
    }

    /// A try has ended.
    static func tried(
        _ outcome: Attempt.Outcome, of key: ItemKey = key, reason: String? = nil,
        updateAvailable: Bool = false
    ) -> LibraryChange {
        .attempt(attempt(outcome, of: key, reason: reason), updateAvailable: updateAvailable)
    }

    static func quarantined(_ token: String, of key: ItemKey? = key) -> QuarantinedDocument {
        var document = QuarantinedDocument(
            key: key, token: token, name: "C1-a", reason: "an HTML page", digest: document().digest,
            mediaType: .html, origin: document().origin, date: Date(timeIntervalSince1970: 4000),
            isWhole: false)
        document.wasStored = true
        return document
    }
}
