import CarrelCore
import SQLiteKeeping
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct SQLiteLibraryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    let reading = CatalogReading(
        location: "here", validators: Validators(entityTag: "\"c\""), fingerprint: "1",
        date: Date(timeIntervalSince1970: 1000), isPublic: true)

    var catalog: Catalog {
        var collection = ItemCollection(
            id: "C1", title: "One", details: [Detail("Lecturer", "Dr Example")],
            items: [
                Item(
                    title: "A", url: "http://x/a", size: 3,
                    digest: ExpectedDigest(.sha256, hex: String(repeating: "a", count: 64), origin: .catalog)),
                Item(title: "Later", url: nil),
                Item(title: "A too", url: "http://x/a"),
            ])
        collection.markDuplicates()
        return Catalog(
            title: "All",
            sections: [
                CatalogSection(title: "First", collections: [collection]),
                CatalogSection(title: "Second", collections: [ItemCollection(id: "C2", title: "Two")]),
            ])
    }

    private let key = ItemKey(catalog: "here", collection: "C1", item: "http://x/a")

    private func stored(_ name: String = "C1-a", token: String = "t.whole") -> LibraryChange {
        let document = StoredDocument(
            name: name, size: 3, sha256: "00", mediaType: MediaType("text/plain; charset=utf-8"),
            validators: Validators(entityTag: "\"1\"", lastModified: "today"), url: "http://x/a",
            storedAt: Date(timeIntervalSince1970: 2000))
        let staged = StagedDocument(token: token, digest: ContentDigest(size: 3, sha256: "00"))
        return .stored(key, title: "A", document, Publication(document: staged, name: name))
    }

    private func attempt(_ outcome: Attempt.Outcome, reason: String? = nil) -> Attempt {
        Attempt(
            key: key, date: Date(timeIntervalSince1970: 3000), action: .download, outcome: outcome,
            status: 200,
            bytes: 3, url: "http://x/a", reason: reason)
    }

    func open(_ access: LibraryAccess = .exclusive) throws(StoreError) -> SQLiteLibrary {
        try SQLiteLibrary(root: folder.url, access: access)
    }

    @Test func `what a server said of a try is kept exactly, whatever it said`() async throws {
        let library = try open()
        try await library.record(catalog, reading: reading)
        let head = try ResponseHead(
            status: 206,
            fields: HTTPFields([
                ("ETag", "\"a\\b\""), ("Last-Modified", "\u{1}\u{1F}\t\u{7F}"), ("Content-Length", "3"),
                ("Content-Type", "text/plain; x=\"é \u{1F40C}\""), ("Retry-After", "3"),
            ]),
            url: #require(URL(string: "http://x/b")), redirects: [#require(URL(string: "http://x/a"))])
        var attempt = attempt(.failed, reason: "said \"no\"")
        attempt.exchanges = [
            AttemptExchange(
                asked: "the rest", url: "http://x/a", head: head, digests: ["sha-256=\"", "b"],
                decision: "x\ny"),
            AttemptExchange(asked: "all", url: "http://x/a", head: nil, decision: ""),
        ]
        try await library.commit([.attempt(attempt, updateAvailable: false)], settling: [])
        #expect(try await library.attempts(for: key, limit: 9) == [attempt])
    }

    @Test func `a timetable, subtitles, details and further catalogues come back as they were recorded`()
        async throws
    {
        let library = try open()
        var catalog = catalog
        let time = try #require(TimeOfDay(text: "9:00"))
        catalog.schedule = Schedule(
            meetings: [
                .init(day: .tuesday, time: time, collection: "C1", place: "R1", kind: "lab"),
                .init(day: .monday, time: time, collection: "C2"),
            ],
            places: [
                "R1": .init(name: "Room", coordinates: Coordinates(latitude: 53.4065, longitude: -2.9663))
            ])
        catalog.sections[0].collections[0].items[0].subtitle = "An artist"
        catalog.sections[0].collections[0].items[0].details = [
            Detail("Price", "$1"), Detail("Rank", "a label"), Detail("Place", "4", key: .rank),
        ]
        #expect(catalog.sections[0].collections[0].items[0].rank == "4")
        catalog.sections[1].collections[0].subtitle = "The rest"
        catalog.sections[1].collections[0].further = FurtherCatalog(url: "http://x/{key}")
        var reading = reading
        reading.name = "course"
        try await library.record(catalog, reading: reading)
        #expect(try await library.catalog(at: "here") == catalog)
        #expect(try await library.reading(of: "here") == reading)
        #expect(catalog.schedule?.meetings.map(\.collection) == ["C2", "C1"])

        reading.name = nil
        try await library.record(catalog, reading: reading)
        #expect(try await library.reading(of: "here")?.name == "course", "a nameless reading keeps the name")
    }

    @Test func `what a further catalogue lists stays when the catalogue itself is recorded again`()
        async throws
    {
        let library = try open()
        var catalog = catalog
        catalog.sections[1].collections[0].further = FurtherCatalog(url: "http://x/more")
        try await library.record(catalog, reading: reading)
        let key = CollectionKey(catalog: "here", collection: "C2")
        #expect(try await library.furtherReading(of: key) == nil)
        #expect(try await library.openedCollections(of: "here").isEmpty)

        var further = reading
        further.location = "http://x/more"
        let photos = [Item(title: "P", subtitle: "s", details: [Detail("a", "b")], url: "http://x/p")]
        try await library.record(photos, of: key, reading: further)
        try await library.record(catalog, reading: reading)
        #expect(try await library.furtherReading(of: key) == further)
        #expect(try await library.openedCollections(of: "here") == ["C2"])
        #expect(try await library.catalog(at: "here")?.collections.last?.items == photos)

        try await library.record([], of: key, reading: further)
        #expect(try await library.catalog(at: "here")?.collections.last?.items.isEmpty == true)
        catalog.sections.removeLast()
        try await library.record(catalog, reading: reading)
        #expect(try await library.openedCollections(of: "here").isEmpty)
    }

    @Test func `what is remembered of a catalogue is not that of another`() async throws {
        let library = try open()
        var other = reading
        other.location = "there"
        try await library.record(catalog, reading: reading)
        try await library.record(catalog, reading: other)
        try await library.commit([
            stored(), .attempt(attempt(.failed, reason: "404"), updateAvailable: false),
        ])
        let memory = try await library.memory(of: "here")
        #expect(memory.items.keys.map(\.item) == ["http://x/a"])
        #expect(memory["C1", "http://x/a"].document != nil && memory["C1", "http://x/a"].lastFailure == "404")
        #expect(try await library.memory(of: "there").items.isEmpty)
    }

    @Test func `whatever a catalogue becomes, it comes back as it was recorded last`() async throws {
        let library = try open()
        var random = SeededRandom(seed: 5)
        for round in 0..<40 {
            let collections = (0..<4).shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
                .map { number in
                    var collection = ItemCollection(id: "C\(number)", title: "\(number) \(round / 9)")
                    collection.items = (0..<8).shuffled(using: &random).prefix(
                        Int.random(in: 0...8, using: &random)
                    ).map {
                        let size = Bool.random(using: &random) ? Int64(round / 5) : nil
                        return Item(title: "T\($0)", url: $0 == 3 ? nil : "http://x/\($0)", size: size)
                    }
                    if let first = collection.items.first { collection.items.append(first) }
                    collection.markDuplicates()
                    return collection
                }
            let catalog = Catalog(title: nil, collections: Array(collections))
            try await library.record(catalog, reading: reading)
            let recorded = try await library.catalog(at: "here")
            #expect(recorded?.collections == catalog.collections)
            try await library.record(catalog, reading: reading)
            #expect(try await library.catalog(at: "here") == recorded)
        }
    }

    @Test func `a catalogue comes back as it was recorded`() async throws {
        let library = try open()
        try await library.record(catalog, reading: reading)
        #expect(try await library.catalog(at: "here") == catalog)
        #expect(try await library.reading(of: "here") == reading)
        #expect(try await library.locations() == ["here"])
        #expect(try await library.catalog(at: "elsewhere") == nil)
    }

    @Test func `a new listing replaces the old one and keeps what is stored`() async throws {
        let library = try open()
        try await library.record(catalog, reading: reading)
        try await library.commit([stored()])
        let other = Catalog(collections: [
            ItemCollection(id: "C1", title: "One", items: [Item(title: "B", url: "http://x/b")])
        ])
        try await library.record(other, reading: reading)
        #expect(try await library.catalog(at: "here") == other)
        let memory = try await library.memory(of: "here")
        #expect(memory["C1", "http://x/a"].document?.name == "C1-a")
        #expect(memory.items.count == 1)
    }

    @Test func `a stored document is remembered whole, in every later process`() async throws {
        do {
            let library = try open()
            try await library.record(catalog, reading: reading)
            try await library.commit([stored(), .attempt(attempt(.stored), updateAvailable: false)])
        }
        let library = try open(.shared)
        let document = try #require(try await library.memory(of: "here")["C1", "http://x/a"].document)
        #expect(document.mediaType?.charset == "utf-8")
        #expect(document.validators == Validators(entityTag: "\"1\"", lastModified: "today"))
        #expect(document.storedAt == Date(timeIntervalSince1970: 2000))
        #expect(try await library.names() == [key: "C1-a"])
        #expect(try await library.attempts(for: key, limit: 10) == [attempt(.stored)])
    }

    @Test func `publications are pending until they are settled`() async throws {
        let library = try open()
        try await library.record(catalog, reading: reading)
        try await library.commit([stored()])
        let pending = try await library.pendingPublications()
        #expect(pending.map(\.name) == ["C1-a"])
        try await library.commit([], settling: pending)
        #expect(try await library.pendingPublications().isEmpty)
    }

    @Test func `a group of changes happens whole or not at all`() async throws {
        let library = try open()
        try await library.record(catalog, reading: reading)
        try await library.commit([stored()])
        let other = ItemKey(catalog: "here", collection: "C1", item: "Later")
        let clash = StoredDocument(
            name: "C1-a", size: 1, sha256: "11", mediaType: nil, validators: Validators(), url: "u",
            storedAt: Date())
        let publication = Publication(
            document: StagedDocument(token: "u.whole", digest: ContentDigest(size: 1, sha256: "11")),
            name: "C1-a")
        await #expect(throws: StoreError.self) {
            try await library.commit([
                .attempt(attempt(.failed, reason: "r"), updateAvailable: false),
                .stored(other, title: "t", clash, publication),
            ])
        }
        #expect(try await library.attempts(for: key, limit: 10).isEmpty)
    }

    @Test func `a failure is remembered until a later try, and a cancelled try changes nothing`() async throws
    {
        let library = try open()
        try await library.record(catalog, reading: reading)
        try await library.commit([.attempt(attempt(.failed, reason: "404"), updateAvailable: false)])
        try await library.commit([.attempt(attempt(.parked), updateAvailable: false)])
        #expect(try await library.memory(of: "here")["C1", "http://x/a"].lastFailure == "404")
        try await library.commit([.attempt(attempt(.unchanged), updateAvailable: false)])
        #expect(try await library.memory(of: "here")["C1", "http://x/a"].lastFailure == nil)
    }

    @Test func `the newest fifty attempts are kept, and few more`() async throws {
        let library = try open()
        try await library.record(catalog, reading: reading)
        for index in 0..<100 {
            try await library.commit([.attempt(attempt(.failed, reason: "\(index)"), updateAvailable: false)])
        }
        let attempts = try await library.attempts(for: key, limit: 100)
        #expect((50..<67).contains(attempts.count) && attempts.first?.reason == "99")
    }

    @Test func `the selection and what was viewed are remembered, each item once, newest first`() async throws
    {
        let library = try open()
        try await library.record(catalog, reading: reading)
        #expect(try await library.selection() == nil)
        try await library.select(CollectionKey(catalog: "here", collection: "C2"))
        try await library.select(CollectionKey(catalog: "here", collection: "C1"))
        #expect(try await library.selection()?.collection == "C1")
        let later = ItemKey(catalog: "here", collection: "C1", item: "Later")
        for (index, key) in [key, later, key].enumerated() {
            try await library.recordView(of: key, at: Date(timeIntervalSince1970: Double(index)))
        }
        #expect(try await library.recentViews(limit: 20).map(\.title) == ["A", "Later"])
        #expect(try await library.recentViews(limit: 1).count == 1)
    }

    @Test func `one process holds the library, others may look`() async throws {
        let holder = try open()
        try await holder.record(catalog, reading: reading)
        do throws(StoreError) {
            _ = try open()
            Issue.record("taken twice")
        } catch {
            #expect(error.code == .busy)
            #expect(error.description.contains("another process is using the library"))
        }
        #expect(try await open(.shared).catalog(at: "here") == catalog)
    }

    @Test func `a library that does not exist is empty to look at, and nothing is created`() async throws {
        let root = folder.url.appending(path: "none")
        let library = try SQLiteLibrary(root: root, access: .shared)
        #expect(try await library.locations().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: root.path))
    }

    @Test func `a file that is no database is an error with a remedy`() async throws {
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: ".carrel"), withIntermediateDirectories: true)
        try folder.write(".carrel/library.sqlite", String(repeating: "not a database ", count: 1000))
        do throws(StoreError) {
            _ = try open()
            Issue.record("opened")
        } catch {
            #expect(error.code == .database && error.remedy != nil)
        }
    }

    @Test func `a library of a newer Carrel is left alone`() async throws {
        do { _ = try open() }
        let path = folder.url.appending(path: ".carrel/library.sqlite").path
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        // The user version is a big-endian number at offset 60 of the file format's header.
        try handle.seek(toOffset: 60)
        try handle.write(contentsOf: Data([0, 0, 0, 99]))
        try handle.close()
        do throws(StoreError) {
            _ = try open()
            Issue.record("opened")
        } catch {
            #expect(error.code == .database && error.reason.contains("99"))
        }
    }
}
