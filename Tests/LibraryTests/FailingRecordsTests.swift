import CarrelBasics
import CarrelFiles
import CarrelHTTP
import CarrelModel
import CarrelSQLite
import CarrelStages
import CarrelTesting
import Foundation
import SQLiteKeeping
import Testing

/// What becomes of records where calls to their disk fail.
@Suite(.timeLimit(.minutes(1))) struct FailingRecordsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Opens the library while the n-th look at its database fails; `nil` if it cannot be opened.
    private func open(_ access: LibraryAccess, failingAt number: Int) -> SQLiteLibrary? {
        let looks = Locked(0)
        let failing: SystemFaults.Failing = { _, path in
            guard path.hasSuffix("/library.sqlite") else { return nil }
            let count = looks.withLock { looks in
                looks += 1
                return looks
            }
            return count == number ? EIO : nil
        }
        return SystemFaults.failing.withValue(failing) {
            try? SQLiteLibrary(root: folder.url, access: access)
        }
    }

    @Test(arguments: [LibraryAccess.exclusive, .shared], 1...10)
    func `whichever look at the records fails, they are not begun anew, and do not seem empty`(
        access: LibraryAccess, number: Int
    ) async throws {
        do {
            try await SQLiteLibrary(root: folder.url, access: .exclusive).record(
                Catalog(collections: [ItemCollection(id: "C1", title: "One")]),
                reading: CatalogReading(
                    location: "here", validators: Validators(), fingerprint: "f", date: .now))
        }
        if let library = open(access, failingAt: number) {
            #expect(try await library.locations() == ["here"])
        }
        #expect(try await SQLiteLibrary(root: folder.url, access: .shared).locations() == ["here"])
    }

    #if os(Linux)
    /// Has every further read of an open file fail with EIO, as reads of a process' first page do.
    private func breakReads(of path: String) throws {
        let memory = Foundation.open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        defer { close(memory) }
        var file = stat()
        let isFound = stat(path, &file) == 0
        try #require(memory >= 0 && isFound)
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            var open = stat()
            guard let number = Int32(name), fstat(number, &open) == 0, open.st_dev == file.st_dev,
                open.st_ino == file.st_ino
            else { continue }
            #expect(dup2(memory, number) == number)
        }
    }

    @Test func `a database that cannot be read is not called damaged`() throws {
        let path = folder.url.resolvingSymlinksInPath().path + "/records"
        do {
            let database = try Database(path: path, mode: .writing)
            try database.execute("CREATE TABLE lines (line)")
            try database.execute(
                """
                WITH RECURSIVE counted (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < 500)
                INSERT INTO lines SELECT hex(zeroblob(400)) FROM counted
                """)
        }
        let database = try Database(path: path, mode: .existing)
        try database.execute("BEGIN; SELECT count(*) FROM sqlite_schema")
        try breakReads(of: path)
        do throws(StoreError) {
            _ = try database.rows("SELECT sum(length(line)) FROM lines") { $0.integer(0) }
            Issue.record("it was read")
        } catch {
            #expect(error.code == .system && error.reason.contains("Input/output error"), "\(error)")
            #expect(error.remedy?.contains("mv ") == false)
        }
    }

    @Test func `a database that cannot be opened says why`() throws {
        let path = folder.url.resolvingSymlinksInPath().path + "/none/records"
        do throws(StoreError) {
            _ = try Database(path: path, mode: .existing)
            Issue.record("it was opened")
        } catch {
            #expect(error.reason == "the database could not be opened: No such file or directory")
        }
    }
    #endif
}
