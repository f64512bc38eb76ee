import CarrelBasics
import CarrelDigest
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A store that keeps everything in memory, with all parts or without some.
public final class InMemoryStore: Store {
    struct State: Sendable {
        var documents: [String: [UInt8]] = [:]
        /// When documents were written, in the order of their writing: a count.
        var times: [String: FileTime] = [:]
        var lastTime: Int64 = 0
        var versions: [String: [[UInt8]]] = [:]
        var staged: [String: [UInt8]] = [:]
        var partials: [ItemKey: (bytes: [UInt8], note: PartialNote)] = [:]
        var left: [String: (key: ItemKey, note: PartialNote)] = [:]
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
    let parts: Set<StorePart>

    /// Makes an empty store.
    ///
    /// - Parameter parts: what it has beside what every store has.
    public init(_ parts: Set<StorePart> = StorePart.all) { self.parts = parts }

    /// There is no folder.
    public var root: URL? { nil }

    /// Unfinished documents, where it keeps them.
    public var partials: (any PartialDocuments)? { parts.contains(.partials) ? self : nil }

    /// Replaced documents, where it keeps them.
    public var versions: (any DocumentVersions)? { parts.contains(.versions) ? self : nil }

    /// The quarantine, where it has one.
    public var quarantine: (any Quarantine)? { parts.contains(.quarantine) ? self : nil }

    /// The content of every document by name.
    public var documents: [String: [UInt8]] { state.value.documents }

    /// Earlier versions by name, the oldest first.
    public var replaced: [String: [[UInt8]]] { state.value.versions }

    /// Makes every further write fail, as a full disk does; `nil` ends that.
    public func failWrites(with error: StoreError?) { state.withLock { $0.writeFailure = error } }

    /// Says how much room there is; `nil` for nobody knows.
    public func setFreeSpace(_ bytes: Int64?) { state.withLock { $0.freeSpace = bytes } }

    /// How many documents are staged that have no name yet.
    public var stagedCount: Int { state.value.staged.count }

    /// What is in the quarantine, by name.
    public var quarantined: [String: [UInt8]] { state.value.quarantine }

    /// Replaces a document behind the store's back, as a bad disk does: nothing tells that it was written.
    public func tamper(with name: String, content: [UInt8]?) {
        state.withLock { $0.documents[name] = content }
    }

    /// Writes into a document behind the store's back, as its owner does.
    public func edit(_ name: String, content: [UInt8]) {
        state.withLock { state in
            state.documents[name] = content
            state.times[name] = Self.nextTime(&state)
        }
    }

    private static func nextTime(_ state: inout State) -> FileTime {
        state.lastTime += 1
        return FileTime(nanoseconds: state.lastTime)
    }

