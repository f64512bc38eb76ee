import CarrelBasics
import CarrelDigest
import CarrelHTTP
import CarrelModel
import CarrelStages

/// Writes one document of an `InMemoryStore`.
final class InMemoryStoreWriter: PartialWriter {
    private let store: InMemoryStore
    private let key: ItemKey
    private let content: Locked<(bytes: [UInt8], note: PartialNote?)>

    init(_ store: InMemoryStore, key: ItemKey, bytes: [UInt8], note: PartialNote?) {
        self.store = store
        self.key = key
        content = Locked((bytes, note))
    }

    var bytesWritten: Int64 { Int64(content.value.bytes.count) }
    var note: PartialNote? { content.value.note }

    func restart(_ note: PartialNote) throws(StoreError) {
        try checkRoom()
        content.withLock { $0 = ([], note) }
    }

    func read(_ range: Range<Int64>) throws(StoreError) -> [UInt8] {
        let bytes = content.value.bytes
        let range = range.clamped(to: 0..<Int64(bytes.count))
        return Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    func digest(of range: Range<Int64>, _ algorithm: DigestAlgorithm) throws(StoreError) -> String {
        try MessageDigest.digits(of: read(range), algorithm)
    }

    func truncate(to count: Int64, _ note: PartialNote) throws(StoreError) {
        content.withLock { $0 = (Array($0.bytes.prefix(Int(clamping: count))), note) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        try checkRoom()
        let copy = [UInt8](bytes)
        content.withLock { $0.bytes += copy }
    }

    func finish() throws(StoreError) -> StagedDocument {
        let bytes = content.value.bytes
        return store.state.withLock { InMemoryStore.stage(bytes, in: &$0) }
    }

    func park() {
        let (bytes, note) = content.value
        guard let note, note.allowsResuming, !bytes.isEmpty else { return }
        store.state.withLock { $0.partials[key] = (bytes, note) }
    }

    func discard() { content.withLock { $0 = ([], nil) } }

    private func checkRoom() throws(StoreError) {
        if let error = store.state.value.writeFailure { throw error }
    }
}
