import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation

/// A store in memory that notes when a run recovers, stages and flushes, and does something, or fails, each time before the
/// document that is read first is read, and whenever documents are looked at, removed or given names.
final class WatchedStore: Store {
    private let store: InMemoryStore
    private let first = Locked<String?>(nil)
    private let beforeReading: @Sendable () async throws -> Void
    private let whenLooking, whenRemoving, whenPublishing: @Sendable () async throws(StoreError) -> Void
    let stagingRoom: Int64?
    let versions: (any DocumentVersions)?
    /// Opens when new documents may be flushed; `nil` for at once.
    private let flushing: Gate?
    /// What was done first of a recovery, and of a document: `recovered`, `staged`, and `flush` if that has to wait.
    let steps = Recorder<String>()

    init(
        _ store: InMemoryStore, room: Int64? = nil, flushing: Gate? = nil,
        versions: (any DocumentVersions)? = nil,
        beforeReading: @escaping @Sendable () async throws -> Void = {},
        whenLooking: @escaping @Sendable () async throws(StoreError) -> Void = {},
        whenRemoving: @escaping @Sendable () async throws(StoreError) -> Void = {},
        whenPublishing: @escaping @Sendable () async throws(StoreError) -> Void = {}
    ) {
        (self.store, self.beforeReading) = (store, beforeReading)
        (self.whenLooking, self.whenRemoving, self.whenPublishing) = (
            whenLooking, whenRemoving, whenPublishing
        )
        (stagingRoom, self.flushing, self.versions) = (room, flushing, versions ?? store.versions)
    }

    func digest(ofDocumentNamed name: String) async throws(StoreError) -> ContentDigest? {
        let isFirst = first.withLock { first in
            if first == nil { first = name }
            return first == name
        }
        let before = store.digest(ofDocumentNamed: name)
        if isFirst {
            do {
                try await beforeReading()
            } catch let error as StoreError {
                throw error
            } catch {
                throw StoreError(.system, subject: name, reason: "\(error)")
            }
        }
        // What was read before anything happened: a reader may be slower than a writer.
        return before
    }

    var root: URL? { nil }
    var partials: (any PartialDocuments)? { store.partials }
    var quarantine: (any Quarantine)? { store.quarantine }

    func writer(for key: ItemKey) throws(StoreError) -> any StoreWriter { try store.writer(for: key) }
    func stage(_ contents: [DocumentContent]) -> [Result<StagedDocument, StoreError>] {
        steps.append("staged")
        return store.stage(contents)
    }
    func staged(documentNamed name: String, holding digest: ContentDigest) throws(StoreError)
        -> StagedDocument
    {
        try store.staged(documentNamed: name, holding: digest)
    }
    func flush(_ documents: [StagedDocument]) async throws(StoreError) {
        guard let flushing, !documents.isEmpty else { return try store.flush(documents) }
        steps.append("flush")
        do {
            try await flushing.wait()
        } catch {
            throw StoreError(.cancelled, subject: "the store", reason: "cancelled")
        }
        try store.flush(documents)
    }
    func publish(_ publications: [Publication]) async throws(StoreError) -> [RefusedPublication] {
        try await whenPublishing()
        return store.publish(publications)
    }
    func discard(_ document: StagedDocument) { store.discard(document) }
    func remove(
        documentNamed name: String, holding digest: ContentDigest
    ) async throws(StoreError) -> Bool {
        try await whenRemoving()
        return store.remove(documentNamed: name, holding: digest)
    }
    func held(of names: [String]) -> Set<String> { store.held(of: names) }
    func entries(of names: [String]) async throws(StoreError) -> [FileName: StoreEntry] {
        try await whenLooking()
        return store.entries(of: names)
    }
    func withFile<Value, Failure>(
        named name: String, _ body: (URL) async throws(Failure) -> Value
    ) async throws(StoreError) -> Result<Value, Failure> { try await store.withFile(named: name, body) }
    func localFile(named name: String) -> URL? { store.localFile(named: name) }
    func digest(of document: StagedDocument, _ algorithm: DigestAlgorithm) -> String {
        store.digest(of: document, algorithm)
    }
    func names() -> [String] { store.names() }
    func freeSpace() -> Int64? { store.freeSpace() }
    func removeAbandoned() {
        steps.append("recovered")
        store.removeAbandoned()
    }
}
