import CarrelModel
import CarrelTesting

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

    func key(_ source: FixedSource) -> ItemKey {
        ItemKey(catalog: source.location, collection: source === one ? "C1" : "C2", item: Self.url)
    }
}
