import CarrelCore
import CarrelTesting
import Foundation

/// A store in memory that does something, or fails, each time before the document that is read first is read.
final class WatchedStore: Store {
    private let store: InMemoryStore
    private let first = Locked<String?>(nil)
    private let beforeReading: @Sendable () async throws -> Void

    init(_ store: InMemoryStore, beforeReading: @escaping @Sendable () async throws -> Void) {
        (self.store, self.beforeReading) = (store, beforeReading)
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

    func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any StoreWriter {
        try store.writer(for: key, resuming: resuming)
    }
    func stage(_ contents: [DocumentContent]) -> [Result<StagedDocument, StoreError>] {
        store.stage(contents)
    }
    func partials() -> [ItemKey: PartialDocument] { store.partials() }
    func flush(_ documents: [StagedDocument]) throws(StoreError) { try store.flush(documents) }
    func publish(_ publications: [Publication]) -> [RefusedPublication] { store.publish(publications) }
    func staged(
        documentNamed name: String, holding digest: ContentDigest
    ) throws(StoreError) -> StagedDocument { try store.staged(documentNamed: name, holding: digest) }
    func staged(quarantined name: String) throws(StoreError) -> StagedDocument {
        try store.staged(quarantined: name)
    }
    func quarantinedNames() -> [String] { store.quarantinedNames() }
    func discard(_ document: StagedDocument) { store.discard(document) }
    func held(of names: [String]) -> Set<String> { store.held(of: names) }
    func missing(of names: [String]) -> Set<String> { store.missing(of: names) }
    func entry(named name: String) -> StoreEntry? { store.entry(named: name) }
    func file(named name: String) throws(StoreError) -> URL { try store.file(named: name) }
    func digest(of document: StagedDocument, _ algorithm: DigestAlgorithm) -> String {
        store.digest(of: document, algorithm)
    }
    func names() -> [String] { store.names() }
    func discard(quarantined names: [String]) { store.discard(quarantined: names) }
    func freeSpace() -> Int64? { store.freeSpace() }
    func removeAbandoned() { store.removeAbandoned() }
}
