import CarrelCore
import SQLiteKeeping
import CarrelTesting
import Foundation
import Testing

/// What is said of whole catalogues and their collections.
extension SQLiteLibraryTests {
    @Test func `collections that were left out stay left out, also while they are not listed`() async throws {
        let library = try open()
        try await library.record(catalog, reading: reading)
        let keys = ["C1", "C2"].map { CollectionKey(catalog: "here", collection: $0) }
        try await library.setChosen(false, keys)
        try await library.setChosen(false, keys)
        try await library.setChosen(true, [keys[0]])
        var smaller = catalog
        smaller.sections.removeLast()
        try await library.record(smaller, reading: reading)
        #expect(try await library.unchosenCollections(of: "here") == ["C2"])
        #expect(try await library.unchosenCollections(of: "there").isEmpty)
    }

    @Test func `a catalogue that is forgotten leaves nothing, and others as they are`() async throws {
        let library = try open()
        var other = reading
        other.location = "there"
        for reading in [reading, other] { try await library.record(catalog, reading: reading) }
        let keys = ["here", "there"].map { CollectionKey(catalog: $0, collection: "C1") }
        try await library.setChosen(false, keys)
        try await library.select(keys[0])
        let item = try #require(catalog.collections.first?.items.first)
        for key in keys {
            let key = ItemKey(catalog: key.catalog, collection: "C1", item: item.id)
            let attempt = Attempt(
                key: key, date: Date(), action: .download, outcome: .failed, status: 404, bytes: 0, url: "u",
                reason: "gone")
            try await library.commit([.attempt(attempt, updateAvailable: false)])
            try await library.recordView(of: key, at: Date())
        }
        try await library.forget("here")
        #expect(try await library.locations() == ["there"])
        #expect(try await library.catalog(at: "here") == nil)
        #expect(try await library.selection() == nil)
        #expect(try await library.memory(of: "here").items.isEmpty)
        #expect(try await library.unchosenCollections(of: "here").isEmpty)
        #expect(try await library.unchosenCollections(of: "there") == ["C1"])
        #expect(try await library.recentViews(limit: 9).map(\.key.catalog) == ["there"])
        #expect(try await library.memory(of: "there").items.count == 1)
        try await library.forget("nowhere")
        try await library.record(catalog, reading: reading)
        #expect(try await library.catalog(at: "here") == catalog)
    }
}
