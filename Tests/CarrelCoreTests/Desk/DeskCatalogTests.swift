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
    private var now: Date { made.harness.pipeline.context.now() }

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

    @Test func `patterns that name a catalogue, in whatever case, follow it to its new name and end with it`()
        async throws
    {
        let desk = made.desk
        _ = try await desk.sync()
        try await desk.keep(known("notes", at: location))
        try await desk.setIgnored(true, [], patterns: ["Notes/C1/*", "notes/*/B", "NOTES/x"])
        try await desk.keep(known("Notes", at: location))
        #expect(Set(try await desk.ignored().patterns) == ["Notes/C1/*", "Notes/*/B", "NOTES/x"])
        try await desk.keep(known("sheets", at: location))
        #expect(Set(try await desk.ignored().patterns) == ["sheets/C1/*", "sheets/*/B", "NOTES/x"])
        _ = try await desk.remove(location, withFiles: false)
        #expect(try await desk.ignored().patterns == ["NOTES/x"])
    }

    @Test func `all catalogues are those that the library knows and those that the profile names`()
        async throws
    {
        var pipeline = made.harness.pipeline
        pipeline.namedLocations = ["http://x.example/b", "http://x.example/a", location]
        let desk = Desk(over: pipeline)
        try await desk.keep(known("two", at: "http://x.example/2"))
        try await desk.keep(known("one", at: location))
        let all = try await desk.catalogsToSync()
        #expect(all == ["http://x.example/2", location, "http://x.example/a", "http://x.example/b"])
    }

    @Test func `of two catalogues that are added at once one gets the name`() async throws {
        let gate = Gate()
        let slow = HeldSource(FixedSource("= C1", location: "http://x.example/1"), gate)
        let quick = FixedSource("= C1", location: "http://x.example/2")
        let harness = made.harness
        let listed = [slow.location: slow, quick.location: quick as any Source].mapValues { source in
            var pipeline = harness.pipeline
            pipeline.source = source
            return pipeline
        }
        let desk = Desk(
            Desk.Parts(harness.pipeline, listed: listed) { _ throws(StoreError) in harness.library })
        let first = Task { try await desk.add(known("notes", at: slow.location)) }
        _ = try await slow.begun.wait(atLeast: 1)
        await #expect(throws: CatalogNameError.taken("Notes")) {
            try await desk.add(known("Notes", at: quick.location))
        }
        // Nothing of the other one is left, and it can be added under another name.
        #expect(try await desk.isRecorded(quick.location) == false)
        _ = try await desk.add(known("more", at: quick.location))
        gate.open()
        _ = try await first.value
        #expect(Set(try await desk.knownCatalogs().map(\.name)) == ["notes", "more"])
        // What was not read has given its name back.
        let broken = FixedSource("broken", location: "http://x.example/3")
        var pipeline = harness.pipeline
        pipeline.source = broken
        await desk.take(
            Desk.Parts(harness.pipeline, listed: [broken.location: pipeline]) { _ throws(StoreError) in
                harness.library
            })
        await #expect(throws: PipelineError.self) {
            try await desk.add(known("third", at: broken.location))
        }
        try await desk.keep(known("third", at: "http://x.example/4"))
    }

    @Test func `of two who add a catalogue at once under two names one does, and the other learns its name`()
        async throws
    {
        let gate = Gate()
        let slow = HeldSource(FixedSource("= C1", location: "http://x.example/1"), gate)
        let harness = made.harness
        var pipeline = harness.pipeline
        pipeline.source = slow
        let desk = Desk(
            Desk.Parts(harness.pipeline, listed: [slow.location: pipeline]) { _ throws(StoreError) in
                harness.library
            })
        let first = Task { try await desk.add(known("one", at: slow.location)) }
        _ = try await slow.begun.wait(atLeast: 1)
        let second = Task { try await desk.add(known("two", at: slow.location)) }
        gate.open()
        _ = try await first.value
        let error = await #expect(throws: KnownCatalogError.self) { try await second.value }
        #expect(error?.catalog.name == "one")
        #expect(try await desk.knownCatalogs().map(\.name) == ["one"])
    }

    /// A desk over catalogues at the given addresses, all of which redirect to one.
    private func redirecting(_ sources: [any Source]) -> Desk {
        let harness = made.harness
        let listed = sources.map { source in
            var pipeline = harness.pipeline
            pipeline.source = source
            return (source.location, pipeline)
        }
        return Desk(
            Desk.Parts(harness.pipeline, listed: Dictionary(uniqueKeysWithValues: listed)) {
                _ throws(StoreError) in harness.library
            })
    }

    /// A catalogue that is answered from another address.
    private func redirected(from location: String) throws -> FixedSource {
        let url = try #require(URL(string: "http://x.example/there"))
        let tag = Validators(Validators(entityTag: "\"1\""), behindRedirectsAt: url.absoluteString)
        let document = CatalogDocument(data: Data("= C1".utf8), url: url, validators: tag)
        return FixedSource([document], location: location)
    }

    @Test func `of two addresses that redirect to one catalogue the second one added is the first one`()
        async throws
    {
        let first = try redirected(from: "http://x.example/1")
        let second = try redirected(from: "http://x.example/2")
        let desk = redirecting([first, second])
        _ = try await desk.add(known("one", at: first.location))
        let error = await #expect(throws: KnownCatalogError.self) {
            try await desk.add(known("two", at: second.location))
        }
        #expect(error?.catalog.name == "one")
        #expect(try await desk.knownCatalogs().map(\.name) == ["one"])
        #expect(try await desk.isRecorded(second.location) == false)
    }

    @Test func `that holds if they are added at once`() async throws {
        let gate = Gate()
        let sources = try (1...2).map { number in
            HeldSource(try redirected(from: "http://x.example/\(number)"), gate)
        }
        let desk = redirecting(sources)
        let adding = sources.map { source in
            Task { try await desk.add(known("no\(source.location.suffix(1))", at: source.location)) }
        }
        for source in sources { _ = try await source.begun.wait(atLeast: 1) }
        gate.open()
        var refused = 0
        for task in adding {
            if case .failure(let error) = await task.result {
                #expect(error is KnownCatalogError)
                refused += 1
            }
        }
        #expect(refused == 1)
        let all = try await desk.knownCatalogs()
        #expect(all.count == 1)
    }

    @Test func `what is added while a copy of the records is made is copied, too`() async throws {
        let (gate, copies) = (Gate(), Recorder<Bool>())
        var pipeline = made.harness.pipeline
        pipeline.library = CrashingLibrary(
            made.harness.library, CrashScript(at: .max),
            copying: {
                copies.append(true)
                try? await gate.wait()
            })
        let desk = Desk(over: pipeline)
        let first = Task { try await desk.keep(known("one", at: "http://x.example/1")) }
        _ = try await copies.wait(atLeast: 1)
        try await desk.keep(known("two", at: "http://x.example/2"))
        gate.open()
        try await first.value
        #expect(copies.elements.count == 2)
    }

    @Test func `nobody waits for what a catalogue lists that was only added`() async throws {
        let made = try DeskHarness("= C1\nA | http://x.example/a")
        let (desk, location) = (made.desk, made.harness.source.location)
        made.harness.fetcher.on("http://x.example/a", .text("a"))
        let heard = HeardEvents(desk.events())
        let added = try await desk.add(known("one", at: location))
        #expect(added.transfers == 1 && added.items == 1)
        _ = try await desk.sync()
        try await heard.hears("finished 1")
        #expect(heard.lines.elements.count { $0.hasPrefix("planned") } == 1)
    }

    @Test func `sizes whose sum no number holds are counted as far as one does`() {
        let items = (1...3).map { Item(title: "\($0)", url: "http://x.example/\($0)", size: .max) }
        let catalog = Catalog(collections: [ItemCollection(id: "C1", title: "", items: items)])
        let entries = items.map {
            PlanEntry(.download, reason: "", collection: "C1", item: $0, bytes: $0.size)
        }
        let outline = CatalogOutline(
            LocatedCatalog(location: location, catalog: catalog), Plan(catalog: location, entries: entries))
        #expect(outline.transfers == 3 && outline.bytes == .max)
    }

    @Test func `what was tried and never read is due again after a while`() async throws {
        let schedule = RefreshSchedule(every: .seconds(36_000))
        let first = try await made.desk.due([location], by: schedule)
        #expect(first.map(\.date) == [.distantPast])
        let tried = CatalogVisit(location: location, date: now, notBefore: nil, failures: 1)
        let again = try await made.desk.due([location], by: schedule, tried: [location: tried])
        let waits = again.map { $0.date.timeIntervalSince(now) }
        #expect(waits.count == 1 && waits.allSatisfy { (900...990).contains($0) }, "\(waits)")
    }

    @Test(arguments: [false, true])
    func `a catalogue that cannot be read is due later after each failure, also one that could be`(
        wasRead: Bool
    ) async throws {
        let schedule = RefreshSchedule(every: .seconds(36_000))
        if wasRead { _ = try await made.desk.sync() }
        made.harness.replaceCatalog("broken")
        for wait in [900.0, 1800] {
            await #expect(throws: PipelineError.self) { try await made.desk.sync() }
            #expect(try await made.desk.failedVisits().map(\.location) == [location])
            let due = try await made.desk.due([location], by: schedule)
            #expect(
                due.allSatisfy { (wait...wait * 1.1).contains($0.date.timeIntervalSince(now)) }, "\(due)")
        }
    }
}

/// A source that is read once a gate opens.
private struct HeldSource: Source {
    let source: FixedSource
    let gate: Gate
    let begun = Recorder<Bool>()
    var location: String { source.location }

    init(_ source: FixedSource, _ gate: Gate) { (self.source, self.gate) = (source, gate) }

    func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        begun.append(true)
        try? await gate.wait()
        return try await source.read(after: validators)
    }
}
