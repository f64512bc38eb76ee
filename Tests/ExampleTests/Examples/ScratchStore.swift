import CarrelBasics
import CarrelDigest
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Keeps documents in memory until the command ends: to see what can be fetched, and leave nothing behind.
public final class ScratchStore: Store {
    /// The plug-in.
    public static let plugin = Plugin<any Store>("scratch", summary: "Keeps documents while a command runs") {
        _, _ in ScratchStore()
    }

    struct State {
        var staged: [String: [UInt8]] = [:]
        var documents: [String: [UInt8]] = [:]
        var nextToken = 1
    }
    let state = Locked(State())

    /// Makes an empty store.
    public init() {}

    // No folder, and none of the parts: a run starts over, replaces, and has the item fail.
    public var root: URL? { nil }
    public var partials: (any PartialDocuments)? { nil }
    public var versions: (any DocumentVersions)? { nil }
    public var quarantine: (any Quarantine)? { nil }

    public func writer(for key: ItemKey) -> any StoreWriter { ScratchWriter(self) }
    public func stage(_ contents: [DocumentContent]) -> [Result<StagedDocument, StoreError>] {
        contents.map { .success(stage($0.bytes)) }
    }
    public func staged(documentNamed name: String, holding digest: ContentDigest) -> StagedDocument {
        StagedDocument(token: name, digest: digest)
    }
    public func flush(_ documents: [StagedDocument]) {}
    public func publish(_ publications: [Publication]) -> [RefusedPublication] {
        publications.compactMap { publication in
            let error = state.withLock { Self.publish(publication, in: &$0) }
            return error.map { RefusedPublication(publication, $0) }
        }
    }
    public func discard(_ document: StagedDocument) { state.withLock { $0.staged[document.token] = nil } }
    public func remove(documentNamed name: String, holding digest: ContentDigest) -> Bool {
        state.withLock { state in
            if let held = state.documents[name], Self.digest(held) != digest { return false }
            state.documents[name] = nil
            return true
        }
    }
    public func removeAbandoned() { state.withLock { $0.staged = [:] } }

    /// Gives a staged document its name; why not, or `nil`.
    private static func publish(_ publication: Publication, in state: inout State) -> StoreError? {
        let (name, token) = (publication.name, publication.document.token)
        func refused(_ code: StoreError.Code, _ reason: String) -> StoreError {
            StoreError(code, subject: name, reason: reason)
        }
        guard DocumentName.isSafe(name) else { return refused(.invalidName, "not a document's name") }
        guard publication.area == .documents else { return refused(.notFound, "there is no quarantine") }
        let held = state.documents[name]
        guard let bytes = state.staged[token] ?? publication.moves.flatMap({ state.documents[$0] }) else {
            // What was published before has its name already.
            return held == nil ? refused(.notFound, "its bytes are gone") : nil
        }
        let mayReplace = publication.replaces != nil && publication.succeeds == nil
        guard held == nil || held == bytes && publication.moves == nil || mayReplace else {
            return refused(.nameTaken, "something else has that name")
        }
        state.staged[token] = nil
        if let former = publication.moves { state.documents[former] = nil }
        state.documents[name] = bytes
        return nil
    }

    func stage(_ bytes: [UInt8]) -> StagedDocument {
        state.withLock { state in
            let token = "staged-\(state.nextToken)"
            state.nextToken += 1
            state.staged[token] = bytes
            return StagedDocument(token: token, digest: Self.digest(bytes))
        }
    }

    static func digest(_ bytes: [UInt8]) -> ContentDigest {
        ContentDigest(size: Int64(bytes.count), sha256: hash(bytes, SHA256()))
    }

    static func hash(_ bytes: [UInt8], _ hash: MessageDigest) -> String {
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finish()
    }
}

/// Gathers the bytes of one document.
private final class ScratchWriter: StoreWriter {
    private let store: ScratchStore
    private let bytes = Locked<[UInt8]>([])

    init(_ store: ScratchStore) { self.store = store }

    var bytesWritten: Int64 { Int64(bytes.value.count) }
    func write(_ buffer: UnsafeRawBufferPointer) {
        let copy = [UInt8](buffer)
        bytes.withLock { $0 += copy }
    }
    func finish() -> StagedDocument { store.stage(bytes.value) }
    func discard() { bytes.withLock { $0 = [] } }
}
