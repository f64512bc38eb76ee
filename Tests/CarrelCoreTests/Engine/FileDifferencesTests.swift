import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// What is found of files that differ from their records.
@Suite struct FileDifferencesTests {
    private let store = InMemoryStore()
    private let now = Date(timeIntervalSince1970: 1_000_000)

    private func file(_ name: String, time: FileTime? = nil) -> DocumentFile {
        DocumentFile(
            key: ItemKey(catalog: "c", collection: "C1", item: name), name: name, size: 1, time: time,
            storedAt: now)
    }

    @Test func `files are missing, touched, or as they were`() async throws {
        store.edit("same", content: [1])
        store.edit("touched", content: [2])
        let time = try #require(store.entries(of: ["same"])["same"]?.fileTime)
        var differences = FileDifferences()
        try await differences.add(
            [file("same", time: time), file("touched", time: FileTime(nanoseconds: 1)), file("gone")],
            in: store)
        #expect(differences.missing.map(\.name) == ["gone"])
        #expect(differences.touched.map(\.key.item) == ["touched"])
    }

    @Test func `a file of another size is touched, although it was written in the same moment`() async throws
    {
        store.edit("other", content: [1, 2])
        let time = try #require(store.entries(of: ["other"])["other"]?.fileTime)
        var differences = FileDifferences()
        try await differences.add([file("other", time: time)], in: store)
        #expect(differences.touched.map(\.entry.size) == [2])
    }

    @Test func `a file that was missing is looked at once more, unless it no longer counts`() async throws {
        var differences = FileDifferences()
        try await differences.add(["late", "gone", "another's"].map { file($0) }, in: store)
        store.edit("late", content: [1])
        try await differences.lookAgain(in: store) { $0.item != "another's" }
        #expect(differences.missing.map(\.name) == ["gone"])
    }
}
