import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Testing

/// A desk says what is new until somebody has looked at it.
@Suite(.timeLimit(.minutes(1))) struct NewsTests {
    private let made: DeskHarness
    private let urls = ["http://x.example/a", "http://x.example/b"]

    init() throws {
        made = try DeskHarness("= C1\nA | http://x.example/a\nB | http://x.example/b")
        made.harness.fetcher.on(urls[0], .text("a"), .text("another a", tag: "\"2\""))
        made.harness.fetcher.on(urls[1], .text("b"))
    }

    private func news() async throws -> [News?] {
        let snapshot = try await made.desk.snapshot()
        return try #require(snapshot.view.collections.first.map(snapshot.rows)).map(\.news)
    }

    @Test func `a snapshot carries what is new and what is updated`() async throws {
        let (desk, harness) = (made.desk, made.harness)
        let first = try await desk.sync()
        #expect(first.new == 2 && first.updated == 0 && first.hasNews)
        #expect(try await news() == [.new, .new])
        await desk.noteView(of: harness.key(urls[0]))
        try await desk.mark([harness.key(urls[1])], asRead: true)
        #expect(try await news() == [nil, nil])
        let second = try await desk.sync()
        #expect(second.new == 0 && second.updated == 1 && second.unchanged == 1)
        #expect(try await news() == [.updated, nil])
        let view = try await desk.view()
        #expect(view.news.map { $0.rows.map(\.item.title) } == [["A"]])
        try await desk.mark([harness.key(urls[0])], asRead: true)
        try await desk.mark([harness.key(urls[1])], asRead: false)
        #expect(try await news() == [nil, .new])
        let third = try await desk.sync()
        #expect(!third.hasNews && third.unchanged == 2)
    }

    @Test func `a mark is a change that a listener can ask for`() async throws {
        let before = try await made.desk.snapshot().number
        _ = try await made.desk.sync()
        let number = try await made.desk.snapshot().number
        #expect(number > before)
        try await made.desk.mark([made.harness.key(urls[0])], asRead: true)
        #expect(try await made.desk.changes(since: number).items == [made.harness.key(urls[0])])
    }
}
