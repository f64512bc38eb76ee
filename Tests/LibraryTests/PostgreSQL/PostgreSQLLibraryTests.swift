import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import PostgreSQLKeeping

@Suite(
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(3)))
struct PostgreSQLLibraryTests {
    private let server: PostgreSQLServer
    private let schema = PostgreSQLServer.newSchema()
    private let folder: TemporaryFolder

    init() throws {
        server = try #require(PostgreSQLServer.shared)
        folder = try TemporaryFolder()
    }

    private func keeper(
        _ reader: String = "somebody", on server: PostgreSQLServer? = nil, root: URL? = nil
    ) -> PostgreSQLKeeper {
        let address = (server ?? self.server).address
        return PostgreSQLKeeper(
            schema: schema, reader: reader, root: root, cache: folder.url.appending(path: "cache")
        ) { () throws(StoreError) in address }
    }

    private static let location = "http://x.example/list"

    private static func key(_ item: String) -> ItemKey {
        ItemKey(catalog: location, collection: "C", item: item)
    }

    private static func reading(_ location: String = location) -> CatalogReading {
        CatalogReading(
            location: location, validators: Validators(), fingerprint: "1",
            date: Date(timeIntervalSince1970: 1000))
    }

    private static func stored(_ item: String, as name: String? = nil) -> LibraryChange {
        let name = name ?? item
        let document = StoredDocument(
            name: name, size: 1, sha256: "00", mediaType: nil, validators: Validators(),
            url: "http://x.example/\(item)", storedAt: Date(timeIntervalSince1970: 1))
        let staged = StagedDocument(token: "\(name)~", digest: ContentDigest(size: 1, sha256: "00"))
        return .stored(key(item), title: item, document, Publication(document: staged, name: name))
    }

    // MARK: Who writes

    @Test func `who holds the library is named`() async throws {
        let holder = try await keeper().open(.exclusive)
        let error = await #expect(throws: StoreError.self) { try await keeper().open(.exclusive) }
        #expect(error?.code == .busy)
        #expect(error?.reason.contains("carrel on ") == true && error?.reason.contains("as carrel") == true)
        try await holder.commit([Self.stored("a")])
    }

    @Test func `a library's folder is held, too`() async throws {
        let root = folder.url.appending(path: "library")
        let holder = try await keeper(root: root).open(.exclusive)
        #expect(throws: (any Error).self) { try LockedFolderProbe.take(root) }
        #expect(try await holder.locations().isEmpty)
    }

    @Test func `a writer whose connection is cut writes nothing more, and another one can`() async throws {
        let server = try PostgreSQLServer()
        let first = try await keeper(on: server).open(.exclusive)
        try await first.commit([Self.stored("a")])
        try server.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'carrel%'")
        let second = try await keeper(on: server).open(.exclusive)
        let error = await #expect(throws: StoreError.self) { try await first.commit([Self.stored("b")]) }
        #expect(error?.code == .unreachable && error?.endsRun == true)
        try await second.commit([Self.stored("c")])
        #expect(Set(try await second.names().values) == ["a", "c"])
    }

    @Test func `two that write at once never give one name to two documents`() async throws {
        _ = try await keeper().open(.exclusive)
        let writers = [try await keeper().open(.shared), try await keeper().open(.shared)]
        let refused = try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    do throws(StoreError) {
                        try await writers[number % 2].commit([
                            Self.stored("\(number)", as: "name \(number / 2)")
                        ])
                        return false
                    } catch {
                        guard error.code == .nameTaken else { throw error }
                        return true
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 20)
        let names = try await writers[0].names().values
        #expect(Set(names).count == 20 && names.count == 20)
    }

    @Test func `names that a worker of a former version recorded are met, too`() async throws {
        let library = try await keeper().open(.exclusive)
        try await library.commit((0..<70).map { Self.stored("\($0)", as: "Notes \($0).PDF") })
        try server.run("SET search_path = \(schema); UPDATE document SET collision_key = NULL")
        let found = try await library.names(meeting: ["notes 7.pdf", "NOTES 69.pdf", "new.pdf"])
        #expect(Set(found.names.values).isSuperset(of: ["Notes 69.PDF", "Notes 7.PDF"]))
        let again = try await library.names(meeting: ["notes 7.pdf"])
        #expect(Array(again.names.values) == ["Notes 7.PDF"])
    }

