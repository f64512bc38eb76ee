import CarrelCore
import CarrelFrontEnd
import CarrelHTTP
import CarrelStages
import Testing

@testable import CarrelPage
@testable import CarrelServer

/// The pages that listen.
@Suite(.timeLimit(.minutes(1)))
struct LiveHubTests {
    /// A program whose library cannot be opened.
    private struct Host: LibraryHost {
        func desk() async throws -> Desk { throw CancellationError() }
        func look(_ address: String, name: String?) async throws -> CatalogLook { throw CancellationError() }
        func add(_ address: String, name: String?) async throws -> KnownCatalog { throw CancellationError() }
        func settings(of location: String) async throws -> CatalogSettings? { nil }
        func change(_ location: String, name: String?, values: [String: String]) async throws
            -> KnownCatalog?
        { nil }
        func distrust(catalogNamed name: String) async {}
        func mapTiles(for location: String) async -> MapTiles? { nil }
    }

    @Test func `a server in front is told to pass on at once what happens`() {
        #expect(LiveFrame.reply(ReplyStream(limit: 1)).fields["X-Accel-Buffering"] == "no")
    }

    @Test func `of pages that ask at once only as many listen as may`() async {
        let hub = LiveHub(CurrentLibrary(Host()))
        let streams = await withTaskGroup(of: ReplyStream?.self) { group in
            for _ in 0..<LiveHub.maxListeners + 100 {
                group.addTask { await hub.listen(.english, since: nil) }
            }
            return await group.reduce(into: [ReplyStream?]()) { $0.append($1) }
        }
        #expect(streams.compactMap(\.self).count == LiveHub.maxListeners)
        await hub.close()
    }

    @Test func `who begins to listen is told the last sentences, and which of them are new`() async {
        let hub = LiveHub(CurrentLibrary(Host()))
        let made = await hub.turn
        for number in 1...5 { await hub.say("Sentence \(number)", isError: true) }
        let told = Self.told(await hub.listen(.english, since: nil))
        #expect((1...5).filter { told.contains("Sentence \($0)") } == [2, 3, 4, 5])
        let turns = told.matches(of: /"turn":(\d+)/).compactMap { Int64($0.1) }
        #expect(turns == turns.sorted() && Set(turns).count == 4)
        #expect(turns.allSatisfy { $0 > made })
        // A page that is made now has heard them.
        let turn = await hub.turn
        #expect(turns.last == turn)
        await hub.close()
    }

    /// What a page was sent so far.
    private static func told(_ stream: ReplyStream?) -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let wake: @Sendable () -> Void = {}
        let part = bytes.withUnsafeMutableBytes { stream?.take(into: $0, orWait: { wake }) }
        guard case .bytes(let count)? = part else { return "" }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
