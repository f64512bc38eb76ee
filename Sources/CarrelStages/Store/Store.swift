import CarrelHTTP
import CarrelModel
import Foundation

/// Keeps documents: the fifth stage.
///
/// A document goes through three steps, so that many documents share the cost of making them durable: *stage*
/// (`writer(for:)` … `finish()`, or `stage(_:)` for a group of small ones) writes the bytes beside their final place,
/// *flush* (`flush(_:)`) makes the bytes of a group durable, and *publish* (`publish(_:)`) gives them their names.
/// Between flush and publish the caller records the documents and their `Publication`s, so that after a crash the next
/// start can publish again.
///
/// **Parts.** A store may have optional parts, each a protocol of its own: `partials` keeps unfinished downloads,
/// `versions` keeps replaced documents, `quarantine` keeps documents that are not what was promised, `transfer` moves all
/// of them to another store. A store that wraps another passes them on. Without them, a run starts downloads over,
/// replaces documents, and discards wrong content and lets the item fail.
///
/// **Guarantee.** At a name in the store is the whole document or nothing. No step leaves part of a document.
///
/// **Calls.** One writer for a key at a time. `publish` is idempotent: publishing a document again changes nothing. If
/// one publication fails, the others go on.
///
/// **Names.** Path components with slashes between them, made safe by `DocumentName`; a store refuses any other name.
///
/// **Cancellation.** The steps are short; a cancelled task does not interrupt them.
///
/// **Errors.** `StoreError`; a full or read-only disk leaves the stored documents as they were.
///
/// **Concurrency.** Calls may overlap. The `async` calls block no cooperative thread. `writer(for:)` and the methods of
/// a `StoreWriter` block, so call them from a thread that may block.
public protocol Store: StoredDocuments {
    /// How many bytes of staged documents may wait for their flush; `nil` for any number.
    ///
    /// A store that sends documents to another machine asks for this limit: no further ones are fetched while more wait.
    var stagingRoom: Int64? { get }

    // MARK: Parts

    /// Keeps unfinished documents; `nil` if the store does not.
    var partials: (any PartialDocuments)? { get }

    /// Keeps replaced documents; `nil` if the store does not.
    var versions: (any DocumentVersions)? { get }

    /// Keeps documents that are not what was promised; `nil` if the store does not.
    var quarantine: (any Quarantine)? { get }

    /// Gives what it keeps to another store, and takes what another one kept; `nil` if the store does not.
    var transfer: (any DocumentTransfer)? { get }

    // MARK: Writing

    /// Gets ready to be written to, in the library as it is now.
    ///
    /// Called whenever the library was locked. A store whose library is taken away after that writes nowhere else: `flush`
    /// and `publish` throw `StoreError` with `.gone`.
    func prepare() async throws(StoreError)

    /// Opens a writer for a new document.
    ///
    /// - Parameter key: identifies the document among unfinished ones. A partial document of that key is discarded.
    /// - Returns: the writer; it writes nothing before its first call.
    func writer(for key: ItemKey) throws(StoreError) -> any StoreWriter

    /// Stages a group of whole documents, each as a writer would.
    ///
    /// - Parameter contents: whole documents, small enough to be in memory.
    /// - Returns: for each content, in order, its staged document or the error.
    func stage(_ contents: [DocumentContent]) async -> [Result<StagedDocument, StoreError>]

    /// Stages a stored document, to be published under another name or into the quarantine. It keeps its name until
    /// then.
    ///
    /// - Parameters:
    ///   - name: the document's name.
    ///   - digest: its recorded content; the document is not read again.
    /// - Throws: `StoreError` with `.invalidName`.
    func staged(documentNamed name: String, holding digest: ContentDigest) throws(StoreError)
        -> StagedDocument

    /// Makes the bytes of finished writers durable, as one group; a document that is gone is left to `publish`.
    func flush(_ documents: [StagedDocument]) async throws(StoreError)

    /// Gives staged documents their names, in order, and makes the names durable.
    ///
    /// If a publication replaces a document, a store with `versions` keeps the old one. If the name holds the same
    /// content already, nothing happens. A stored document that has changed since it was staged is not moved to the
    /// quarantine. A store without `quarantine` refuses publications into it.
    ///
    /// - Returns: the publications that failed, each with the reason: the name holds something else, the bytes are
    ///   gone, or the earlier version cannot be kept. Their bytes stay where they are.
    /// - Throws: `StoreError` only if no further publication can succeed, as on a full disk; earlier ones are done.
    func publish(_ publications: [Publication]) async throws(StoreError) -> [RefusedPublication]

    /// Drops a staged document that is not needed; a document that has a name keeps it.
    func discard(_ document: StagedDocument) async

    /// Removes a stored document for good, with its versions.
    ///
    /// Edits stay: a document that does not have its recorded content is not removed, nor is an edited version. Versions
    /// that cannot be removed stay, too, and do not keep the document. What keeps it is found out before anything is removed.
    ///
    /// - Parameters:
    ///   - name: the document's name.
    ///   - digest: its recorded content.
    /// - Returns: whether the name is free now.
    func remove(documentNamed name: String, holding digest: ContentDigest) async throws(StoreError) -> Bool

    /// Removes staged documents that killed processes left behind, but for those that they left to be continued.
    ///
    /// Called once, before any writer is made, and after the pending publications were done.
    func removeAbandoned() async throws(StoreError)

    // MARK: Looking

    /// Those of the names that are taken by anything: a document, a folder or a link.
    func held(of names: [String]) async throws(StoreError) -> Set<String>

    /// What would keep documents that are missing from their names: a folder or a link that has one, or that of a folder.
    ///
    /// - Parameter names: the names of the documents.
    /// - Returns: why `publish` would refuse them, by name; nothing for those that can be stored again.
    func obstacles(at names: [String]) async throws(StoreError) -> [FileName: StoreError]

    /// Reads a staged document and computes a digest.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - algorithm: the algorithm; for SHA-256 the document is not read, because the digest is known.
    /// - Returns: the digest in lower-case hexadecimal digits.
    func digest(
        of document: StagedDocument, _ algorithm: DigestAlgorithm
    ) async throws(StoreError) -> String

    /// How many bytes can still be written; `nil` if unknown.
    func freeSpace() async -> Int64?
}

extension Store {
    /// It neither gives nor takes what is kept.
    public var transfer: (any DocumentTransfer)? { nil }

    /// No limit.
    public var stagingRoom: Int64? { nil }

    /// Only documents have names.
    public func obstacles(at names: [String]) async throws(StoreError) -> [FileName: StoreError] { [:] }

    /// There is nothing to get ready.
    public func prepare() async throws(StoreError) {}
}
