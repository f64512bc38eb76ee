import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import SQLiteKeeping
import Testing

/// An index that can be read and not written, as on a disk that is mounted read-only.
@Suite(.timeLimit(.minutes(1))) struct UnwritableIndexTests {
    @Test func `it is searched as it is, and nothing is looked into for nothing`() async throws {
        let looked = Locked(0)
        let index = UnwritableIndex(try await MemoryKeeper().openIndex(.none, replacing: false))
        let stage = PreviewStage(detector: TextDetector(), limits: PreviewLimits()) {
            (_: MediaType) throws(ConfigurationError) in ("counting", "1", CountingPreviewer(count: looked))
        }
        let parts = IndexParts(IndexSettings()) { (_: Bool) throws(StoreError) in index }
        let made = try DeskHarness(
            "= C1\nOld | http://x.example/1\nNew | http://x.example/2", previews: stage, index: parts)
        for number in 1...2 { made.harness.fetcher.on("http://x.example/\(number)", .text("word")) }
        _ = try await made.harness.pipeline.readCatalog(records: true)
        _ = try await made.desk.request([made.harness.key("http://x.example/1")], for: Reader())
        let query = try SearchQuery("word")
        #expect(try await made.desk.search(query, limit: 9).map(\.hit.item.title) == ["Old"])
        _ = try await made.desk.request([made.harness.key("http://x.example/2")], for: Reader())

        index.isReadOnly.withLock { $0 = true }
        let before = looked.value
        var reasons: [String] = []
        let results = try await made.desk.search(query, limit: 9, notUpToDate: { reasons.append("\($0)") })
        #expect(results.map(\.hit.item.title) == ["Old"])
        #expect(reasons.count == 1 && reasons.allSatisfy { $0.contains("read-only") }, "\(reasons)")
        #expect(before == 1 && looked.value == before)
        index.isReadOnly.withLock { $0 = false }
        #expect(try await made.desk.search(query, limit: 9).count == 2)
    }
}

/// Counts how many documents are looked into.
private struct CountingPreviewer: Previewer {
    let count: Locked<Int>

    func preview(_ document: PreviewDocument, limits: PreviewLimits) async throws(PreviewError) -> Preview {
        count.withLock { $0 += 1 }
        return try await FirstLinePreviewer().preview(document, limits: limits)
    }
}

/// Another index that cannot be written for a while.
private final class UnwritableIndex: DocumentIndex {
    let isReadOnly = Locked(false)
    private let inner: any DocumentIndex

    init(_ inner: any DocumentIndex) { self.inner = inner }

    func update(
        _ items: [(item: IndexedItem, preview: KeptPreview?)], removing removed: [ItemKey], position: Int64?
    ) async throws(StoreError) {
        guard !isReadOnly.value else {
            throw StoreError(.readOnly, subject: "the index", reason: "the disk is read-only")
        }
        try await inner.update(items, removing: removed, position: position)
    }

    func search(_ query: SearchQuery, limit: Int, offset: Int) async throws(StoreError) -> [SearchHit] {
        try await inner.search(query, limit: limit, offset: offset)
    }

    func position() async throws(StoreError) -> Int64 { try await inner.position() }
    func count() async throws(StoreError) -> Int { try await inner.count() }
    func countInPart() async throws(StoreError) -> Int { try await inner.countInPart() }
    func entries() async throws(StoreError) -> [ItemKey: IndexedItem] { try await inner.entries() }
    func entries(of keys: [ItemKey]) async throws(StoreError) -> [ItemKey: IndexedItem] {
        try await inner.entries(of: keys)
    }
    func entries(ofCatalog location: String) async throws(StoreError) -> [ItemKey: IndexedItem] {
        try await inner.entries(ofCatalog: location)
    }
    func kinds() async throws(StoreError) -> Set<IndexedKind> { try await inner.kinds() }
    func makers(ofKept contents: [String]) async throws(StoreError) -> [String: KeptMaker] {
        try await inner.makers(ofKept: contents)
    }
    func preview(of content: String) async throws(StoreError) -> KeptPreview? {
        try await inner.preview(of: content)
    }
    func keep(_ preview: KeptPreview, of content: String) async throws(StoreError) {
        try await inner.keep(preview, of: content)
    }
    func clear() async throws(StoreError) { try await inner.clear() }
    func damage() async throws(StoreError) -> String? { try await inner.damage() }
}
