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
/// A document that is not what was promised is published to the *quarantine* instead. So is a stored one that turned
/// out to be damaged, and what is in the quarantine can be published to a name: `staged(documentNamed:)` and
/// `staged(quarantined:)` stage without moving anything, so that every move is recorded before it happens.
///
/// **Guarantee.** A name in the store is either absent or the whole document. No step leaves part of one.
///
/// **Calls.** One writer for a key at a time. `publish` is idempotent: publishing again what was published is
/// no error and changes nothing. A fault of one publication is that one's alone.
///
/// **Names.** One path component, made safe by `DocumentName`; a store refuses any other.
///
/// **Cancellation.** Steps are short and run to their end; a cancelled task does not interrupt them.
///
/// **Errors.** `StoreError`; a full or read-only disk leaves what was stored before as it was.
///
/// **Concurrency.** Calls may overlap. None of the `async` ones blocks a cooperative thread. `writer(for:)` and
/// the methods of a `StoreWriter` do block: they are called from a thread that may.
public protocol Store: Sendable {
    /// The folder of the library, or `nil` for a store that keeps nothing on disk.
    var root: URL? { get }

    /// Opens a writer for a document's bytes.
    ///
    /// - Parameters:
    ///   - key: identifies the document among unfinished ones.
    ///   - resuming: whether to continue the partial document of that key, if there is one; otherwise an
    ///     existing one is discarded.
    /// - Returns: the writer; nothing is written before its first call.
    /// - Throws: `StoreError`.
    func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any StoreWriter

    /// Stages whole contents, as a writer would each of them.
    ///
    /// - Parameter contents: whole documents, small enough to be in memory.
    /// - Returns: for each content its staged document, or why there is none.
    func stage(_ contents: [DocumentContent]) async -> [Result<StagedDocument, StoreError>]

    /// The partial documents that can be continued, with what is known of each.
    func partials() async throws(StoreError) -> [ItemKey: PartialDocument]

    /// Makes the bytes of finished writers durable, as one group.
    func flush(_ documents: [StagedDocument]) async throws(StoreError)

    /// Gives staged documents their names, in order, and makes the names durable.
    ///
    /// Where the publication replaces a document, the old one is kept as a version if the store keeps versions.
    /// Where the name holds the same content already, the name stays as it is. A stored document that has changed
    /// since it was staged is not moved.
    ///
    /// - Returns: the publications that were not done, each with its reason: the name holds something else, the bytes
    ///   are gone, the earlier version cannot be kept. Their bytes are where they were.
    /// - Throws: `StoreError` only for what no publication can get past, such as a full disk; the publications before
    ///   are done.
    func publish(_ publications: [Publication]) async throws(StoreError) -> [RefusedPublication]

    /// Stages a stored document, to be published to the quarantine. It keeps its name until then.
    ///
    /// - Parameters:
    ///   - name: the document's name.
    ///   - digest: what it holds, as far as that is known.
    /// - Returns: the document.
    /// - Throws: `StoreError` with `.invalidName`.
    func staged(documentNamed name: String, holding digest: ContentDigest) throws(StoreError)
        -> StagedDocument

    /// Stages a document of the quarantine, to be published after all. It stays there until then.
    ///
    /// - Parameter name: its name in the quarantine.
    /// - Returns: the document with the digest of what it holds now.
    /// - Throws: `StoreError`, with `.notFound` where it is gone.
    func staged(quarantined name: String) async throws(StoreError) -> StagedDocument

    /// The names in the quarantine, in byte order.
    func quarantinedNames() async throws(StoreError) -> [String]

    /// Drops a staged document that turned out not to be needed; one that has a name keeps it.
    func discard(_ document: StagedDocument) async

    /// Those of the names that anything at all has: a document, a folder, a link.
    func held(of names: [String]) async throws(StoreError) -> Set<String>

    /// Those of the names under which no document is stored. Cheap: reads no content.
    func missing(of names: [String]) async throws(StoreError) -> Set<String>

    /// What is stored under a name, or `nil` for nothing. Cheap: reads no content.
    func entry(named name: String) async throws(StoreError) -> StoreEntry?

    /// The file that holds a stored document, for reading only.
    ///
    /// A store that keeps nothing on disk writes a temporary copy.
    func file(named name: String) async throws(StoreError) -> URL

    /// Reads a stored document again: what it holds now, or `nil` where there is no such document.
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

    /// The names in the store, its own bookkeeping left out, in byte order.
    func names() async throws(StoreError) -> [String]

    /// Removes documents from the quarantine for good; one that is not there is no error.
    func discard(quarantined names: [String]) async throws(StoreError)

    /// How many bytes can still be written, or `nil` where that is not known.
    func freeSpace() async -> Int64?

    /// Removes what killed processes left that can never be continued.
    ///
    /// Called once, before any writer is made; pending publications are done by then.
    func removeAbandoned() async throws(StoreError)
}

/// Writes the bytes of one document.
///
/// Used from one thread at a time.
public protocol StoreWriter: AnyObject, Sendable {
    /// How many bytes are written so far, those of an earlier try included.
    var bytesWritten: Int64 { get }

    /// What an earlier try noted of the bytes that are there, if it did.
    var note: PartialNote? { get }

    /// Drops all bytes and begins anew, with a note of what the new bytes are.
    func restart(_ note: PartialNote) throws(StoreError)

    /// Reads bytes that are written already.
    ///
    /// - Parameter range: a range within `bytesWritten`, of at most a few hundred KiB.
    /// - Returns: the bytes; fewer where the range leaves what is written.
    /// - Throws: `StoreError`.
    func read(_ range: Range<Int64>) throws(StoreError) -> [UInt8]

    /// Appends bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError)

    /// Ends the document: size and SHA-256 are known, the bytes await flush and publication.
    ///
    /// A writer that neither finished nor parked discards what it wrote.
    func finish() throws(StoreError) -> StagedDocument

    /// Keeps what is written, to be continued by a later writer for the key. Without a note that allows
    /// continuing, discards it.
    func park()

    /// Discards what is written.
    func discard()
}

extension StoreWriter {
    /// Appends bytes.
    public func write(_ bytes: [UInt8]) throws(StoreError) {
        // `withUnsafeBytes` knows no typed errors.
        try bytes.withUnsafeBytes { buffer in
            Result { () throws(StoreError) in try write(buffer) }
        }.get()
    }
}
