import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing
import URLListParsing

@testable import CarrelCore

/// Lists of addresses that end within one, read as a whole and in parts.
@Suite(.timeLimit(.minutes(1))) struct CutListTests {
    private static let addresses = ["one", "two", "three", "four"].map { "http://x.example/\($0).txt" }
    private static let whole = addresses.joined(separator: "\n")

    private func harness(inParts: Bool) async throws -> PipelineHarness {
        var harness = try PipelineHarness("", template: "{basename}")
        harness.pipeline.parsers = .only("url-list", URLListParser())
        harness.pipeline.partSize = 2
        for url in Self.addresses + ["http://x.example/th", "http://x.example/three"] {
            harness.fetcher.on(url, .text(url))
        }
        put(Self.whole, into: harness, inParts: inParts)
        #expect(try await harness.pipeline.sync().downloaded == 4)
        return harness
    }

    private func put(
        _ text: String, into harness: PipelineHarness, inParts: Bool, isAnonymous: Bool = false
    ) {
        var document = CatalogDocument.list(
            text, tag: "\"\(text.hashValue)\"", inPiecesOf: inParts ? 30 : nil, named: "list.txt")
        document.isAnonymous = isAnonymous
        harness.source.replace(with: [document])
    }

    @Test(arguments: [true, false])
    func `a list that ends within an address loses nothing, and does not ask for that`(
        inParts: Bool
    ) async throws {
        let harness = try await harness(inParts: inParts)
        let cut = Self.addresses[..<2].joined(separator: "\n") + "\nhttp://x.example/th"
        put(cut, into: harness, inParts: inParts)
        let summary = try await harness.pipeline.sync()
        #expect(summary.orphaned == 0 && summary.downloaded == 0 && summary.failed == 0)
        #expect(harness.events.lines.contains("problem: the last line"), "\(harness.events.lines)")
        let rows = try await LibraryView(harness.pipeline).allRows
        #expect(rows.count == 4 && !rows.contains(where: \.isOrphaned))
        #expect(harness.fetcher.requests(for: "http://x.example/th").isEmpty)
        put(Self.whole, into: harness, inParts: inParts)
        let again = try await harness.pipeline.sync()
        #expect(again.unchanged == 4 && again.downloaded == 0 && again.orphaned == 0)
    }

    @Test(arguments: [true, false])
    func `a list that is cut again further on loses nothing either`(inParts: Bool) async throws {
        let harness = try await harness(inParts: inParts)
        for (count, end) in [(1, "t"), (2, "th")] {
            let cut = Self.addresses[..<count] + ["http://x.example/\(end)"]
            put(cut.joined(separator: "\n"), into: harness, inParts: inParts)
            let summary = try await harness.pipeline.sync()
            #expect(summary.orphaned == 0 && summary.downloaded == 0 && summary.failed == 0)
            #expect(try await harness.located().catalog.collections.map(\.items.count) == [4])
        }
    }

    @Test(arguments: [true, false])
    func `what a list still ends with the next time is meant`(inParts: Bool) async throws {
        let harness = try await harness(inParts: inParts)
        let shorter = Self.addresses[..<2].joined(separator: "\n") + "\nhttp://x.example/th"
        put(shorter, into: harness, inParts: inParts)
        let first = try await harness.pipeline.sync()
        #expect(first.downloaded == 0 && first.orphaned == 0)
        let second = try await harness.pipeline.sync()
        #expect(second.downloaded == 1 && second.orphaned == 2 && second.failed == 0)
        #expect(try await harness.pipeline.sync().downloaded == 0)
        let said = harness.events.lines.count(where: { $0 == "problem: the last line" })
        #expect(said == 1, "\(harness.events.lines)")
    }

    @Test func `what a reading in parts finds that does not come to its end is not meant yet`() async throws {
        let harness = try await harness(inParts: true)
        put("http://x.example/one.txt\nhttp://x.example/th", into: harness, inParts: true)
        guard case .parts(let parted, let head) = try await harness.pipeline.readListing(records: true) else {
            Issue.record("The list came as a whole")
            return
        }
        _ = try await PartPlanning(parted, head, harness.pipeline, retriesFailed: false, records: true)
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.orphaned == 0)
    }

    @Test(arguments: [true, false])
    func `an address is whole where the list has it twice, or those that begin like it were gone before`(
        inParts: Bool
    ) async throws {
        let harness = try await harness(inParts: inParts)
        let repeated = ["one.txt", "th", "two.txt", "th"].map { "http://x.example/\($0)" }
        put(repeated.joined(separator: "\n"), into: harness, inParts: inParts)
        let first = try await harness.pipeline.sync()
        #expect(first.downloaded == 1 && first.orphaned == 2)
        let longer = repeated[..<3] + ["http://x.example/three"]
        put(longer.joined(separator: "\n"), into: harness, inParts: inParts)
        #expect(try await harness.pipeline.sync().downloaded == 1)
    }

    @Test func `an address that the list has elsewhere, too, is whole`() async throws {
        let harness = try await harness(inParts: false)
        let rows = ["A,http://x.example/one.txt", "A,http://x.example/th", "B,http://x.example/th"]
        put("collection,url\n" + rows.joined(separator: "\n"), into: harness, inParts: false)
        _ = try await harness.pipeline.sync()
        #expect(!harness.events.lines.contains("problem: the last line"), "\(harness.events.lines)")
        let listed = try await harness.library.catalog(at: harness.source.location)
        #expect(listed?.collections.map(\.items.count) == [2, 1])
    }

    @Test(arguments: [true, false], ["\nhttp://x.example/three\n", "\nhttp://x.example/th Thorn"])
    func `with a line break or a title behind it, an address is whole`(
        inParts: Bool, end: String
    ) async throws {
        let harness = try await harness(inParts: inParts)
        put(Self.addresses[..<2].joined(separator: "\n") + end, into: harness, inParts: inParts)
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.orphaned == 2)
    }

    @Test(arguments: [true, false])
    func `an address is whole where all that begin like it are still listed`(inParts: Bool) async throws {
        let harness = try await harness(inParts: inParts)
        put(Self.whole + "\nhttp://x.example/three", into: harness, inParts: inParts)
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.unchanged == 4 && summary.orphaned == 0)
    }

    @Test(arguments: [true, false])
    func `what somebody asks for on standard input is whole, however it ends`(inParts: Bool) async throws {
        let harness = try await harness(inParts: inParts)
        let wanted = Self.addresses[..<2].joined(separator: "\n") + "\nhttp://x.example/th"
        put(wanted, into: harness, inParts: inParts, isAnonymous: true)
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.orphaned == 0)
        #expect(!harness.events.lines.contains("problem: the last line"), "\(harness.events.lines)")
    }
}