    @Test func `who follows the changes of several that write misses none`() async throws {
        _ = try await keeper().open(.exclusive)
        let (writers, follower) = (
            [
                try await keeper().open(.shared), try await keeper().open(.shared),
                try await keeper().open(.shared),
            ],
            try await keeper().open(.shared)
        )
        let seen = try await withThrowingTaskGroup(of: Set<ItemKey>.self) { group in
            for (place, writer) in writers.enumerated() {
                group.addTask {
                    for number in 0..<40 { try await writer.commit([Self.stored("\(place)-\(number)")]) }
                    return []
                }
            }
            group.addTask {
                var (number, seen) = (Int64(0), Set<ItemKey>())
                while seen.count < 120 {
                    let changes = try await follower.changes(since: number)
                    #expect(changes.number >= number)
                    number = changes.number
                    seen.formUnion(changes.items)
                    await Task.yield()
                }
                return seen
            }
            return try await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(seen.count == 120)
    }

    @Test func `who waits for a change is told of it, also after the server was away`() async throws {
        let server = try PostgreSQLServer()
        for round in 0..<2 {
            let writer = try await keeper(on: server).open(.exclusive)
            let reader = try await keeper(on: server).open(.shared)
            let before = try await reader.changes(since: .max).number
            // It would take longer than the test may.
            let waiting = Task { await reader.waitForChange(since: before, atMost: .seconds(3600)) }
            let writing = Task {
                for number in 0... {
                    try await writer.commit([Self.stored("\(round)-\(number)")])
                    await Task.yield()
                    if Task.isCancelled { break }
                }
            }
            await waiting.value
            writing.cancel()
            try await writing.value
            #expect(try await reader.changes(since: before).number > before)
            if round == 0 {
                try server.stop(.fast)
                try server.start()
            }
        }
    }

    @Test func `a wait ends when its time is over or its task is cancelled, also without a server`()
        async throws
    {
        let server = try PostgreSQLServer()
        let library = try await keeper(on: server).open(.exclusive)
        await library.waitForChange(since: .max, atMost: .milliseconds(10))
        let waiting = Task { await library.waitForChange(since: .max, atMost: .seconds(3600)) }
        waiting.cancel()
        await waiting.value
        try server.stop(.immediate)
        await library.waitForChange(since: .max, atMost: .milliseconds(10))
    }

    @Test func `several that begin one library at once make it once`() async throws {
        let identities = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<6 {
                let (keeper, address) = (keeper(), server.address)
                let place = PostgreSQLPlace(schema: schema, reader: "\(number)")
                group.addTask {
                    while true {
                        do throws(StoreError) {
                            _ = try await keeper.open(.exclusive)
                            break
                        } catch {
                            guard error.code == .busy else { throw error }
                        }
                    }
                    return try PostgreSQLLibrary(PostgreSQLAddress(address), place, .shared, holding: nil)
                        .identity
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(identities.count == 1 && identities.first != 0)
    }

    @Test func `a server that stops in the middle of commits leaves whole groups`() async throws {
        let server = try PostgreSQLServer()
        var done = 0
        for round in 0..<4 {
            let library = try await keeper(on: server).open(.exclusive)
            let first = done
            let writing = Task {
                var count = 0
                while count < 400 {
                    let group = (0..<3).map { Self.stored("\(first + count)-\($0)") }
                    do { try await library.commit(group) } catch { break }
                    count += 1
                }
                return count
            }
            // Some groups are recorded by then, and one is about to be.
            while try await keeper(on: server).open(.shared).names().count < 3 * (first + 2 + round) {
                await Task.yield()
            }
            try server.stop(.immediate)
            let count = await writing.value
            try server.start()
            let names = try await keeper(on: server).open(.shared).names().values
            let groups = Dictionary(grouping: names) { $0.prefix { $0 != "-" } }
            #expect(groups.values.allSatisfy { $0.count == 3 })
            // The last one may have been recorded without an answer.
            #expect([first + count, first + count + 1].contains(groups.count), "round \(round)")
            let pending = try await keeper(on: server).open(.shared).pendingPublications()
            #expect(pending.count == names.count)
            done = groups.count
        }
    }

    /// The records of a library in which a killed process has left two publications, opened by two workers.
    private func left() async throws -> (
        libraries: [any Library], workers: [QueueWorker], session: PostgreSQLSession
    ) {
        var killed: (any Library)? = try await keeper().open(.exclusive)
        try await killed?.commit([Self.stored("a"), Self.stored("b")])
        killed = nil
        let libraries = [try await keeper().open(.working), try await keeper().open(.working)]
        let session = try PostgreSQLSession(try PostgreSQLAddress(server.address), schema: schema)
        let rows = try session.run(
            """
            INSERT INTO queue_worker (name, place, report, until) SELECT 'w', n::text, '{}', 'infinity'
            FROM generate_series(1, 2) n RETURNING id
            """)
        return (libraries, rows.map { QueueWorker(number: $0.integer(0) ?? 0) }, session)
    }

    @Test func `what a killed worker left is finished by one of those who begin at once`() async throws {
        let (libraries, workers, _) = try await left()
        let claimed = try await libraries[0].claimPublications(for: workers[0])
        #expect(claimed.map(\.name) == ["a", "b"])
        #expect(try await libraries[1].claimPublications(for: workers[1]).isEmpty)
        #expect(try await libraries[0].claimPublications(for: workers[0]) == claimed)
    }

    @Test(arguments: [
        "UPDATE queue_worker SET until = statement_timestamp() WHERE place = '1'",
        "DELETE FROM queue_worker WHERE place = '1'",
        // An older worker notes its connection, which it still has when it sleeps.
        "UPDATE publication SET worker = -pid FROM pg_stat_activity",
    ])
    func `whoever finishes what another one left, and is no longer heard of, is replaced`(
        change: String
    ) async throws {
        let (libraries, workers, session) = try await left()
        let claimed = try await libraries[0].claimPublications(for: workers[0])
        #expect(claimed.count == 2)
        // The connection of the first one stays.
        _ = try session.run(change)
        #expect(try await libraries[1].claimPublications(for: workers[1]) == claimed)
        #expect(try await libraries[0].claimPublications(for: workers[0]).isEmpty)
    }

    @Test func `a worker that stores documents gets what another one left, once, and not its own`()
        async throws
    {
        let (libraries, workers, session) = try await left()
        for (library, worker) in zip(libraries, workers) {
            _ = try await library.claimPublications(for: worker)
        }
        try await libraries[1].commit([Self.stored("c")])
        #expect(try await libraries[1].claimLeftPublications(for: workers[1]).isEmpty)
        _ = try session.run("UPDATE queue_worker SET until = statement_timestamp() WHERE place = '1'")
        #expect(try await libraries[1].claimLeftPublications(for: workers[1]).map(\.name) == ["a", "b"])
        #expect(try await libraries[1].claimLeftPublications(for: workers[1]).isEmpty)
    }

    @Test func `whoever posts jobs knows what waits for a name, also while a worker gives it`() async throws {
        let (libraries, workers, _) = try await left()
        _ = try await libraries[0].claimPublications(for: workers[0])
        let beside = try await keeper().open(.joined)
        #expect(try await beside.pendingPublications().map(\.name) == ["a", "b"])
    }

    @Test func `whoever waits for a worker that is no longer heard of is told which it is, and what helps`()
        async throws
    {
        let (libraries, workers, session) = try await left()
        _ = try await libraries[1].claimPublications(for: workers[1])
        let before = await #expect(throws: StoreError.self) { try await keeper().open(.exclusive) }
        #expect(before?.isOfHolderAtWork == true)
        _ = try session.run("UPDATE queue_worker SET until = statement_timestamp() WHERE place = '2'")
        let late = await #expect(throws: StoreError.self) { try await keeper().open(.exclusive) }
        let reason = try #require(late?.reason)
        #expect(reason.contains("the worker w, last heard of at 2") && reason.contains(" UTC: "), "\(reason)")
        #expect(
            reason.contains("carrel worker \(workers[1].number) on ") && reason.hasSuffix("and 1 more"),
            "\(reason)")
        #expect(late?.remedy?.contains("SELECT pg_terminate_backend(") == true)
        // Both hold it until here.
        for library in libraries { _ = try await library.names() }
    }

    @Test func `what a worker corrects without a job is its own, too`() async throws {
        let (libraries, workers, _) = try await left()
        _ = try await libraries[0].claimPublications(for: workers[0])
        try await libraries[0].commit([Self.stored("c")])
        #expect(try await libraries[1].claimPublications(for: workers[1]).isEmpty)
        #expect(try await libraries[0].claimPublications(for: workers[0]).map(\.name) == ["a", "b", "c"])
    }

    // MARK: What is kept

    @Test func `whatever texts a catalogue has come back as they were, however long`() async throws {
        let library = try await keeper().open(.exclusive)
        let long = "http://x.example/" + String(repeating: "é", count: 4000)
        let location = long + "list"
        var items = [
            Item(title: "zero \0 in it", url: long + "1"),
            Item(title: String(repeating: "t", count: 100_000), url: long + "2"),
            Item(title: "a", url: "sha256:" + String(repeating: "0", count: 64)), Item(title: "\0", url: nil),
        ]
        items[0].details = [Detail("\0", "\0")]
        let catalog = Catalog(collections: [ItemCollection(id: long, title: "\0", items: items)])
        try await library.record(catalog, reading: Self.reading(location))
        #expect(try await library.catalog(at: location)?.collections == catalog.collections)
        let before = try await library.changes(since: 0).number
        try await library.record(catalog, reading: Self.reading(location))
        #expect(try await library.catalog(at: location)?.collections == catalog.collections)
        #expect(try await library.changes(since: before).items.isEmpty)
        let key = ItemKey(catalog: location, collection: long, item: items[1].id)
        try await library.commit([
            .stored(
                key, title: "t",
                StoredDocument(
                    name: long, size: 1, sha256: "00", mediaType: nil, validators: Validators(), url: long,
                    storedAt: .distantFuture),
                Publication(
                    document: StagedDocument(token: "t", digest: ContentDigest(size: .max, sha256: "")),
                    name: long))
        ])
        #expect(try await library.document(of: key)?.name == long)
        #expect(try await library.names() == [key: long])
        try await library.setIgnored(true, [key], patterns: [long])
        #expect(try await library.memory(of: location).ignored.items == [key])
        #expect(try await library.ignored().patterns == [long])
    }

    @Test func `each reader has views, marks and lists of their own`() async throws {
        let (one, other) = (try await keeper("one").open(.exclusive), try await keeper("other").open(.shared))
        try await one.commit([Self.stored("a")])
        try await one.recordView(of: Self.key("a"), at: Date(timeIntervalSince1970: 5))
        try await one.select(CollectionKey(catalog: "k", collection: "c"))
        try await one.remember(PrintedList(items: [1: Self.key("a")], date: .now), of: "tty")
        #expect(try await one.memory(of: Self.location).items[Self.key("a")]?.news == nil)
        #expect(try await other.memory(of: Self.location).items[Self.key("a")]?.news == .new)
        #expect(try await other.recentViews(limit: 5).isEmpty)
        #expect(try await other.selection() == nil)
        #expect(try await other.printedList(of: "tty", at: .now) == nil)
        try await one.setChosen(false, [CollectionKey(catalog: Self.location, collection: "C")])
        #expect(try await other.unchosenCollections(of: Self.location) == ["C"])
    }

    @Test func `two libraries of one database know nothing of each other`() async throws {
        try await keeper().open(.exclusive).commit([Self.stored("a")])
        let address = server.address
        let other = PostgreSQLKeeper(schema: PostgreSQLServer.newSchema(), reader: "r", cache: folder.url) {
            () throws(StoreError) in address
        }
        let library = try await other.open(.exclusive)
        #expect(try await library.names().isEmpty)
        try await library.commit([Self.stored("a")])
    }

    @Test(arguments: [LibraryAccess.exclusive, .joined])
    func `who writes and begins no library finds none, and makes none`(access: LibraryAccess) async throws {
        let error = await #expect(throws: StoreError.self) {
            try await keeper().open(access, begins: false)
        }
        #expect(error?.code == .notFound)
        #expect(try server.run("SELECT count(*) FROM pg_namespace WHERE nspname = '\(schema)'") == "0")
        let first = try await keeper().open(.joined)
        let second = try await keeper().open(.joined, begins: false)
        #expect(try await first.locations().isEmpty)
        #expect(try await second.locations().isEmpty)
    }

    @Test func `a library that is only looked at is not made`() async throws {
        #expect(try await keeper().open(.shared).names().isEmpty)
        let error = await #expect(throws: StoreError.self) { try await keeper().openIndex(.none) }
        #expect(error?.code == .notFound)
        let looking = try await keeper().open(.shared)
        let forgotten = await #expect(throws: StoreError.self) {
            try await looking.setIgnored(true, [], patterns: ["*.zip"])
        }
        #expect(forgotten?.code == .notFound)
        #expect(try server.run("SELECT count(*) FROM pg_namespace WHERE nspname = '\(schema)'") == "0")
    }

