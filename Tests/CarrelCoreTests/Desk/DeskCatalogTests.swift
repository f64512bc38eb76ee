import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Which catalogues a library knows, under which names, and when they are due.
@Suite(.timeLimit(.minutes(1))) struct DeskCatalogTests {
    private let made: DeskHarness
    private var location: String { made.harness.source.location }

    init() throws { made = try DeskHarness("= C1") }

    private func known(_ name: String, at location: String) -> KnownCatalog {
        KnownCatalog(location: location, name: name, profile: nil, settings: [], addedAt: Date())
    }

    @Test func `only what was read is new, and once`() async throws {
        let (desk, catalog) = (made.desk, known("one", at: location))
        #expect(try await desk.isNew(catalog) == false)
        _ = try await desk.sync()
        #expect(try await desk.isNew(catalog))
        try await desk.keep(catalog)
        #expect(try await desk.isNew(known("two", at: location)) == false)
    }

    @Test
    func `no front end can give a name twice, or one that items could not be named with`() async throws {
        let desk = made.desk
        try await desk.keep(known("one", at: "http://x.example/1"))
        await #expect(throws: CatalogNameError.taken("ONE")) {
            try await desk.keep(known("ONE", at: "http://x.example/2"))
        }
        for name in ["", "a/b", "a\nb"] {
            await #expect(throws: CatalogNameError.malformed) {
                try await desk.add(known(name, at: location))
            }
        }
        // Its own name is no other one's.
        try await desk.keep(known("One", at: "http://x.example/1"))
        #expect(try await desk.knownCatalogs().map(\.name) == ["One"])
        #expect(try await desk.isRecorded(location) == false)
    }

    @Test func `nobody waits for what a catalogue lists that was only added`() async throws {
        let made = try DeskHarness("= C1\nA | http://x.example/a")
        let (desk, location) = (made.desk, made.harness.source.location)
        made.harness.fetcher.on("http://x.example/a", .text("a"))
        let heard = HeardEvents(desk.events())
        let added = try await desk.add(known("one", at: location))
        #expect(added.plan.entries.map(\.action) == [.download])
        _ = try await desk.sync()
        try await heard.hears("finished 1")
        #expect(heard.lines.elements.count { $0.hasPrefix("planned") } == 1)
    }

    @Test func `what was tried and never read is due again after a while`() async throws {
        let schedule = RefreshSchedule(every: .seconds(36_000))
        let first = try await made.desk.due([location], by: schedule)
        #expect(first.map(\.date) == [.distantPast])
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let again = try await made.desk.due([location], by: schedule, tried: now)
        #expect(again.map(\.date) == [now.addingTimeInterval(900)])
    }
}
