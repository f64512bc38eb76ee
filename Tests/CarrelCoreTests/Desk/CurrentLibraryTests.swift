import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelInterface
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

    @Test(arguments: [true, false], [true, false])
    func `what somebody does to a file is shown, though nothing is recorded of it`(
        removes: Bool, asksForItem: Bool
    ) async throws {
        let made = try DeskHarness.ofTwoCollections()
        let (desk, key) = (made.desk, made.harness.key("http://x.example/a"))
        _ = try await made.harness.pipeline.readCatalog(records: true)
        #expect(try await desk.request([key], for: Reader()).downloaded == 1)
        let name = try #require(try await desk.document(of: key)).name
        // Whoever asks for a list has all files looked at; whoever asks for an item, that one's in any case.
        let library = CurrentLibrary(
            HarnessHost(made: desk), patience: asksForItem ? .seconds(3600) : .zero)
        func row() async throws -> LibraryView.Row {
            await library.expire()
            let snapshot =
                asksForItem ? try await library.current(with: key) : try await library.current()
            return try #require(snapshot.row(of: key))
        }
        let before = try await row()
        #expect(before.isStored && !before.isEdited)
        if removes {
            made.harness.store.tamper(with: name, content: nil)
        } else {
            made.harness.store.edit(name, content: Array("and more".utf8))
        }
        let after = try await row()
        #expect(after.isStored == !removes && after.isEdited == !removes)
    }

    @Test func `as long as the files are as they were, the library is not read again for an item`()
        async throws
    {
        let made = try DeskHarness.ofTwoCollections()
        let (desk, key) = (made.desk, made.harness.key("http://x.example/a"))
        _ = try await made.harness.pipeline.readCatalog(records: true)
        #expect(try await desk.request([key], for: Reader()).downloaded == 1)
        let readings = Locked(0)
        let library = CurrentLibrary(HarnessHost(made: desk), patience: .seconds(3600)) { desk in
            readings.withLock { $0 += 1 }
            return try await desk.snapshot()
        }
        for _ in 1...3 {
            await library.expire()
            _ = try await library.current()
            _ = try await library.current(with: key)
        }
        #expect(readings.value == 1)
        // Of a file that was edited the library is read once.
        let name = try #require(try await desk.document(of: key)).name
        made.harness.store.edit(name, content: Array("and more".utf8))
        for _ in 1...3 { #expect(try await library.current(with: key).row(of: key)?.isEdited == true) }
        #expect(readings.value == 2)
    }

    @Test func `for a program that has left no list is made`() async throws {
        let made = try DeskHarness.ofTwoCollections()
        _ = try await made.harness.pipeline.readCatalog(records: true)
        let queries = LibraryQueries(CurrentLibrary(HarnessHost(made: made.desk), patience: .seconds(3600)))
        @Sendable func list() async throws -> RowPage {
            try await queries.items(catalog: nil, collection: nil, ItemFilter(), RowPaging(limit: 4))
        }
        let next = try await list().next
        #expect(next != nil)
        let left = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await list()
        }
        await #expect(throws: CancellationError.self) { try await left.value }
    }
}

/// A program around a desk that knows no other catalogue.
struct HarnessHost: LibraryHost {
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
