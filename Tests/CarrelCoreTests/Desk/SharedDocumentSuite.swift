import CarrelModel
import CarrelStages
import CarrelTesting

@testable import CarrelCore

/// What tests of a document that two catalogues list begin with.
class SharedDocumentSuite {
    static let url = "http://x.example/shared.txt"
    let harness: PipelineHarness
    let one: FixedSource
    let two: FixedSource

    init() throws {
        let url = SharedDocumentSuite.url
        harness = try PipelineHarness("= C1\nA | http://x.example/a")
        one = FixedSource("= C1\nOne | \(url)", location: "http://catalog.example/one")
        two = FixedSource("= C2\nTwo | \(url)", location: "http://catalog.example/two")
        harness.fetcher.on(url, .text("first"))
    }

    /// The pipeline of a catalogue, otherwise as a profile says.
    func pipeline(_ source: FixedSource, as profile: Pipeline? = nil) -> Pipeline {
        var pipeline = profile ?? harness.pipeline
        pipeline.source = source
        return pipeline
    }

    /// The desk of both.
    func desk(as profile: Pipeline? = nil) -> Desk {
        let listed = Dictionary(
            uniqueKeysWithValues: [one, two].map { ($0.location, pipeline($0, as: profile)) })
        return Desk(
            Desk.Parts(profile ?? harness.pipeline, listed: listed) { [harness] _ throws(StoreError) in
                harness.library
            })
    }

    func key(_ source: FixedSource) -> ItemKey {
        ItemKey(catalog: source.location, collection: source === one ? "C1" : "C2", item: Self.url)
    }
}
