import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelTesting
import Testing

/// What events tell of an item joins what is recorded of it in one place.
@Suite(.timeLimit(.minutes(1))) struct LiveStatusTests {
    private let made: DeskHarness
    private let urls = ["http://x.example/a", "http://x.example/b"]

    init() throws {
        made = try DeskHarness("= C1\nA | http://x.example/a\nB | http://x.example/b")
        made.harness.fetcher.on(urls[0], .text("a"))
        made.harness.fetcher.on(urls[1], .status(404))
    }

    private func rows() async throws -> (stored: LibraryView.Row, failed: LibraryView.Row) {
        _ = try await made.desk.sync()
        let snapshot = try await made.desk.snapshot()
        let rows = try #require(snapshot.view.collections.first.map(snapshot.rows))
        try #require(rows.count == 2)
        return (rows[0], rows[1])
    }

    @Test func `a stored document stays stored while and after an update of it is cancelled`() async throws {
        let row = try await rows().stored
        #expect(row.now(.underWay(fraction: 0.5)).status == .downloading(fraction: 0.5))
        #expect(row.now(.parked).status == .stored && row.now(.parked).news == .new)
        #expect(row.now(nil).status == .stored)
        #expect(row.now(.unchanged).status == .stored && row.now(.unchanged).news == .new)
    }

    @Test func `what was discarded stays so where the server has nothing else`() async throws {
        var row = try await rows().failed
        row.status = .discarded(reason: "a login page")
        #expect(row.now(.unchanged).status == .discarded(reason: "a login page"))
    }

    @Test func `what nobody has looked at stays new in whatever version it comes`() async throws {
        let row = try await rows().stored
        let document = try #require(row.document)
        #expect(row.now(.stored(document, .updated)).news == .new)
        #expect(row.now(.stored(document, nil)).news == .new)
        var seen = row
        seen.news = nil
        #expect(seen.now(.stored(document, .updated)).news == .updated)
        #expect(seen.now(.stored(document, nil)).news == nil)
    }

    @Test
    func `a failed update is the trouble of what is stored, and the status of what is not`() async throws {
        let (stored, failed) = try await rows()
        let row = stored.now(.failed(reason: "gone"))
        #expect(row.status == .stored && row.trouble == .failed(reason: "gone"))
        #expect(failed.now(.setAside(reason: "a login page")).status == .setAside(reason: "a login page"))
        #expect(failed.now(.parked).status == failed.status)
        let fetched = failed.now(.stored(try #require(stored.document), .new))
        #expect(fetched.isStored && fetched.status == .stored && fetched.news == .new)
    }
}