    /// Opens a writer.
    public func writer(for key: ItemKey) throws(StoreError) -> any StoreWriter {
        try writer(for: key, resuming: false)
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

    /// Stages a stored document.
    public func staged(
        documentNamed name: String, holding digest: ContentDigest
    ) throws(StoreError) -> StagedDocument {
        try Self.check(name)
        return StagedDocument(token: "document/" + name, digest: digest)
    }

    static func stage(_ bytes: [UInt8], in state: inout State) -> StagedDocument {
        let token = "staged-\(state.nextToken)"
        state.nextToken += 1
        state.staged[token] = bytes
        let time = nextTime(&state)
        state.times[token] = time
        return StagedDocument(token: token, digest: digest(bytes), fileTime: time)
    }

    /// Computes a digest of a staged document.
    public func digest(of document: StagedDocument, _ algorithm: DigestAlgorithm) -> String {
        MessageDigest.digits(of: bytes(of: document, in: state.value) ?? [], algorithm)
    }

    /// Nothing is to be flushed; fails where writes fail.
    public func flush(_ documents: [StagedDocument]) throws(StoreError) {
        if let error = state.value.writeFailure { throw error }
    }

    /// Gives staged documents their names.
    public func publish(_ publications: [Publication]) -> [RefusedPublication] {
        var refused: [RefusedPublication] = []
        for publication in publications {
            let (name, area) = (publication.name, publication.area)
            let reason: String? =
                if !DocumentName.isSafe(name) || area == .removal {
                    "not a document's name"
                } else if area == .quarantine, !parts.contains(.quarantine) {
                    "there is no quarantine"
                } else {
                    state.withLock { publish(publication, in: &$0) }
                }
            guard let reason else { continue }
            refused.append(
                RefusedPublication(publication, StoreError(.nameTaken, subject: name, reason: reason)))
        }
        return refused
    }

    /// Removes a stored document that holds what is recorded of it.
    public func remove(documentNamed name: String, holding digest: ContentDigest) -> Bool {
        state.withLock { state in
            if let held = state.documents[name], Self.digest(held) != digest { return false }
            state.documents[name] = nil
            state.versions[name] = nil
            return true
        }
    }

    /// The bytes of a staged document; `nil` if they have gone to their name.
    private func bytes(of document: StagedDocument, in state: State) -> [UInt8]? {
        switch Place(document.token) {
        case .staged(let token): state.staged[token]
        case .document(let name): state.documents[name]
        case .quarantine(let name): state.quarantine[name]
        }
    }

    /// Does one publication; why it was not done, or `nil`.
    private func publish(_ publication: Publication, in state: inout State) -> String? {
        let (document, name) = (publication.document, publication.name)
        let held = publication.area == .documents ? state.documents[name] : state.quarantine[name]
        guard let bytes = bytes(of: document, in: state) else {
            if held != nil, let former = publication.moves {
                moveVersions(from: former, to: name, in: &state)
            }
            return held == nil ? "its bytes are gone" : nil
        }
        if publication.area == .quarantine, case .document = Place(document.token),
            Self.digest(bytes) != document.digest
        {
            // Moved already: what has the document's name now came after it.
            return held == nil ? "it has changed since" : nil
        }
        if held != nil, let former = publication.moves, former != name {
            return "something else took the name \(name)"
        }
        if let held, held != bytes {
            guard publication.area == .documents, publication.replaces != nil, publication.succeeds == nil
            else {
                return "something else took the name \(name)"
            }
            if parts.contains(.versions) { state.versions[name, default: []].append(held) }
        }
        var time = state.times[document.token]
        switch Place(document.token) {
        case .staged(let token): state.staged[token] = nil
        case .document(let before):
            time = state.times[before]
            state.documents[before] = nil
            if publication.area == .documents {
                moveVersions(from: publication.moves ?? before, to: name, in: &state)
            }
        case .quarantine(let name): state.quarantine[name] = nil
        }
        switch publication.area {
        case .documents: (state.documents[name], state.times[name]) = (bytes, time)
        case .quarantine: state.quarantine[name] = bytes
        // Refused before.
        case .removal: break
        }
        if let edited = publication.succeeds { succeed(edited, as: name, in: &state) }
        return nil
    }

    /// Drops a staged document.
    public func discard(_ document: StagedDocument) { state.withLock { $0.staged[document.token] = nil } }

    /// Those of the names that a document has.
    public func held(of names: [String]) -> Set<String> {
        Set(names).intersection(state.value.documents.keys)
    }

    /// What is stored under names.
    public func entries(of names: [String]) -> [FileName: StoreEntry] {
        let state = state.value
        var entries: [FileName: StoreEntry] = [:]
        for name in names {
            entries[FileName(name)] = state.documents[name].map {
                StoreEntry(size: Int64($0.count), fileTime: state.times[name])
            }
        }
        return entries
    }

    /// Lends a temporary copy of a document.
    public func withFile<Value, Failure>(
        named name: String, _ body: (URL) async throws(Failure) -> Value
    ) async throws(StoreError) -> Result<Value, Failure> {
        let (copy, folder) = try copy(named: name)
        defer { try? FileManager.default.removeItem(at: folder) }
        return await Result(of: { () async throws(Failure) in try await body(copy) })
    }

    /// No document is a file.
    public func localFile(named name: String) -> URL? { nil }

    private func copy(named name: String) throws(StoreError) -> (file: URL, folder: URL) {
        guard let bytes = state.value.documents[name] else {
            throw StoreError(.notFound, subject: name, reason: "there is no such document")
        }
        // A folder of its own: the longest name leaves no room for anything before it.
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let file = folder.appending(path: name)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw StoreError(cocoaError: error, subject: file.path, doing: "the copy could not be written")
        }
        return (file, folder)
    }

    /// What a document holds now.
    public func digest(ofDocumentNamed name: String) -> ContentDigest? {
        state.value.documents[name].map(Self.digest)
    }

    /// The names, in byte order.
    public func names() -> [String] {
        state.value.documents.keys.inByteOrder()
    }

    /// How much room a test says there is.
    public func freeSpace() -> Int64? { state.value.freeSpace }

    static func check(_ name: String) throws(StoreError) {
        guard DocumentName.isSafe(name) else {
            throw StoreError(.invalidName, subject: name, reason: "not a document's name")
        }
    }

    static func digest(_ bytes: [UInt8]) -> ContentDigest {
        ContentDigest(size: Int64(bytes.count), sha256: SHA256.digits(of: bytes))
    }
}
