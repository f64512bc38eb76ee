import CarrelHTTP
import CarrelModel
import Foundation

/// Keeps documents: the fifth stage.
///
/// A document goes through three steps, so that many can share the cost of making them durable:
/// *stage* (`writer(for:)` … `finish()`, or `stage(_:)` for a group of small ones: the bytes are beside their
/// final place), *flush* (`flush(_:)`: the bytes of a whole group are durable) and *publish* (`publish(_:)`: the
/// name is there). Between flush and publish the caller records the document, with everything that a
/// `Publication` holds, so that a process killed in between can publish again at the next start.
///
/// **Parts.** This much every store can do. Three things more a store may have, each a protocol of its own:
/// `partials` continues a download where it ended, `versions` keeps what was replaced, `quarantine` keeps what is not
/// what was promised. A store says which it has; one that wraps another passes them on. A run does without: it starts
/// over, replaces, or discards the body and has the item fail.
///
/// **Guarantee.** A name in the store is either absent or the whole document. No step leaves part of one.
///
/// **Calls.** One writer for a key at a time. `publish` is idempotent: publishing again what was published is
/// no error and changes nothing. A fault of one publication is that one's alone.
///
/// **Names.** Path components with slashes between them, made safe by `DocumentName`; a store refuses any other.
///
/// **Cancellation.** Steps are short and run to their end; a cancelled task does not interrupt them.
///
/// **Errors.** `StoreError`; a full or read-only disk leaves what was stored before as it was.
///
/// **Concurrency.** Calls may overlap. None of the `async` ones blocks a cooperative thread. `writer(for:)` and
/// the methods of a `StoreWriter` do block: they are called from a thread that may.
public protocol Store: Sendable {
    /// The folder that documents are in under their names, or `nil` if they are not files of this machine.
    ///
    /// Says where documents are, and nothing of what is remembered.
    var root: URL? { get }

    // MARK: Parts

    /// Keeps unfinished documents, if the store does.
    var partials: (any PartialDocuments)? { get }

    /// Keeps replaced documents, if the store does.
    var versions: (any DocumentVersions)? { get }

    /// Keeps what is not what was promised, if the store does.
    var quarantine: (any Quarantine)? { get }

    // MARK: Writing

    /// Opens a writer for a document's bytes, which begins anew.
    ///
    /// - Parameter key: identifies the document among unfinished ones. A partial document of that key is discarded.
    /// - Returns: the writer; nothing is written before its first call.
    /// - Throws: `StoreError`.
    func writer(for key: ItemKey) throws(StoreError) -> any StoreWriter

    /// Stages whole contents, as a writer would each of them.
    ///
    /// - Parameter contents: whole documents, small enough to be in memory.
    /// - Returns: for each content its staged document, or why there is none.
    func stage(_ contents: [DocumentContent]) async -> [Result<StagedDocument, StoreError>]

    /// Stages a stored document, to be published under another name or to the quarantine. It keeps its name until then.
    ///
    /// - Parameters:
    ///   - name: the document's name.
    ///   - digest: what it holds, as far as that is known.
    /// - Returns: the document.
    /// - Throws: `StoreError` with `.invalidName`.
    func staged(documentNamed name: String, holding digest: ContentDigest) throws(StoreError)
        -> StagedDocument

    /// Makes the bytes of finished writers durable, as one group.
    func flush(_ documents: [StagedDocument]) async throws(StoreError)

    /// Gives staged documents their names, in order, and makes the names durable.
    ///
    /// Where the publication replaces a document, a store with `versions` keeps the old one. Where the name holds the
    /// same content already, the name stays as it is. A stored document that has changed since it was staged is not
    /// moved to the quarantine. Without a `quarantine` nothing is published there.
    ///
    /// - Returns: the publications that were not done, each with its reason: the name holds something else, the bytes
    ///   are gone, the earlier version cannot be kept. Their bytes are where they were.
    /// - Throws: `StoreError` only for what no publication can get past, such as a full disk; the publications before
    ///   are done.
    func publish(_ publications: [Publication]) async throws(StoreError) -> [RefusedPublication]

    /// Drops a staged document that turned out not to be needed; one that has a name keeps it.
    func discard(_ document: StagedDocument) async

    /// Removes a stored document for good, with the versions that are kept of it.
    ///
    /// What somebody wrote stays: a document that does not hold what is recorded of it, and such versions.
    ///
    /// - Parameters:
    ///   - name: the document's name.
    ///   - digest: what is recorded of it.
    /// - Returns: whether there is nothing under the name now.
    /// - Throws: `StoreError`.
    func remove(documentNamed name: String, holding digest: ContentDigest) async throws(StoreError) -> Bool

    /// Removes staged documents that killed processes left.
    ///
    /// Called once, before any writer is made; pending publications are done by then.
    func removeAbandoned() async throws(StoreError)

    // MARK: Reading

    /// Opens a stored document, for reading only, for as long as a closure runs.
    ///
    /// A store whose documents are not files of this machine lends a temporary copy, and removes it when the closure
    /// has returned, thrown or been cancelled.
    ///
    /// - Parameters:
    ///   - name: the document's name.
    ///   - body: gets the file. It runs where the caller does.
    /// - Returns: what the closure returned or threw.
    /// - Throws: `StoreError`, with `.notFound` if there is no such document; the closure was not called then.
    func withFile<Value, Failure>(
        named name: String, _ body: (URL) async throws(Failure) -> Value
    ) async throws(StoreError) -> Result<Value, Failure>

    /// The very file that holds a document, for a program that reads it after the call.
    ///
    /// - Parameter name: the document's name.
    /// - Returns: the file, or `nil` if documents are not files of this machine.
    /// - Throws: `StoreError`, with `.notFound` if there is no such document.
    func localFile(named name: String) async throws(StoreError) -> URL?

    /// Those of the names that anything at all has: a document, a folder, a link.
    func held(of names: [String]) async throws(StoreError) -> Set<String>

    /// What is stored under names; those under which no document is are left out. Cheap: reads no content.
    func entries(of names: [String]) async throws(StoreError) -> [String: StoreEntry]

    /// The names in the store, its own bookkeeping left out, in byte order.
    func names() async throws(StoreError) -> [String]

    /// Reads a stored document again: what it holds now, or `nil` if there is no such document.
    func digest(ofDocumentNamed name: String) async throws(StoreError) -> ContentDigest?

    /// Reads a staged document again.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - algorithm: what to compute; SHA-256 is known already.
    /// - Returns: the digest in lower-case hexadecimal digits.
    /// - Throws: `StoreError`.
    func digest(
        of document: StagedDocument, _ algorithm: DigestAlgorithm
    ) async throws(StoreError) -> String

    /// How many bytes can still be written, or `nil` if that is not known.
    func freeSpace() async -> Int64?
}

extension Store {
    /// What is stored under a name, or `nil` for nothing; reads no content.
    public func entry(named name: String) async throws(StoreError) -> StoreEntry? {
        try await entries(of: [name])[name]
    }
}
