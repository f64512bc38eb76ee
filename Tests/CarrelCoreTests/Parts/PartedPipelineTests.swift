import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import CatalogFormParsing
import Foundation
import Testing

@testable import CarrelCore

/// A pipeline over a catalogue that is read in parts.
@Suite(.timeLimit(.minutes(1))) struct PartedPipelineTests {
    private static let lines = """
        {"carrel": 1, "title": "Everything"}
        {"type": "collection", "id": "A", "title": "Album"}
        {"type": "item", "title": "one", "url": "http://x/1/a.txt"}
        {"type": "item", "title": "two", "url": "http://x/2/a.txt"}
        {"type": "item", "title": "not yet"}
        {"type": "collection", "id": "B", "title": "Book"}
        {"type": "item", "title": "three", "url": "http://x/3/b.txt"}
        {"type": "item", "title": "one again", "id": "again", "url": "http://x/3/b.txt"}
        {"type": "collection", "id": "A"}
        {"type": "item", "title": "four", "url": "http://x/4/c.txt"}
        {"type": "item", "title": "one", "url": "http://x/1/a.txt"}
        """

    /// A pipeline over a catalogue in Carrel's own form, whole or in parts of two items.
    private func harness(_ text: String, inParts: Bool = true) throws -> PipelineHarness {
        var harness = try PipelineHarness("", template: "{basename}")
        harness.pipeline.parsers = .only("carrel", CatalogFormParser())
        harness.pipeline.partSize = 2
        put(text, into: harness, inParts: inParts)
        for path in ["1/a", "2/a", "3/b", "4/c", "5/d"] {
            harness.fetcher.on("http://x/\(path).txt", .document(Data(path.utf8), entityTag: "\"\(path)\""))
        }
        return harness
    }

    private func put(_ text: String, into harness: PipelineHarness, inParts: Bool = true) {
        harness.source.replace(with: [
            .list(text, tag: "\"\(text.hashValue)\"", inPiecesOf: inParts ? 60 : nil)
        ])
    }

    /// What is told of a run, without order.
    private func events(_ harness: PipelineHarness) -> [String] { harness.events.lines.sorted() }

    @Test func `a catalogue in parts fills a library as a whole one does`() async throws {
        let (whole, parts) = (try harness(Self.lines, inParts: false), try harness(Self.lines))
        var summaries: [RunSummary] = []
        for harness in [whole, parts] {
            var summary = try await harness.pipeline.sync()
            summary.seconds = 0
            summaries.append(summary)
        }
        #expect(summaries[0] == summaries[1] && summaries[0].downloaded == 4 && summaries[0].duplicates == 2)
        #expect(parts.store.documents == whole.store.documents && parts.store.documents.count == 4)
        #expect(events(parts) == events(whole))
        let location = whole.source.location
        #expect(try await parts.library.catalog(at: location) == whole.library.catalog(at: location))
        #expect(try await parts.library.names() == whole.library.names())
    }

    @Test func `the next sync asks for what is stored, and tells once what is no longer listed`() async throws
    {
        let harness = try harness(Self.lines)
        _ = try await harness.pipeline.sync()
        let again = try await harness.pipeline.sync()
        #expect(again.unchanged == 4 && again.downloaded == 0 && again.orphaned == 0)
        let fewer = Self.lines.split(separator: "\n").filter { !$0.contains("/4/") && !$0.contains("/3/") }
        put(
            fewer.joined(separator: "\n") + "\n"
                + #"{"type": "item", "title": "five", "url": "http://x/5/d.txt"}"#, into: harness)
        let changed = try await harness.pipeline.sync()
        #expect(changed.downloaded == 1 && changed.orphaned == 2 && changed.unchanged == 2)
        #expect(try await harness.pipeline.sync().orphaned == 0)
        let listed = try #require(try await harness.library.catalog(at: harness.source.location))
        #expect(
            listed.collections.first { $0.id == "A" }?.items.map(\.title) == [
                "one", "two", "not yet", "one", "five",
            ])
        #expect(listed.collections.first { $0.id == "B" }?.items.isEmpty != false)
        #expect(harness.store.documents.count == 5)
    }

    @Test func `what is ignored while it has no address is ignored once it has one`() async throws {
        let harness = try harness(Self.lines)
        _ = try await harness.pipeline.sync()
        try await harness.library.setIgnored(true, [harness.key("not yet", collection: "A")], patterns: [])
        put(
            Self.lines.replacing(
                #""title": "not yet""#, with: #""title": "not yet", "url": "http://x/5/d.txt""#),
            into: harness)
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.ignored == 1)
        #expect(
            try await harness.library.ignored().items == [harness.key("http://x/5/d.txt", collection: "A")])
    }

    @Test(arguments: [true, false])
    func `items keep their documents, and stay ignored, where their site goes to https`(
        wasInParts: Bool
    ) async throws {
        let harness = try harness(Self.lines, inParts: wasInParts)
        for path in ["1/a", "2/a", "3/b", "4/c"] {
            harness.fetcher.on("https://x/\(path).txt", .document(Data(path.utf8), entityTag: "\"\(path)\""))
        }
        let ignored = harness.key("http://x/4/c.txt", collection: "A")
        try await harness.library.setIgnored(true, [ignored], patterns: [])
        #expect(try await harness.pipeline.sync().downloaded == 3)
        let names = try await harness.library.names()
        func secured(_ key: ItemKey) -> ItemKey {
            let item = key.item.replacing("http:", with: "https:")
            return ItemKey(catalog: key.catalog, collection: key.collection, item: item)
        }
        put(Self.lines.replacing("http:", with: "https:"), into: harness)
        var plans: [Plan] = []
        try await harness.pipeline.plan { plans.append($0) }
        #expect(plans.flatMap(\.entries).count { $0.action == .revalidate } == 3)
        #expect(!plans.flatMap(\.entries).contains { $0.action == .orphaned })
        for _ in 0..<2 {
            let summary = try await harness.pipeline.sync()
            #expect(summary.downloaded == 0 && summary.unchanged == 3)
            #expect(summary.orphaned == 0 && summary.ignored == 1)
            let moved = Dictionary(uniqueKeysWithValues: names.map { (secured($0.key), $0.value) })
            #expect(try await harness.library.names() == moved)
            #expect(try await harness.library.ignored().items == [secured(ignored)])
        }
    }

    @Test func `a plan tells what is no longer listed, also where its twin at https is`() async throws {
        let both = Self.lines + "\n" + #"{"type": "item", "title": "secured", "url": "https://x/4/c.txt"}"#
        let harness = try harness(both)
        harness.fetcher.on("https://x/4/c.txt", .document("secured", entityTag: "\"s\""))
        #expect(try await harness.pipeline.sync().downloaded == 5)
        let fewer = both.split(separator: "\n").filter { !$0.contains("http://x/4/") }
        put(fewer.joined(separator: "\n"), into: harness)
        var plans: [Plan] = []
        try await harness.pipeline.plan { plans.append($0) }
        let gone = plans.flatMap(\.entries).filter { $0.action == .orphaned }
        #expect(gone.map(\.item.id) == ["http://x/4/c.txt"])
    }

    @Test func `a catalogue that was not changed is not recorded again, and one that was is`() async throws {
        let harness = try harness(Self.lines)
        _ = try await harness.pipeline.sync()
        let location = harness.source.location
        let number = try await harness.library.changes(since: .max).number
        _ = try await harness.pipeline.sync()
        #expect(try await harness.library.changes(since: number).catalogs == [])
        put(Self.lines + "\n" + #"{"type": "item", "title": "not yet either"}"#, into: harness)
        _ = try await harness.pipeline.sync()
        #expect(try await harness.library.changes(since: number).catalogs == [location])
        // Whole again, with the same bytes: what was recorded in parts is not taken for it.
        put(Self.lines, into: harness, inParts: false)
        #expect(try await harness.pipeline.sync().orphaned == 0)
        #expect(try await harness.library.catalog(at: location)?.collections.flatMap(\.items).count == 7)
    }

    @Test func `one that was not changed is recorded again if its kind is not known`() async throws {
        let harness = try harness(Self.lines)
        let location = harness.source.location
        _ = try await harness.pipeline.sync()
        var reading = try #require(try await harness.library.reading(of: location))
        reading.parser = nil
        let catalog = try #require(try await harness.library.catalog(at: location))
        try await harness.library.record(catalog, reading: reading)
        _ = try await harness.pipeline.sync()
        #expect(try await harness.library.reading(of: location)?.parser == "carrel")
    }

    @Test func `a plan in parts is the plan of the whole, and records nothing`() async throws {
        let (whole, parts) = (try harness(Self.lines, inParts: false), try harness(Self.lines))
        for harness in [whole, parts] { _ = try await harness.pipeline.sync() }
        var fewer = Self.lines.split(separator: "\n")
        fewer.removeAll { $0.contains("/2/") }
        for harness in [whole, parts] {
            put(fewer.joined(separator: "\n"), into: harness, inParts: harness.source === parts.source)
        }
        var plans: [[Plan]] = []
        for harness in [whole, parts] {
            var plan: [Plan] = []
            try await harness.pipeline.plan { plan.append($0) }
            plans.append(plan)
        }
        #expect(plans[0].count == 1 && plans[1].count > 2)
        // Entries come in the order of the document, where the whole is sorted by collections.
        let entries = plans.map {
            $0.flatMap(\.entries).map { "\($0.collection) \($0.item.id): \($0.action)" }
        }
        #expect(entries[1].sorted() == entries[0].sorted() && entries[1].last == entries[0].last)
        #expect(plans[0][0].entries.last?.action == .orphaned)
        #expect(try await parts.library.catalog(at: parts.source.location)?.collections[0].items.count == 5)
    }

    @Test func `a catalogue that breaks off changes nothing`() async throws {
        let harness = try harness(Self.lines)
        _ = try await harness.pipeline.sync()
        let before = try await harness.library.catalog(at: harness.source.location)
        var document = CatalogDocument(
            data: Data(Self.lines.utf8.prefix(60)), url: URL(filePath: "/list.jsonl"))
        document.content = CatalogContent(size: 1000, pieceSize: 60) { range in
            guard range.lowerBound < 300 else {
                throw SourceError(.unreadable, subject: "list", reason: "it was changed while it was read")
            }
            return Data(Self.lines.utf8)[Int(range.lowerBound)..<Int(range.upperBound)]
        }
        harness.source.replace(with: [document])
        await #expect(throws: PipelineError.self) { try await harness.pipeline.sync() }
        #expect(try await harness.library.catalog(at: harness.source.location) == before)
    }

    @Test func `a catalogue with a timetable is read as a whole, whatever its size`() async throws {
        let line = #"{"type": "meeting", "day": "monday", "time": "09:00", "collection": "A"}"#
        let harness = try harness(Self.lines + "\n" + line)
        _ = try await harness.pipeline.sync()
        let listed = try await harness.library.catalog(at: harness.source.location)
        #expect(listed?.schedule?.meetings.count == 1)
        #expect(harness.store.documents.count == 4)
    }

    @Test func `a budget holds over all parts`() async throws {
        var harness = try harness(
            Self.lines.replacing(".txt\"}", with: ".txt\", \"size\": 3}"))
        harness.pipeline.downloads.maxTotal = 7
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 2 && summary.parked == 2)
        #expect(summary.deferred == 0 && summary.unreached == 0)
        let paused = harness.events.lines.filter { $0.hasPrefix("parked") }
        #expect(paused.count == 2, "\(paused)")
        #expect(paused.allSatisfy { $0.hasSuffix(": over the byte budget of 7 B (download.max-total)") })
        // What is put off at every sync would in time be all that is remembered of it.
        let listed = try #require(try await harness.library.catalog(at: harness.source.location))
        var tries = 0
        for collection in listed.collections {
            for item in collection.items {
                let key = ItemKey(
                    catalog: harness.source.location, collection: collection.id, item: item.id)
                tries += try await harness.library.attempts(for: key, limit: 10).count
            }
        }
        #expect(tries == 2)
    }

    /// Notes with what rights documents are asked for.
    private final class RightsFetcher: Fetcher {
        let rights = Locked<Set<String>>([])
        private let fetcher: any Fetcher

        init(_ fetcher: any Fetcher) { self.fetcher = fetcher }

        func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
            let origin = request.catalogOrigin.map { "\($0)" } ?? "none"
            rights.withLock { _ = $0.insert("\(origin), \(request.limits.addresses)") }
            try await fetcher.exchange(request, into: sink)
        }
    }

    @Test func `the first sync asks with the rights that a whole catalogue has`() async throws {
        var rights: [Set<String>] = []
        for inParts in [false, true] {
            var harness = try harness(Self.lines, inParts: inParts)
            let fetcher = RightsFetcher(harness.fetcher)
            harness.pipeline.fetcher = fetcher
            _ = try await harness.pipeline.sync()
            rights.append(fetcher.rights.value)
        }
        #expect(rights[0] == rights[1] && rights[0].count == 1)
        #expect(rights[0].first?.contains("catalog.example") == true)
    }

    @Test func `documents are named in the order of their parts, however soon those are planned`()
        async throws
    {
        // It takes long to come to the last name of the first part; the second part has that one alone.
        let paths = (0..<1500).map { "\($0)/\($0).txt" } + ["a/last.txt", "b/last.txt"]
        let items = paths.map { #"{"type": "item", "title": "t", "url": "http://y/\#($0)"}"# }
        var harness = try harness("{\"carrel\": 1}\n" + items.joined(separator: "\n"))
        harness.pipeline.partSize = 1501
        for path in paths { harness.fetcher.on("http://y/\(path)", .text(path)) }
        _ = try await harness.pipeline.sync()
        #expect(harness.store.documents.count == 1502)
        #expect(harness.content("last.txt") == "a/last.txt")
    }

    @Test func `names stay known while a catalogue in parts needs them, whoever leaves`() async throws {
        let harness = try harness(Self.lines)
        let runs = Runs()
        await runs.holdNames()
        #expect(runs.names.claim("a.txt", in: [], for: nil))
        _ = try await runs.withRun(harness.pipeline.runParts) { _ throws(PipelineError) in (nil, ()) }
        #expect(runs.names.areTaken(["a.txt"]))
        await runs.releaseNames()
        #expect(!runs.names.areTaken(["a.txt"]))
    }

    @Test func `what is fetched again keeps its name`() async throws {
        var harness = try harness(
            """
            {"carrel": 1}
            {"type": "item", "title": "A", "url": "http://x.example/a.txt"}
            {"type": "item", "title": "B", "url": "http://x.example/b.txt"}
            """)
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        let stray = [Reply.Step.head(status: 200, fields: HTTPFields([("Content-Length", "0")]))]
        harness.fetcher.on("http://x.example/a.txt", .text("a"))
        harness.fetcher.on("http://x.example/b.txt", Reply.text("not b").followed(by: stray), .text("b"))
        _ = try await harness.pipeline.sync()
        #expect(harness.events.lines.contains { $0.hasPrefix("refetching") })
        #expect(harness.store.documents.keys.sorted() == ["a.txt", "b.txt"])
        #expect(harness.content("b.txt") == "b")
    }

    @Test func `a list with the same weak tag is recorded all the same`() async throws {
        let harness = try harness(Self.lines)
        for text in [Self.lines, Self.lines + "\n" + #"{"type": "item", "title": "more"}"#] {
            // It is a source that says nothing of the tag: it answers whatever it is asked.
            harness.source.replace(with: [.list(text, tag: "W/\"1\"", inPiecesOf: 60)])
            _ = try await harness.pipeline.sync()
        }
        let listed = try await harness.library.catalog(at: harness.source.location)
        #expect(listed?.collections.flatMap(\.items).contains { $0.title == "more" } == true)
    }
}
