import CarrelStages
import CarrelTesting
import Foundation
import SQLiteKeeping
import Testing

@Suite(.timeLimit(.minutes(1))) struct IndexConformanceTests {
    @Test(arguments: IndexConformance.checks)
    func `sqlite keeps the promises of an index`(check: ConformanceCheck<any DocumentIndex>) async throws {
        let folder = try TemporaryFolder()
        _ = try await SQLiteKeeper(root: folder.url).open(.exclusive)
        let index = try await SQLiteKeeper(root: folder.url).openIndex(.none)
        try await check.run { index }
    }

    @Test(arguments: IndexConformance.checks)
    func `memory keeps the promises of an index`(check: ConformanceCheck<any DocumentIndex>) async throws {
        let index = try await MemoryKeeper().openIndex(.none)
        try await check.run { index }
    }

    @Test func `an index that is damaged, or divides words otherwise, is made anew`() async throws {
        let folder = try TemporaryFolder()
        let keeper = SQLiteKeeper(root: folder.url)
        _ = try await keeper.open(.exclusive)
        func number(_ stemming: IndexStemming) async throws -> Int64 {
            try await keeper.openIndex(stemming).position()
        }
        try await keeper.openIndex(.none).update([], removing: [], position: 7)
        #expect(try await number(.none) == 7)
        #expect(try await number(.english) == 0)
        let file = folder.url.appending(path: ".carrel/index.sqlite")
        for name in ["index.sqlite-wal", "index.sqlite-shm"] {
            try? FileManager.default.removeItem(at: folder.url.appending(path: ".carrel/\(name)"))
        }
        try Data(repeating: 0x41, count: 10_000).write(to: file)
        #expect(try await number(.english) == 0)
    }

    @Test func `an index beside records that are not those it followed begins anew`() async throws {
        let folder = try TemporaryFolder()
        _ = try await SQLiteKeeper(root: folder.url).open(.exclusive)
        try await SQLiteKeeper(root: folder.url).openIndex(.none).update([], removing: [], position: 7)
        let records = folder.url.appending(path: ".carrel/library.sqlite")
        let copied = folder.url.appending(path: ".carrel/other.sqlite")
        try FileManager.default.copyItem(at: records, to: copied)
        try FileManager.default.removeItem(at: records)
        try FileManager.default.moveItem(at: copied, to: records)
        #expect(try await SQLiteKeeper(root: folder.url).openIndex(.none).position() == 0)

        try await SQLiteKeeper(root: folder.url).openIndex(.none).update([], removing: [], position: 7)
        try FileManager.default.removeItem(at: records)
        _ = try await SQLiteKeeper(root: folder.url).open(.exclusive)
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/.carrel/index.sqlite"))
    }

    @Test func `without a library there is no index, and nothing is made`() async throws {
        let folder = try TemporaryFolder()
        let error = await #expect(throws: StoreError.self) {
            try await SQLiteKeeper(root: folder.url).openIndex(.none)
        }
        #expect(error?.code == .notFound)
        #expect(folder.names(".carrel") == [])
    }
}
