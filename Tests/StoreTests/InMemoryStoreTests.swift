import CarrelStages
import CarrelTesting
import DirectoryStoring
import Foundation
import Testing

/// The stores of the tests keep the promises, too, whichever parts they have.
@Suite(.timeLimit(.minutes(1))) struct InMemoryStoreTests {
    private static let partial: Set<StorePart> = [.partials]

    @Test(arguments: StoreConformance.checks(for: StorePart.all))
    func `memory keeps the stores' promises`(check: ConformanceCheck<any Store>) async throws {
        try await check.run { InMemoryStore() }
    }

    @Test(arguments: StoreConformance.checks(for: []))
    func `memory without any part keeps the promises of every store`(check: ConformanceCheck<any Store>)
        async throws
    {
        try await check.run { InMemoryStore([]) }
    }

    @Test(arguments: StoreConformance.checks(for: StorePart.all))
    func `a store that may crash has the parts of the one that it wraps`(check: ConformanceCheck<any Store>)
        async throws
    {
        try await check.run { CrashingStore(InMemoryStore(), CrashScript(at: .max)) }
    }

    @Test(arguments: StoreConformance.checks(for: partial))
    func `a store that may crash has no part that the one it wraps lacks`(check: ConformanceCheck<any Store>)
        async throws
    {
        try await check.run { CrashingStore(InMemoryStore(Self.partial), CrashScript(at: .max)) }
    }

    // MARK: Copies

    private func stored() async throws -> InMemoryStore {
        let store = InMemoryStore()
        store.tamper(with: "a.txt", content: Array("abc".utf8))
        return store
    }

    private func exists(_ file: URL) -> Bool {
        FileManager.default.fileExists(atPath: file.path)
            || FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path)
    }

    @Test func `a lent copy is there while the closure runs, and taken back afterwards`() async throws {
        let copy = try await stored().withFile(named: "a.txt") { file in
            let content = try Data(contentsOf: file)
            #expect(content == Data("abc".utf8))
            return file
        }.get()
        #expect(copy.lastPathComponent == "a.txt" && !exists(copy))
    }

    @Test func `a lent copy is taken back from who fails`() async throws {
        struct Failure: Error { let copy: URL }
        let result = try await stored().withFile(named: "a.txt") { file throws(Failure) in
            #expect(exists(file))
            throw Failure(copy: file)
        }
        let failure = try #require(throws: Failure.self) { try result.get() }
        #expect(!exists(failure.copy))
    }

    @Test func `a lent copy is taken back from who is cancelled`() async throws {
        let store = try await stored()
        let lent = Recorder<URL>()
        let task = Task {
            try await store.withFile(named: "a.txt") { file in
                lent.append(file)
                try await Task.sleep(for: .seconds(3600))
            }.get()
        }
        let copy = try #require(try await lent.wait(atLeast: 1).first)
        #expect(exists(copy))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!exists(copy))
    }
}
