import CarrelCore
import CarrelDigest
import Foundation

/// A store that keeps everything in memory.
public final class InMemoryStore: Store {
    struct State: Sendable {
        var documents: [String: [UInt8]] = [:]
        var versions: [String: [[UInt8]]] = [:]
        var staged: [String: [UInt8]] = [:]
        var partials: [ItemKey: (bytes: [UInt8], note: PartialNote)] = [:]
        var quarantine: [String: [UInt8]] = [:]
        var nextToken = 1
        var writeFailure: StoreError?
        var freeSpace: Int64?
    }

    /// How a profile names it.
    public static let plugin = Plugin<any Store>("memory", summary: "Keeps documents in memory, for tests") {
        _, _ in
        InMemoryStore()
    }

    let state = Locked(State())

    /// There is no folder.
    public var root: URL? { nil }

    /// Makes an empty store.
    public init() {}

    /// The content of every document by name.
    public var documents: [String: [UInt8]] { state.value.documents }

    /// Earlier versions by name, the oldest first.
    public var versions: [String: [[UInt8]]] { state.value.versions }

    /// Makes every further write fail, as a full disk does; `nil` ends that.
    public func failWrites(with error: StoreError?) { state.withLock { $0.writeFailure = error } }

    /// Says how much room there is; `nil` for nobody knows.
    public func setFreeSpace(_ bytes: Int64?) { state.withLock { $0.freeSpace = bytes } }

    /// What is in the quarantine, by name.
    public var quarantined: [String: [UInt8]] { state.value.quarantine }

    /// Replaces a document behind the store's back, as a person or a bad disk does.
    public func tamper(with name: String, content: [UInt8]?) {
        state.withLock { $0.documents[name] = content }
    }

    /// Opens a writer.
    public func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any StoreWriter {
        state.withLock { state in
            let partial = resuming ? state.partials[key] : nil
            state.partials[key] = nil
            return InMemoryStoreWriter(self, key: key, bytes: partial?.bytes ?? [], note: partial?.note)
        }
    }

    /// Stages whole contents.
    public func stage(_ contents: [DocumentContent]) -> [Result<StagedDocument, StoreError>] {
        contents.map { content in
            state.withLock { state in
                if let error = state.writeFailure { return .failure(error) }
                return .success(Self.stage(content.bytes, in: &state))
            }
        }
    }

    static func stage(_ bytes: [UInt8], in state: inout State) -> StagedDocument {
        let token = "staged-\(state.nextToken)"
        state.nextToken += 1
        state.staged[token] = bytes
        return StagedDocument(token: token, digest: digest(bytes))
    }

    /// Computes a digest of a staged document.
    public func digest(of document: StagedDocument, _ algorithm: DigestAlgorithm) -> String {
        let hash: MessageDigest =
            switch algorithm {
            case .sha256: SHA256()
            case .sha512: SHA512()
            }
        (state.value.staged[document.token] ?? []).withUnsafeBytes { hash.update($0) }
        return hash.finish()
    }

    /// The partial documents.
    public func partials() -> [ItemKey: PartialDocument] {
        state.value.partials.mapValues { PartialDocument(bytes: Int64($0.bytes.count), note: $0.note) }
    }

    /// Nothing is to be flushed; fails where writes fail.
    public func flush(_ documents: [StagedDocument]) throws(StoreError) {
        if let error = state.value.writeFailure { throw error }
    }

    /// Gives staged documents their names.
    public func publish(_ publications: [Publication]) throws(StoreError) -> [Publication] {
        var refused: [Publication] = []
        for publication in publications {
            guard DocumentName.isSafe(publication.name) else {
                throw StoreError(.invalidName, subject: publication.name, reason: "not a document's name")
            }
            state.withLock { Self.publish(publication, in: &$0, refused: &refused) }
        }
        return refused
    }

    private static func publish(
        _ publication: Publication, in state: inout State, refused: inout [Publication]
    ) {
        let token = publication.document.token
        guard let bytes = state.staged[token] else {
            if state.documents[publication.name] == nil { refused.append(publication) }
            return
        }
        if let old = state.documents[publication.name], old != bytes {
            guard publication.replaces != nil else {
                refused.append(publication)
                return
            }
            state.versions[publication.name, default: []].append(old)
        }
        state.staged[token] = nil
        state.documents[publication.name] = bytes
    }

    /// Drops a staged document.
    public func discard(_ document: StagedDocument) { state.withLock { $0.staged[document.token] = nil } }

    /// Those of the names that a document has.
    public func held(of names: [String]) -> Set<String> {
        Set(names).intersection(state.value.documents.keys)
    }

    /// Those of the names under which no document is stored.
    public func missing(of names: [String]) -> Set<String> {
        Set(names).subtracting(state.value.documents.keys)
    }

    /// What is stored under a name.
    public func entry(named name: String) -> StoreEntry? {
        state.value.documents[name].map { StoreEntry(size: Int64($0.count)) }
    }

    /// A temporary copy of a document.
    public func file(named name: String) throws(StoreError) -> URL {
        guard let bytes = state.value.documents[name] else {
            throw StoreError(.notFound, subject: name, reason: "there is no such document")
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
        do {
            try Data(bytes).write(to: file)
        } catch {
            throw StoreError(cocoaError: error, subject: file.path, doing: "the copy could not be written")
        }
        return file
    }

    /// What a document holds now.
    public func digest(ofDocumentNamed name: String) -> ContentDigest? {
        state.value.documents[name].map(Self.digest)
    }

    /// The names, in byte order.
    public func names() -> [String] {
        state.value.documents.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Removes what was staged and never published.
    public func removeAbandoned() { state.withLock { $0.staged = [:] } }

    static func digest(_ bytes: [UInt8]) -> ContentDigest {
        let hash = SHA256()
        bytes.withUnsafeBytes { hash.update($0) }
        return ContentDigest(size: Int64(bytes.count), sha256: hash.finish())
    }
}
