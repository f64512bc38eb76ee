import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Catalogues whose items come on several pages.
@Suite struct AppendedPageTests {
    private func page(_ items: Item...) -> Catalog {
        Catalog(collections: [ItemCollection(id: "P", title: "P", items: items)])
    }

    private func item(_ number: Int, id: String? = "g", at site: String = "http://x.example") -> Item {
        Item(id: id, title: "\(number)", url: "\(site)/\(number)")
    }

    /// The items of pages, each of which goes on with the one before it.
    private func items(of pages: Catalog...) -> [Item] {
        var joined = JoinedPages(pages[0])
        for page in pages.dropFirst() { joined.append(page, continues: true) }
        return joined.end().collections[0].items
    }

    /// The items of pages and of what an earlier reading recorded.
    private func items(of first: Catalog, recorded: Catalog, then last: Catalog...) -> [Item] {
        var joined = JoinedPages(first)
        joined.append(recorded, continues: false, isRecorded: true)
        for page in last { joined.append(page, continues: true) }
        return joined.end().collections[0].items
    }

    @Test func `items of one identity on different pages are all listed, and one that shifted is once`() {
        let found = items(of: page(item(3)), page(item(3), item(2)), page(item(2), item(1)))
        #expect(found.map(\.title) == ["3", "2", "1"])
        #expect(Set(found.map(\.id)).count == 3 && found.allSatisfy { $0.duplicateOf == nil })
    }

    @Test func `an item without an address is the one of its identity on a page before`() {
        let nowhere = Item(id: "g", title: "nowhere", url: nil)
        let found = items(of: page(item(3)), page(nowhere, item(2)), page(item(1, id: "h"), nowhere))
        #expect(found.map(\.title) == ["3", "2", "1"])
    }

    @Test func `what was read now counts where an earlier reading had another address`() {
        let found = items(of: page(item(2)), recorded: page(item(1), item(5, id: "h")))
        #expect(found.map(\.title) == ["2", "5"])
        #expect(found.map(\.id) == ["g", "h"])
    }

    @Test func `where one page is missing, an item that was read is not listed again as it was recorded`() {
        // A library keeps no more than the identity that tells them apart.
        let recorded = items(of: page(item(2)), page(item(1))).map {
            Item(id: $0.id, title: $0.title, url: $0.url)
        }
        var listed = page()
        listed.sections[0].collections[0].items = recorded
        let found = items(of: page(item(2)), recorded: listed, then: page(item(4)), page(item(4), item(3)))
        #expect(found.map(\.title) == ["2", "1", "4", "3"])
        #expect(found.allSatisfy { $0.duplicateOf == nil })
    }

    // MARK: Pages that ask for a password

    @Test func `a page that asks for a password is known where its site goes to https, or back`() {
        let sites = ["http://x.example", "https://x.example"]
        for (site, former) in [(sites[1], sites[0]), (sites[0], sites[1])] {
            let reading = CatalogReading(
                location: former, validators: Validators(), fingerprint: "1", date: Date())
            let listed = page(item(1, id: nil, at: former), item(2, id: nil, at: former))
            var next = page(item(2, id: nil, at: site))
            next.asksForPassword = true
            var logins = LoginDoubts(
                page(item(1, id: nil, at: site)), after: EarlierListing(catalog: listed, reading: reading))
            logins.add(next, at: "\(site)/next")
            var catalog = page(item(1, id: nil, at: site), item(2, id: nil, at: site))
            logins.settle(&catalog)
            #expect(catalog.problems.isEmpty && catalog.collections[0].items.count == 2, "\(site)")
        }
    }

    @Test func `what may be a login page is told with what is known of it`() {
        var logins = LoginDoubts(page(item(1)), after: nil)
        var login = page()
        login.asksForPassword = true
        logins.add(login, at: "http://x.example/sso")
        var catalog = page(item(1))
        logins.settle(&catalog)
        let reasons = catalog.problems.map(\.reason)
        #expect(reasons.count == 1)
        #expect(reasons.allSatisfy { $0.hasPrefix("it asks for a password, or its address says login") })
    }

    // MARK: Items that move while pages are read

    /// What two pages list by now, and what the first one does from the reading of the second on.
    private struct Pages: Sendable {
        var first = "AB"
        var second = "C"
        var meanwhile: String?
    }

    private static func lines(_ titles: String) -> String {
        if titles == "null" { return "\n" }
        return "= C1\n" + titles.map { "\($0) | http://x.example/\($0.lowercased()).txt\n" }.joined()
    }

    /// What a sync calls orphaned, and how many items are listed after it.
    private func synced(_ pages: Pages, in harness: PipelineHarness) async throws -> [Int] {
        let next = "> http://catalog.example/2"
        var pipeline = harness.pipeline
        pipeline.furtherSource = {
            [source = harness.source] (further: FurtherCatalog, _: FurtherCatalog.Parent)
                throws(SourceError) -> any Source in
            if let meanwhile = pages.meanwhile { source.replace(with: Self.lines(meanwhile) + next) }
            return FixedSource(Self.lines(pages.second), location: further.url)
        }
        harness.replaceCatalog(Self.lines(pages.first) + next)
        let orphaned = try await pipeline.sync().orphaned
        return [orphaned, try await harness.located().catalog.collections.flatMap(\.items).count]
    }

