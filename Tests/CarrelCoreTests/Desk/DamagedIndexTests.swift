import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import SQLiteKeeping
import Testing

/// An index that turns out to be damaged is made again.
@Suite(.timeLimit(.minutes(1))) struct DamagedIndexTests {
    @Test func `of several who find an index damaged, one makes it again for all`() async throws {
        let damaged = DamagedIndex(asked: 3)
        let whole = try await MemoryKeeper().openIndex(.none, replacing: false)
        let opened = Locked<[Bool]>([])
        let parts = IndexParts(IndexSettings()) { (replacing: Bool) throws(StoreError) in
            opened.withLock { $0.append(replacing) }
            return replacing ? whole : damaged
        }
        let made = try DeskHarness("= C1\nItem | http://x.example/1", previews: .ofFirstLines, index: parts)
        made.harness.fetcher.on("http://x.example/1", .text("word"))
        _ = try await made.harness.pipeline.readCatalog(records: true)
        _ = try await made.desk.request([made.harness.key("http://x.example/1")], for: Reader())
        let desk = made.desk
        // Opened before they come, so that all have the same one.
        await #expect(throws: StoreError.self) { try await desk.countIndexedInPart() }
        let searches = (0..<3).map { _ in
            Task {
                try await desk.search(try SearchQuery("word"), limit: 9, asIs: true).map(\.hit.item.title)
            }
        }
        for search in searches { #expect(try await search.value == ["Item"]) }
        #expect(opened.value == [false, true])
    }
}

/// An index that says it is damaged as soon as as many have asked it as are expected.
private final class DamagedIndex: DocumentIndex {
    private let left: Locked<Int>
    private let gate = Gate()
    private static let error = StoreError(.database, subject: "the index", reason: "it is damaged")

    init(asked: Int) { left = Locked(asked) }

    func search(_ query: SearchQuery, limit: Int, offset: Int) async throws(StoreError) -> [SearchHit] {
        let isLast = left.withLock { left in
            left -= 1
            return left <= 0
        }
        if isLast { gate.open() }
        try? await gate.wait()
        throw Self.error
    }

    func position() async throws(StoreError) -> Int64 { throw Self.error }
    func count() async throws(StoreError) -> Int { throw Self.error }
    func countInPart() async throws(StoreError) -> Int { throw Self.error }
    func entries() async throws(StoreError) -> [ItemKey: IndexedItem] { throw Self.error }
    func entries(of keys: [ItemKey]) async throws(StoreError) -> [ItemKey: IndexedItem] { throw Self.error }
    func entries(ofCatalog location: String) async throws(StoreError) -> [ItemKey: IndexedItem] {
        throw Self.error
    }
    func kinds() async throws(StoreError) -> Set<IndexedKind> { throw Self.error }
    func makers(ofKept contents: [String]) async throws(StoreError) -> [String: KeptMaker] {
        throw Self.error
    }
    func preview(of content: String) async throws(StoreError) -> KeptPreview? { throw Self.error }
    func keep(_ preview: KeptPreview, of content: String) async throws(StoreError) { throw Self.error }
    func update(
        _ items: [(item: IndexedItem, preview: KeptPreview?)], removing removed: [ItemKey], position: Int64?
    ) async throws(StoreError) { throw Self.error }
    func clear() async throws(StoreError) { throw Self.error }
    func damage() async throws(StoreError) -> String? { "it is damaged" }
}