    @Test func `who looked before there was a library sees it once somebody has made it`() async throws {
        let server = try PostgreSQLServer()
        let early = try await keeper(on: server).open(.shared)
        #expect(try await early.names().isEmpty)
        try server.stop(.fast)
        try server.start()
        #expect(try await early.names().isEmpty)
        #expect(try await early.changes(since: 0).number == 0)
        try await keeper(on: server).open(.exclusive).commit([Self.stored("a")])
        #expect(try await early.changes(since: 0).items == [Self.key("a")])
        #expect(Set(try await early.names().values) == ["a"])
        try server.stop(.fast)
        try server.start()
        #expect(Set(try await early.names().values) == ["a"])
    }

    @Test func `a schema that somebody made for the library is taken, and one of a newer Carrel is left`()
        async throws
    {
        try server.run("CREATE SCHEMA \(schema)")
        try await keeper().open(.exclusive).commit([Self.stored("a")])
        try server.run("UPDATE \(schema).version SET number = 99")
        for access in [LibraryAccess.exclusive, .shared] {
            let error = await #expect(throws: StoreError.self) { try await keeper().open(access) }
            #expect(error?.code == .database && error?.remedy?.contains("newer") == true)
        }
    }

    @Test(arguments: ["item", "version"])
    func `a schema with tables of somebody else is refused, with what to do`(table: String) async throws {
        try server.run("CREATE SCHEMA \(schema)")
        try server.run("CREATE TABLE \(schema).\(table) (a int)")
        let error = await #expect(throws: StoreError.self) { try await keeper().open(.exclusive) }
        #expect(error?.code == .foreign && error?.remedy == "Choose another library.schema")
    }

