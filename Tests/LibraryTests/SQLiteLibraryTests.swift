import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelSQLite
import CarrelStages
import CarrelTesting
import Foundation
import SQLiteKeeping
import Testing

/// What is SQLite's own, beside the promises of a library.
@Suite(.timeLimit(.minutes(1))) struct SQLiteLibraryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ access: LibraryAccess = .exclusive) throws(StoreError) -> SQLiteLibrary {
        try SQLiteLibrary(root: folder.url, access: access)
    }

    @Test(arguments: 1...4) func `the newest fifty attempts are kept, and few more, of however many items`(
        count: Int
    ) async throws {
        let library = try open()
        let attempts = (0..<count).map { number in
            Attempt(
                key: ItemKey(catalog: "here", collection: "C1", item: "\(number)"), date: .now,
                action: .download, outcome: .failed, status: 404, bytes: 0, url: "u")
        }
        for _ in 0..<200 {
            try await library.commit(attempts.map { .attempt($0, updateAvailable: false) })
        }
        for attempt in attempts {
            #expect((50..<120).contains(try await library.attempts(for: attempt.key, limit: 200).count))
        }
    }

    @Test func `a database that takes the place of an open one is noticed`() throws {
        #expect(try open(.shared).isInPlace)
        var writer: SQLiteLibrary? = try open()
        let reader = try open(.shared)
        #expect(writer?.isInPlace == true && reader.isInPlace)
        writer = nil
        let database = folder.url.appending(path: ".carrel/library.sqlite")
        let other = folder.url.appending(path: "other")
        try FileManager.default.copyItem(at: database, to: other)
        #expect(reader.isInPlace)
        try FileManager.default.removeItem(at: database)
        #expect(!reader.isInPlace)
        try FileManager.default.moveItem(at: other, to: database)
        #expect(try !reader.isInPlace && open(.shared).isInPlace)
    }

    @Test func `one process holds the library, others may look`() async throws {
        let holder = try open()
        do throws(StoreError) {
            _ = try open()
            Issue.record("taken twice")
        } catch {
            #expect(error.code == .busy)
            #expect(error.description.contains("another process is using the library"))
        }
        #expect(try await open(.shared).locations() == holder.locations())
    }

    @Test func `a library that does not exist is empty to look at, and nothing is created`() async throws {
        let root = folder.url.appending(path: "none")
        let library = try SQLiteLibrary(root: root, access: .shared)
        #expect(try await library.locations().isEmpty && !library.isThere)
        #expect(!FileManager.default.fileExists(atPath: root.path))
        // As a process leaves it for a moment that begins one.
        try FileManager.default.createDirectory(
            at: root.appending(path: ".carrel"), withIntermediateDirectories: true)
        #expect(try !SQLiteLibrary(root: root, access: .shared).isThere)
        try Data().write(to: root.appending(path: ".carrel/library.sqlite"))
        #expect(try !SQLiteLibrary(root: root, access: .shared).isThere)
        #expect(try SQLiteLibrary(root: root, access: .exclusive).isThere)
        #expect(try SQLiteLibrary(root: root, access: .shared).isThere)
    }

    @Test func `a file that is no database is an error with a remedy`() async throws {
        try folder.write(".carrel/library.sqlite", String(repeating: "not a database ", count: 1000))
        do throws(StoreError) {
            _ = try open()
            Issue.record("opened")
        } catch {
            #expect(error.code == .database && error.remedy != nil)
        }
    }

    /// Records a catalogue.
    private func record(_ location: String, in library: SQLiteLibrary) async throws {
        try await library.record(
            Catalog(collections: [ItemCollection(id: "C1", title: "One")]),
            reading: CatalogReading(
                location: location, validators: Validators(), fingerprint: "f", date: .now))
    }

    private func file(_ name: String) -> String { folder.url.appending(path: ".carrel/\(name)").path }

    @Test func `records that are damaged and moved away are those of the copy again`() async throws {
        do {
            let library = try open()
            try await library.keepCopy(unlessYoungerThan: .seconds(24 * 3600))
            #expect(!FileManager.default.fileExists(atPath: file("library.copy")), "there is nothing to keep")
            try await record("here", in: library)
            try await library.keepCopy(unlessYoungerThan: .seconds(24 * 3600))
            try await record("there", in: library)
            // New enough: what came since is not in it.
            try await library.keepCopy(unlessYoungerThan: .seconds(24 * 3600))
        }
        let mode = try FileManager.default.attributesOfItem(atPath: file("library.copy"))[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try folder.write(".carrel/library.sqlite", String(repeating: "not a database ", count: 1000))
        do throws(StoreError) {
            _ = try open()
            Issue.record("opened")
        } catch {
            #expect(error.code == .database && error.remedy?.contains("mv ") == true)
        }
        #expect(rename(file("library.sqlite"), file("library.sqlite.damaged")) == 0)
        // What SQLite kept beside it is not the new one's.
        try folder.write(".carrel/library.sqlite-wal", "of the one that was moved away")
        let library = try open()
        #expect(try await library.locations() == ["here"])
        try await record("again", in: library)
        #expect(try await library.locations().count == 2)
    }

    @Test func `a copy that is old is replaced`() async throws {
        let library = try open()
        try await record("here", in: library)
        try await library.keepCopy(unlessYoungerThan: .seconds(24 * 3600))
        let copy = try Data(contentsOf: URL(filePath: file("library.copy")))
        try await record("there", in: library)
        try makeCopyOld()
        try await library.keepCopy(unlessYoungerThan: .seconds(24 * 3600))
        #expect(try Data(contentsOf: URL(filePath: file("library.copy"))) != copy)
        #expect(try filesOfCopies() == ["library.copy"])
    }

    @Test func `a copy has all that is recorded while somebody reads what was before`() async throws {
        do {
            let library = try open()
            try await record("here", in: library)
            // Keeps what comes from now on in the log alone.
            let reader = try Database(path: file("library.sqlite"), mode: .existing)
            try reader.execute("BEGIN")
            let count = try reader.rows("SELECT count(*) FROM sqlite_schema") { $0.integer(0) ?? 0 }
            #expect(count.first ?? 0 > 0)
            try await record("there", in: library)
            try await library.keepCopy(unlessYoungerThan: .seconds(24 * 3600))
            try reader.execute("COMMIT")
        }
        #expect(rename(file("library.sqlite"), file("library.sqlite.damaged")) == 0)
        #expect(Set(try await open().locations()) == ["here", "there"])
    }

    @Test func `a copy is made while somebody else is about to write`() async throws {
        do {
            let library = try open()
            try await record("here", in: library)
            let writer = try Database(path: file("library.sqlite"), mode: .existing)
            try writer.execute("BEGIN IMMEDIATE")
            try writer.execute("DELETE FROM collection")
            try await library.keepCopy(unlessYoungerThan: .seconds(24 * 3600))
            try writer.execute("ROLLBACK")
        }
        #expect(rename(file("library.sqlite"), file("library.sqlite.damaged")) == 0)
        #expect(try await open().locations() == ["here"])
    }

    @Test func `a copy stays where the records are damaged by now`() async throws {
        do {
            let library = try open()
            try await recordMany(in: library)
            try await library.keepCopy(unlessYoungerThan: .seconds(24 * 3600))
        }
        let copy = try Data(contentsOf: URL(filePath: file("library.copy")))
        try makeCopyOld()
        try damageRecords()
        let library = try open()
        await #expect(throws: StoreError.self) {
            try await library.keepCopy(unlessYoungerThan: .seconds(24 * 3600))
        }
        #expect(try Data(contentsOf: URL(filePath: file("library.copy"))) == copy)
        #expect(try filesOfCopies() == ["library.copy"])
    }

    @Test func `damaged records have no first copy either`() async throws {
        try await recordMany(in: try open())
        try damageRecords()
        let library = try open()
        await #expect(throws: StoreError.self) {
            try await library.keepCopy(unlessYoungerThan: .seconds(24 * 3600))
        }
        #expect(try filesOfCopies().isEmpty)
    }

    private func recordMany(in library: SQLiteLibrary) async throws {
        for number in 0..<200 {
            try await record("\(number)-" + String(repeating: "x", count: 500), in: library)
        }
    }

    /// Overwrites the second half of the database.
    private func damageRecords() throws {
        var records = try Data(contentsOf: URL(filePath: file("library.sqlite")))
        records.replaceSubrange(
            records.count / 2..<records.count,
            with: Data(repeating: 0xAB, count: records.count - records.count / 2))
        try records.write(to: URL(filePath: file("library.sqlite")))
    }

    private func makeCopyOld() throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -25 * 3600)], ofItemAtPath: file("library.copy"))
    }

    /// The copy and what SQLite might leave beside it.
    private func filesOfCopies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file("")).filter { $0.hasPrefix("library.copy") }
    }

    @Test func `however many failures somebody wrote of a catalogue, one more can be counted`() async throws {
        let library = try open()
        try await library.note(CatalogVisit(location: "here", date: .now, failures: .max))
        #expect(try await library.visits().map { $0.failures < .max } == [true])
    }

    @Test(arguments: [(99, "Use the newer Carrel"), (-1, "Move it away")] as [(Int32, String)])
    func `a library of a newer Carrel, or of a version that there cannot be, is left alone`(
        version: Int32, remedy: String
    ) async throws {
        do { _ = try open() }
        let path = folder.url.appending(path: ".carrel/library.sqlite").path
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        // The user version is a big-endian number at offset 60 of the file format's header.
        try handle.seek(toOffset: 60)
        try handle.write(contentsOf: withUnsafeBytes(of: version.bigEndian) { Data($0) })
        try handle.close()
        do throws(StoreError) {
            _ = try open()
            Issue.record("opened")
        } catch {
            #expect(error.code == .database && error.reason.contains("version \(version)"))
            #expect(error.remedy?.hasPrefix(remedy) == true)
        }
    }

    @Test func `nothing is recorded in a library that was taken away or exchanged while it was held`()
        async throws
    {
        let root = folder.url.appending(path: "library")
        let away = folder.url.appending(path: "away")
        let library = try SQLiteLibrary(root: root, access: .exclusive)
        let key = ItemKey(catalog: "here", collection: "C1", item: "1")
        let attempt = Attempt(
            key: key, date: .now, action: .download, outcome: .failed, status: 404, bytes: 0, url: "u")
        try await library.commit([.attempt(attempt, updateAvailable: false)])
        try FileManager.default.moveItem(at: root, to: away)
        func refuses() async {
            do throws(StoreError) {
                try await library.commit([.attempt(attempt, updateAvailable: false)])
                Issue.record("recorded")
            } catch {
                #expect(error == .gone(root.path))
            }
        }
        await refuses()
        #expect(!FileManager.default.fileExists(atPath: root.path))
        let other = try SQLiteLibrary(root: root, access: .exclusive)
        await refuses()
        #expect(try await other.attempts(for: key, limit: 9).isEmpty)
        #expect(try await library.attempts(for: key, limit: 9).count == 1)
    }

    @Test(arguments: ["lock", "library.sqlite"], [false, true])
    func `nothing is recorded once somebody has removed or renamed the lock or the database`(
        file: String, isRenamed: Bool
    ) async throws {
        let library = try SQLiteLibrary(root: folder.url, access: .exclusive)
        let chosen = CollectionKey(catalog: "here", collection: "C1")
        try await library.select(chosen)
        let path = folder.url.appending(path: ".carrel/\(file)").path
        let files = FileManager.default
        try isRenamed ? files.moveItem(atPath: path, toPath: path + ".old") : files.removeItem(atPath: path)
        let attempt = Attempt(
            key: ItemKey(catalog: "here", collection: "C1", item: "1"), date: .now, action: .download,
            outcome: .failed, status: 404, bytes: 0, url: "u")
        let error = await #expect(throws: StoreError.self) {
            try await library.commit([.attempt(attempt, updateAvailable: false)])
        }
        #expect(error?.code == .foreign && error?.endsRun == true)
        #expect(error?.subject.hasSuffix(".carrel/\(file)") == true, "\(error?.subject ?? "")")
    }
}
