import CarrelBasics
import CarrelFiles
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import SQLiteKeeping
import Testing

/// What becomes of records where calls to their disk fail.
@Suite(.timeLimit(.minutes(1))) struct FailingRecordsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Opens the library while the so-manieth look at its database fails; `nil` if it cannot be opened.
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
}
