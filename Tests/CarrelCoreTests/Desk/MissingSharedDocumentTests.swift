@testable import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PlanPlugins
import Testing

/// A document that two catalogues list, whose file somebody renamed or removed.
@Suite(.timeLimit(.minutes(1))) struct MissingSharedDocumentTests {
    private let harness: PipelineHarness
    private let one: FixedSource
    private let two: FixedSource
    private static let url = "http://x.example/shared.txt"
    private static let name = "C1-shared.txt"

    init() throws {
        harness = try PipelineHarness("= C1\nA | http://x.example/a")
        one = FixedSource("= C1\nOne | \(Self.url)", location: "http://catalog.example/one")
        two = FixedSource("= C2\nTwo | \(Self.url)", location: "http://catalog.example/two")
        harness.fetcher.on(Self.url, .text("first"))
    }

    private func pipeline(_ source: FixedSource, planner: any Planner = MirrorPlanner()) -> Pipeline {
        var pipeline = harness.pipeline
        (pipeline.source, pipeline.planner) = (source, planner)
        return pipeline
    }

    private func desk(planner: any Planner = MirrorPlanner()) -> Desk {
        let listed = [
            one.location: pipeline(one, planner: planner), two.location: pipeline(two),
        ]
        return Desk(
            Desk.Parts(harness.pipeline, listed: listed) { [harness] _ throws(StoreError) in
                harness.library
            })
    }

    /// Syncs catalogues side by side; `one` with a planner.
    @discardableResult
    private func sync(
        _ sources: FixedSource..., planner: any Planner = MirrorPlanner()
    ) async throws -> [String: RunSummary] {
        try await desk(planner: planner).sync(sources.map(\.location)) { _, _ in }
    }

    private func key(_ source: FixedSource) -> ItemKey {
        ItemKey(catalog: source.location, collection: source === one ? "C1" : "C2", item: Self.url)
    }

    private func storeForOne() async throws {
        try await sync(one)
        try await sync(two)
        #expect(try await harness.library.names() == [key(one): Self.name])
    }

    private func rename(_ name: String, to other: String) {
        let content = harness.store.documents[name]
        harness.store.tamper(with: name, content: nil)
        harness.store.tamper(with: other, content: content)
    }

    @Test
    func `a document that somebody renamed stays one while catalogues that list it are synced side by side`()
        async throws
    {
        try await storeForOne()
        var name = Self.name
        for round in 1...20 {
            let next = "mine-\(round).txt"
            rename(name, to: next)
            name = next
            let summaries = try await sync(one, two)
            #expect(summaries.values.allSatisfy { $0.unchanged == 1 }, "\(summaries)")
            #expect(try await harness.library.names() == [key(one): name])
            #expect(harness.store.documents.keys.sorted() == [name])
        }
    }

    @Test func `that a document has moved is told of the item that it is stored for`() async throws {
        try await storeForOne()
        rename(Self.name, to: "mine.txt")
        _ = try await pipeline(two).sync()
        let moved = harness.events.events.compactMap { event -> ItemEvent? in
            if case .moved(let item, _, _) = event { item } else { nil }
        }
        #expect(moved.map(\.key) == [key(one)])
        #expect(moved.map(\.title) == ["One"])
    }
}