    private func stocked() async throws -> PipelineHarness {
        var harness = try PipelineHarness("= C1")
        harness.pipeline.parsers = .only("next", NextParser())
        for name in ["a", "b", "c"] { harness.fetcher.on("http://x.example/\(name).txt", .text(name)) }
        #expect(try await synced(Pages(), in: harness) == [0, 3])
        return harness
    }

    @Test func `what moves to the first page while further ones are read stays listed`() async throws {
        let harness = try await stocked()
        #expect(try await synced(Pages(second: "B", meanwhile: "CA"), in: harness) == [0, 3])
        #expect(try await synced(Pages(first: "CA", second: "B"), in: harness) == [0, 3])
        // The first page is the same at the end.
        #expect(try await synced(Pages(first: "A", second: "B"), in: harness) == [1, 2])
    }

    @Test func `what is missing twice in the same way is gone, whatever the first page lists meanwhile`()
        async throws
    {
        let harness = try await stocked()
        #expect(try await synced(Pages(second: "", meanwhile: "A"), in: harness) == [0, 3])
        #expect(try await synced(Pages(second: "", meanwhile: "A"), in: harness) == [1, 2])
    }

    @Test func `what a page listed that says nothing now stays listed, which is told, unless that stays so`()
        async throws
    {
        let harness = try await stocked()
        #expect(try await synced(Pages(second: "null"), in: harness) == [0, 3])
        #expect(try await synced(Pages(), in: harness) == [0, 3])
        #expect(try await synced(Pages(second: "null"), in: harness) == [0, 3])
        #expect(harness.events.lines.contains("problem: http://catalog.example/2"))
        #expect(try await synced(Pages(second: "null"), in: harness) == [1, 2])
    }

    @Test func `where the second page lists what the first does, nothing is called no longer listed`()
        async throws
    {
        let harness = try await stocked()
        for _ in 0..<3 { #expect(try await synced(Pages(second: "AB"), in: harness) == [0, 2]) }
        #expect(harness.events.lines.contains("problem: http://catalog.example/2"))
    }

    /// Syncs a list whose further pages are these, the last one again and again, and says how many were asked for.
    private func asked(for pages: [String], in harness: PipelineHarness) async throws -> Int {
        let asked = Locked(0)
        var pipeline = harness.pipeline
        pipeline.furtherSource = {
            (further: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) -> any Source in
            let number = asked.withLock {
                $0 += 1
                return $0
            }
            let lines = Self.lines(pages[min(number, pages.count) - 1])
            return FixedSource(lines + "> http://catalog.example/\(number + 2)", location: further.url)
        }
        harness.replaceCatalog(Self.lines("AB") + "> http://catalog.example/2")
        #expect(try await pipeline.sync().orphaned == 0)
        return asked.value
    }

    @Test func `a site that answers any further page with its last one is asked for three too many`()
        async throws
    {
        let harness = try await stocked()
        #expect(try await asked(for: ["C"], in: harness) == 4)
        #expect(try await harness.located().catalog.collections.flatMap(\.items).count == 3)
        #expect(!harness.events.lines.contains { $0.hasPrefix("problem: ") })
    }

    @Test func `a list goes on behind a page that has only what stands on every page`() async throws {
        let harness = try await stocked()
        #expect(try await asked(for: ["A", "A", "C"], in: harness) == 6)
        let titles = try await harness.located().catalog.collections.flatMap(\.items).map(\.title)
        #expect(Set(titles) == ["A", "B", "C"])
        #expect(!harness.events.lines.contains { $0.hasPrefix("problem: ") })
    }

    /// What is said of the pages of a list with a number of further ones, none of which can be read.
    private func told(of further: Int, in time: Duration) async throws -> [String] {
        let harness = try await stocked()
        var pipeline = harness.pipeline
        pipeline.parsers.maxTime = time
        pipeline.furtherSource = { (_: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) in
            throw SourceError(.unreadable, subject: "page", reason: "it is away")
        }
        let pages = (2..<(2 + further)).map { "> http://catalog.example/\($0)\n" }
        harness.replaceCatalog(Self.lines("AB") + pages.joined())
        _ = try await pipeline.sync()
        return harness.events.events.compactMap { event in
            guard case .problem(let problem, _) = event, problem.place.hasPrefix("http://catalog.example/")
            else { return nil }
            return "\(problem.place.suffix(1)): \(problem.reason)"
        }
    }

    @Test func `pages that are not read are told with the reason, and how many there are`() async throws {
        let late = "the pages before it took longer than parse.max-time"
        #expect(try await told(of: 1, in: .zero) == ["2: not read: \(late)"])
        #expect(
            try await told(of: 2, in: .zero) == ["2: not read, and neither is the one behind it: \(late)"])
        let failed = ["2: it is away", "3: it is away", "4: it is away"]
        #expect(
            try await told(of: 4, in: .seconds(60)) == failed + ["5: not read: the pages before it failed"])
        let rest = "5: not read, and neither are the 2 behind it: the pages before it failed"
        #expect(try await told(of: 6, in: .seconds(60)) == failed + [rest])
    }

    @Test func `where nothing is missing nobody is told of a page that says nothing`() async throws {
        let harness = try await stocked()
        #expect(try await synced(Pages(first: "ABC", second: "null"), in: harness) == [0, 3])
        #expect(!harness.events.lines.contains { $0.hasPrefix("problem: ") })
    }
}
