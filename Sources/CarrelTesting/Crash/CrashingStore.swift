import CarrelCore
import Foundation

/// A store whose process ends at a step of a script: before, amid or after staging, flushing and naming.
public final class CrashingStore: Store {
    private let store: any Store
    private let script: CrashScript

    /// Wraps a store.
    public init(_ store: any Store, _ script: CrashScript) { (self.store, self.script) = (store, script) }

    /// The folder.
    public var root: URL? { store.root }

    /// Opens a writer.
    public func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any StoreWriter {
        try script.live()
        return CrashingWriter(try store.writer(for: key, resuming: resuming), script)
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

    /// The partial documents.
    public func partials() async throws(StoreError) -> [ItemKey: PartialDocument] {
        try script.live()
        return try await store.partials()
    }

    /// Drops a staged document.
    public func discard(_ document: StagedDocument) async {
        if !script.hasCrashed { await store.discard(document) }
    }

    /// The names that are held.
    public func held(of names: [String]) async throws(StoreError) -> Set<String> {
        try script.live()
        return try await store.held(of: names)
    }

    /// The names without a document.
    public func missing(of names: [String]) async throws(StoreError) -> Set<String> {
        try script.live()
        return try await store.missing(of: names)
    }

    /// What has a name.
    public func entry(named name: String) async throws(StoreError) -> StoreEntry? {
        try script.live()
        return try await store.entry(named: name)
    }

    /// The file of a document.
    public func file(named name: String) async throws(StoreError) -> URL { try await store.file(named: name) }

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

    /// Stages a stored document.
    public func staged(
        documentNamed name: String, holding digest: ContentDigest
    ) throws(StoreError) -> StagedDocument {
        try script.live()
        return try store.staged(documentNamed: name, holding: digest)
    }

    /// Stages a document of the quarantine.
    public func staged(quarantined name: String) async throws(StoreError) -> StagedDocument {
        try script.live()
        return try await store.staged(quarantined: name)
    }

    /// The names in the quarantine.
    public func quarantinedNames() async throws(StoreError) -> [String] {
        try script.live()
        return try await store.quarantinedNames()
    }

    /// Removes documents from the quarantine.
    public func discard(quarantined names: [String]) async throws(StoreError) {
        try script.step("before the quarantine is tidied")
        try await store.discard(quarantined: names)
        try script.step("after the quarantine is tidied")
    }

    /// The room that is left.
    public func freeSpace() async -> Int64? { await store.freeSpace() }

    /// Removes what killed processes left.
    public func removeAbandoned() async throws(StoreError) {
        try script.live()
        try await store.removeAbandoned()
    }
}

/// Writes until the process ends.
private final class CrashingWriter: StoreWriter {
    private let writer: any StoreWriter
    private let script: CrashScript

    init(_ writer: any StoreWriter, _ script: CrashScript) { (self.writer, self.script) = (writer, script) }

    var bytesWritten: Int64 { writer.bytesWritten }
    var note: PartialNote? { writer.note }

    func restart(_ note: PartialNote) throws(StoreError) {
        try script.live()
        try writer.restart(note)
    }

    func read(_ range: Range<Int64>) throws(StoreError) -> [UInt8] { try writer.read(range) }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        try script.step("before a write")
        try writer.write(bytes)
    }

    func finish() throws(StoreError) -> StagedDocument {
        try script.step("before a document is finished")
        return try writer.finish()
    }

    func park() {
        if !script.hasCrashed { writer.park() }
    }

    func discard() {
        if !script.hasCrashed { writer.discard() }
    }
}
