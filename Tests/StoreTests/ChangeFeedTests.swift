import CarrelCore
import SQLiteKeeping
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChangeFeedTests {
    private let folder: TemporaryFolder
    private let key = ItemKey(catalog: "here", collection: "C1", item: "http://x/a")
    private let reading = CatalogReading(
        location: "here", validators: Validators(), fingerprint: "1", date: Date(timeIntervalSince1970: 1000))
    private let catalog = Catalog(collections: [
        ItemCollection(id: "C1", title: "One", items: [Item(title: "A", url: "http://x/a")])
    ])

    init() throws { folder = try TemporaryFolder() }

    private func attempt(_ outcome: Attempt.Outcome, reason: String? = nil) -> LibraryChange {
        .attempt(
            Attempt(
                key: key, date: Date(timeIntervalSince1970: 3000), action: .download, outcome: outcome,
                status: 200, bytes: 3, url: "http://x/a", reason: reason), updateAvailable: false)
    }

    private var stored: LibraryChange {
        let document = StoredDocument(
            name: "a", size: 3, sha256: "00", mediaType: nil, validators: Validators(), url: "http://x/a",
            storedAt: Date(timeIntervalSince1970: 2000))
        let staged = StagedDocument(token: "t.whole", digest: ContentDigest(size: 3, sha256: "00"))
        return .stored(key, title: "A", document, Publication(document: staged, name: "a"))
    }

    @Test func `each item and catalogue is told once, with the number of its last change`() async throws {
        let library = try SQLiteLibrary(root: folder.url, access: .exclusive)
        #expect(try await library.changes(since: 0) == LedgerChanges(number: 0))
        try await library.record(catalog, reading: reading)
        let listed = try await library.changes(since: 0)
        #expect(listed.catalogs == ["here"] && listed.items.isEmpty && listed.number > 0)

        try await library.commit([attempt(.failed, reason: "gone")])
        try await library.commit([stored, attempt(.stored)])
        let changed = try await library.changes(since: listed.number)
        #expect(changed.items == [key] && changed.catalogs.isEmpty)
        #expect(changed.number == listed.number + 2)
        #expect(try await library.changes(since: changed.number).items.isEmpty)
        #expect(try await library.changes(since: .max) == LedgerChanges(number: changed.number))
    }

    @Test func `what changes nothing that is shown has no number`() async throws {
        let library = try SQLiteLibrary(root: folder.url, access: .exclusive)
        try await library.record(catalog, reading: reading)
        try await library.commit([stored, attempt(.stored)])
        let before = try await library.changes(since: .max).number
        try await library.commit([attempt(.unchanged), attempt(.parked)])
        #expect(try await library.changes(since: .max).number == before)
        try await library.commit([.lost(key, reason: "it is not there")])
        #expect(try await library.changes(since: before).items == [key])
    }

    @Test func `another process sees the changes, and they outlast a restart`() async throws {
        var library: SQLiteLibrary? = try SQLiteLibrary(root: folder.url, access: .exclusive)
        try await library?.record(catalog, reading: reading)
        let other = try SQLiteLibrary(root: folder.url, access: .shared)
        let before = try await other.changes(since: .max).number
        try await library?.commit([stored, attempt(.stored)])
        #expect(try await other.changes(since: before).items == [key])
        library = nil
        let again = try SQLiteLibrary(root: folder.url, access: .exclusive)
        #expect(try await again.changes(since: before).items == [key])
        try await again.forget("here")
        #expect(try await other.changes(since: .max).number > before + 1)
    }
}