    @Test func `a schema may be called as a word of SQL is`() async throws {
        let address = server.address
        let keeper = PostgreSQLKeeper(schema: "user", reader: "r", cache: folder.url) {
            () throws(StoreError) in address
        }
        try await keeper.open(.exclusive).commit([Self.stored("a")])
        #expect(Set(try await keeper.open(.shared).names().values) == ["a"])
    }

    @Test func `a database that is not of UTF8 gets no library`() async throws {
        try server.run("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let address = server.address.replacing("dbname=postgres", with: "dbname=latin")
        let keeper = PostgreSQLKeeper(schema: schema, reader: "r", cache: folder.url) {
            () throws(StoreError) in address
        }
        let error = await #expect(throws: StoreError.self) { try await keeper.open(.exclusive) }
        #expect(error?.remedy?.contains("createdb --encoding=UTF8") == true)
    }

    @Test func `the index is in the library's folder, else in the cache, and follows its own records`()
        async throws
    {
        _ = try await keeper().open(.exclusive)
        try await keeper().openIndex(.none).update([], removing: [], position: 7)
        #expect(try await keeper().openIndex(.none).position() == 7)
        #expect(folder.names("cache/carrel").allSatisfy { $0.hasPrefix("index-") })
        let root = folder.url.appending(path: "library")
        _ = try await keeper(root: root).open(.exclusive)
        try await keeper(root: root).openIndex(.none).update([], removing: [], position: 8)
        #expect(FileManager.default.fileExists(atPath: root.path + "/.carrel/index.sqlite"))
        try server.run("DROP SCHEMA \(schema) CASCADE")
        _ = try await keeper(root: root).open(.exclusive)
        #expect(try await keeper(root: root).openIndex(.none).position() == 0)
    }

    @Test func `rows that belong to nothing are found`() async throws {
        let library = try await keeper().open(.exclusive)
        try await library.commit([Self.stored("a")])
        #expect(try await library.damage() == nil)
        try server.run("SET session_replication_role = replica; DELETE FROM \(schema).item")
        #expect(try await library.damage()?.contains("document") == true)
    }
}

/// Takes a library's folder as another process would.
private enum LockedFolderProbe {
    static func take(_ root: URL) throws {
        try TestProgram.run(["flock", "-n", "-x", root.appending(path: ".carrel/lock").path, "true"])
    }
}
