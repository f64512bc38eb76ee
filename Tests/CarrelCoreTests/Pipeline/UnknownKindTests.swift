import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Catalogues that a Carrel read which did not record of what kind they are.
@Suite(.timeLimit(.minutes(1))) struct UnknownKindTests {
    @Test func `an unchanged catalogue is read whole once, so that its kind is known`() async throws {
        let harness = try PipelineHarness("= C1\nLater")
        let location = harness.source.location
        _ = try await harness.pipeline.sync()
        var reading = try #require(try await harness.library.reading(of: location))
        let catalog = try #require(try await harness.library.catalog(at: location))
        reading.parser = nil
        try await harness.library.record(catalog, reading: reading)
        for _ in 0..<2 { _ = try await harness.pipeline.sync() }
        #expect(try await harness.library.reading(of: location)?.parser == "lines")
        #expect(harness.events.lines.count { $0 == "catalogue unchanged" } == 1)
    }

    @Test func `and so is the list behind a collection`() async throws {
        var harness = try PipelineHarness("= C1")
        let list = FixedSource("= P\nOne | http://x.example/1", location: "http://x.example/list")
        harness.pipeline.parsers.furtherURL = "/list/{collection}"
        harness.pipeline.furtherSource = {
            (_: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) in list
        }
        _ = try await harness.pipeline.sync()
        let key = CollectionKey(catalog: harness.source.location, collection: "C1")
        let collection = try #require(try await harness.library.collection(key))
        try await harness.pipeline.open(collection, of: key.catalog)
        var reading = try #require(try await harness.library.furtherReading(of: key))
        #expect(reading.parser == "lines")
        let items = try #require(try await harness.library.collection(key)).items
        reading.parser = nil
        try await harness.library.record(items, of: key, reading: reading)
        try await harness.pipeline.open(collection, of: key.catalog, refreshes: true)
        #expect(try await harness.library.furtherReading(of: key)?.parser == "lines")
    }
}
