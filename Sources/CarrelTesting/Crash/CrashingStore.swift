import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A store whose process ends at a step of a script: before, amid or after staging, flushing and naming.
///
/// It has the parts that the store has which it wraps, but it neither gives nor takes what another one keeps.
public final class CrashingStore: Store {
    private let store: any Store
    private let script: CrashScript

    /// Wraps a store.
    public init(_ store: any Store, _ script: CrashScript) { (self.store, self.script) = (store, script) }

    /// The folder.
    public var root: URL? { store.root }

    /// The store's folder on this machine.
    public var libraryFolder: URL? { store.libraryFolder }

    /// The store's room.
    public var stagingRoom: Int64? { store.stagingRoom }

    /// Unfinished documents.
    public var partials: (any PartialDocuments)? { store.partials.map { CrashingPartials($0, script) } }

    /// Replaced documents, at which one only looks.
    public var versions: (any DocumentVersions)? { store.versions }

    /// The quarantine.
    public var quarantine: (any Quarantine)? { store.quarantine.map { CrashingQuarantine($0, script) } }

    /// Gets the store ready.
    public func prepare() async throws(StoreError) {
        try script.live()
        try await store.prepare()
    }

    /// Opens a writer.
    public func writer(for key: ItemKey) throws(StoreError) -> any StoreWriter {
        try script.live()
        return CrashingWriter(try store.writer(for: key), script)
    }

    /// Stages contents, in two parts.
    public func stage(_ contents: [DocumentContent]) async -> [Result<StagedDocument, StoreError>] {
        do throws(StoreError) {
            try script.step("before staging")
            let half = contents.count / 2
            let first = await store.stage(Array(contents.prefix(half)))
            try script.step("amid staging")
            let second = await store.stage(Array(contents.dropFirst(half)))
            try script.step("after staging")
            return first + second
        } catch {
            return contents.map { _ in .failure(error) }
        }
    }

    /// Makes documents durable.
    public func flush(_ documents: [StagedDocument]) async throws(StoreError) {
        try script.step("before the flush")
        try await store.flush(documents)
        try script.step("after the flush")
    }

    /// Gives documents their names, one by one.
    public func publish(_ publications: [Publication]) async throws(StoreError) -> [RefusedPublication] {
        try script.step("before naming")
        var refused: [RefusedPublication] = []
        for publication in publications {
            refused += try await store.publish([publication])
            try script.step("after naming \(publication.name)")
        }
        return refused
    }

    // MARK: What only looks, or tidies

    /// Drops a staged document.
    public func discard(_ document: StagedDocument) async {
        if !script.hasCrashed { await store.discard(document) }
    }

    /// Removes a stored document.
    public func remove(
        documentNamed name: String, holding digest: ContentDigest
    ) async throws(StoreError) -> Bool {
        try script.step("before removing \(name)")
        let isGone = try await store.remove(documentNamed: name, holding: digest)
        try script.step("after removing \(name)")
        return isGone
    }

    /// Removes what killed processes left.
    public func removeAbandoned() async throws(StoreError) {
        try script.live()
        try await store.removeAbandoned()
    }

    /// Stages a stored document.
    public func staged(
        documentNamed name: String, holding digest: ContentDigest
    ) throws(StoreError) -> StagedDocument {
        try script.live()
        return try store.staged(documentNamed: name, holding: digest)
    }

    /// Opens a document.
    public func withFile<Value, Failure>(
        named name: String, _ body: (URL) async throws(Failure) -> Value
    ) async throws(StoreError) -> Result<Value, Failure> {
        try script.live()
        return try await store.withFile(named: name, body)
    }

    /// The file of a document.
    public func localFile(named name: String) async throws(StoreError) -> URL? {
        try script.live()
        return try await store.localFile(named: name)
    }

    /// The names that are held.
    public func held(of names: [String]) async throws(StoreError) -> Set<String> {
        try script.live()
        return try await store.held(of: names)
    }

    /// What stands where documents are to be.
    public func obstacles(at names: [String]) async throws(StoreError) -> [FileName: StoreError] {
        try script.live()
        return try await store.obstacles(at: names)
    }

    /// What has names.
    public func entries(of names: [String]) async throws(StoreError) -> [FileName: StoreEntry] {
        try script.live()
        return try await store.entries(of: names)
    }

    /// What a document holds.
    public func digest(ofDocumentNamed name: String) async throws(StoreError) -> ContentDigest? {
        try script.live()
        return try await store.digest(ofDocumentNamed: name)
    }

    /// A digest of a staged document.
    public func digest(
        of document: StagedDocument, _ algorithm: DigestAlgorithm
    ) async throws(StoreError) -> String {
        try script.live()
        return try await store.digest(of: document, algorithm)
    }

    /// The names.
    public func names() async throws(StoreError) -> [String] { try await store.names() }

    /// The room that is left.
    public func freeSpace() async -> Int64? { await store.freeSpace() }
}
