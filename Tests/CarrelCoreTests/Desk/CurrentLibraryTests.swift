import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTesting
import Testing

/// The library as front ends get it.
@Suite(.timeLimit(.minutes(1))) struct CurrentLibraryTests {
    /// How a front end asks.
    enum Question: CaseIterable {
        case latest, current, currentWithItem
    }

    /// Asks, and opens a gate as soon as nothing else can happen before.
    private static func ask(
        _ library: isolated CurrentLibrary, _ question: Question, _ key: ItemKey, _ asked: Gate
    ) async throws -> LibrarySnapshot {
        asked.open()
        switch question {
        case .latest: return try await library.latest()
        case .current: return try await library.current()
        case .currentWithItem: return try await library.current(with: key)
        }
    }

    @Test(arguments: Question.allCases)
    func `what was recorded while the library was read is there for whoever asks then`(
        _ question: Question
    ) async throws {
        let made = try DeskHarness.ofTwoCollections()
        let (desk, key) = (made.desk, made.harness.key("http://x.example/a"))
        _ = try await made.harness.pipeline.readCatalog(records: true)
        let (begun, asked, goesOn) = (Gate(), Gate(), Gate())
        let library = CurrentLibrary(HarnessHost(made: desk)) { desk in
            let snapshot = try await desk.snapshot()
            begun.open()
            try await goesOn.wait()
            return snapshot
        }
        let first = Task { try await library.latest() }
        try await begun.wait()
        #expect(try await desk.request([key], for: Reader()).downloaded == 1)
        let second = Task { try await Self.ask(library, question, key, asked) }
        try await asked.wait()
        goesOn.open()
        #expect(try await first.value.row(of: key)?.isStored == false)
        #expect(try await second.value.row(of: key)?.isStored == true)
        // What was read last is what stays.
        #expect(try await library.shown().row(of: key)?.isStored == true)
    }
}

/// A program around a desk that knows no other catalogue.
private struct HarnessHost: LibraryHost {
    let made: Desk

    func desk() async throws -> Desk { made }
    func look(_ address: String, name: String?) async throws -> CatalogLook { throw CancellationError() }
    func add(_ address: String, name: String?) async throws -> KnownCatalog { throw CancellationError() }
    func settings(of location: String) async throws -> CatalogSettings? { nil }
    func change(_ location: String, name: String?, values: [String: String]) async throws
        -> KnownCatalog?
    { nil }
    func distrust(catalogNamed name: String) async {}
    func mapTiles(for location: String) async -> MapTiles? { nil }
}
