import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// A catalogue that comes to be elsewhere keeps its documents, whatever happens to the process.
@Suite(.timeLimit(.minutes(2))) struct RelocationCrashTests {
    private static let new = "http://new.example/notes.json"

    private func fetcher() -> ScriptedFetcher {
        let fetcher = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        fetcher.on("http://catalog.example/a.txt", .document("one", entityTag: "\"one\""))
        return fetcher
    }

    private func known(at location: String) -> KnownCatalog {
        KnownCatalog(location: location, name: "one", settings: [], addedAt: Date(timeIntervalSince1970: 0))
    }

    @Test func `killed at any step, it is wholly where it was, or wholly where it is`() async throws {
        for step in 0..<40 {
            let disk = try PipelineOnDisk([("a.txt", "http://catalog.example/a.txt")])
            _ = try await disk.pipeline(fetcher()).sync()
            try await Desk(over: try disk.pipeline(fetcher())).keep(known(at: PipelineOnDisk.location))
            let script = CrashScript(at: step)
            try? await Desk(over: try disk.pipeline(fetcher(), crash: script))
                .relocate(PipelineOnDisk.location, as: known(at: Self.new))

            let library = try disk.pipeline(fetcher()).library
            let place = "step \(step): \(script.steps.last ?? "")"
            let location = try #require(try await library.locations().first, "\(place)")
            #expect(try await library.knownCatalogs() == [known(at: location)], "\(place)")
            let item = location == Self.new ? "http://new.example/a.txt" : "http://catalog.example/a.txt"
            let listed = try await library.catalog(at: location)?.collections.flatMap(\.items).map(\.id)
            #expect(listed == [item], "\(place)")
            let key = ItemKey(catalog: location, collection: "C1", item: item)
            #expect(try await library.document(of: key)?.name == "a.txt", "\(place)")
            guard script.hasCrashed else { return #expect(location == Self.new) }
        }
        Issue.record("it has no end")
    }
}
