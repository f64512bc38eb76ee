import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import SQLiteKeeping
import Testing

@Suite(.timeLimit(.minutes(1))) struct LibraryConformanceTests {
    @Test(arguments: LibraryConformance.checks)
    func `sqlite keeps the promises of a library`(check: ConformanceCheck<LibraryTestbed>) async throws {
        let folder = try TemporaryFolder()
        try await check.run { LibraryTestbed { SQLiteKeeper(root: folder.url) } }
    }

    @Test func `a library that was taken away is not begun anew, and goes on when it is back`() async throws {
        let folder = try TemporaryFolder()
        let (root, away) = (folder.url.appending(path: "library"), folder.url.appending(path: "away"))
        let keeper = SQLiteKeeper(root: root)
        // One that was never there is begun.
        _ = try await keeper.open(.shared)
        try await keeper.open(.exclusive).select(CollectionKey(catalog: "here", collection: "C1"))
        try FileManager.default.moveItem(at: root, to: away)
        for access in [LibraryAccess.exclusive, .shared] {
            let error = await #expect(throws: StoreError.self) { try await keeper.open(access) }
            #expect(error?.code == .gone && error?.subject == root.path && error?.endsRun == true)
        }
        #expect(!FileManager.default.fileExists(atPath: root.path))
        try FileManager.default.moveItem(at: away, to: root)
        #expect(try await keeper.open(.shared).selection()?.collection == "C1")
        #expect(try await keeper.open(.exclusive).selection()?.collection == "C1")
    }

    @Test func `another library in the place of one that was seen is not taken for that`() async throws {
        let folder = try TemporaryFolder()
        let (root, away) = (folder.url.appending(path: "library"), folder.url.appending(path: "away"))
        let keeper = SQLiteKeeper(root: root)
        try await keeper.open(.exclusive).select(CollectionKey(catalog: "here", collection: "C1"))
        try FileManager.default.copyItem(at: root, to: away)
        // The number of the folder is free for another one.
        try FileManager.default.removeItem(at: root)
        try FileManager.default.moveItem(at: away, to: root)
        for access in [LibraryAccess.exclusive, .shared] {
            let error = await #expect(throws: StoreError.self) { try await keeper.open(access) }
            #expect(error?.code == .gone && error?.subject == root.path)
        }
        #expect(try await SQLiteKeeper(root: root).open(.exclusive).selection()?.collection == "C1")
    }

    @Test func `who begins no library finds none, and makes nothing in its place`() async throws {
        let folder = try TemporaryFolder()
        let root = folder.url.appending(path: "library")
        let keeper = SQLiteKeeper(root: root)
        let error = await #expect(throws: StoreError.self) {
            try await keeper.open(.exclusive, begins: false)
        }
        #expect(error?.code == .notFound && error?.subject == root.path)
        #expect(!FileManager.default.fileExists(atPath: root.path))
        try await keeper.open(.exclusive).select(CollectionKey(catalog: "here", collection: "C1"))
        #expect(try await keeper.open(.exclusive, begins: false).selection()?.collection == "C1")
    }

    @Test(arguments: LibraryConformance.checks)
    func `memory keeps the promises of a library`(check: ConformanceCheck<LibraryTestbed>) async throws {
        let keeper = MemoryKeeper()
        try await check.run { LibraryTestbed { keeper } }
    }
}

@Suite(.timeLimit(.minutes(1))) struct MemoryKeeperTests {
    @Test func `memory holds the library's folder and writes no records there`() async throws {
        let folder = try TemporaryFolder()
        let library = try await MemoryKeeper(root: folder.url).open(.exclusive)
        try await library.select(CollectionKey(catalog: "here", collection: "C1"))
        #expect(folder.names(".carrel") == ["lock"])
        let error = await #expect(throws: StoreError.self) {
            try await SQLiteKeeper(root: folder.url).open(.exclusive)
        }
        #expect(error?.code == .busy)
        #expect(try await library.selection()?.collection == "C1")
    }

    @Test func `one memory knows nothing of another`() async throws {
        let library = try await MemoryKeeper().open(.exclusive)
        try await library.select(CollectionKey(catalog: "here", collection: "C1"))
        #expect(try await MemoryKeeper().open(.exclusive).selection() == nil)
        #expect(try await SQLiteLibrary.inMemory().selection() == nil)
    }
}
