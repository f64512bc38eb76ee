import Foundation

/// Keeps documents: the fifth stage.
///
/// A document goes through three steps, so that many can share the cost of making them durable:
/// *write* (`writer(for:)` … `finish()`: the bytes are beside their final place), *flush* (`flush(_:)`: the
/// bytes of a whole group are durable) and *publish* (`publish(_:as:)`: the name is there). Between flush and
/// publish the caller records the document, with everything that a `Publication` holds, so that a process
/// killed in between can publish again at the next start.
///
/// **Guarantee.** A name in the store is either absent or the whole document. No step leaves part of one.
///
/// **Calls.** One writer for a key at a time. `publish` is idempotent: publishing again what was published is
/// no error and changes nothing.
///
/// **Names.** One path component, made safe by `DocumentName`; a store refuses any other.
///
/// **Cancellation.** Steps are short and run to their end; a cancelled task does not interrupt them.
///
/// **Errors.** `StoreError`; a full or read-only disk leaves what was stored before as it was.
///
/// **Concurrency.** Calls may overlap. None blocks a cooperative thread, except the methods of a
/// `StoreWriter`, which are called from a fetcher's thread.
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
    func writer(for key: ItemKey, resuming: Bool) async throws(StoreError) -> any StoreWriter

    /// The partial documents that can be continued, with what is known of each.
    func partials() async throws(StoreError) -> [ItemKey: PartialDocument]

    /// Makes the bytes of finished writers durable, as one group.
    func flush(_ documents: [StagedDocument]) async throws(StoreError)

    /// Gives staged documents their names, in order, and makes the names durable.
    ///
    /// Where the publication replaces a document, the old one is kept as a version if the store keeps versions.
    /// Where the name holds the same content already, the name stays as it is.
    ///
    /// - Returns: the publications that were not done, because their name holds something else.
    /// - Throws: `StoreError`; the publications before the one that failed are done.
    func publish(_ publications: [Publication]) async throws(StoreError) -> [Publication]

    /// Drops a staged document that turned out not to be needed.
    func discard(_ document: StagedDocument) async

    /// Whether anything at all has a name: a document, a folder, a link.
    func holds(name: String) async throws(StoreError) -> Bool

    /// What is stored under a name, or `nil` for nothing. Cheap: reads no content.
    func entry(named name: String) async throws(StoreError) -> StoreEntry?

    /// The file that holds a stored document, for reading only.
    ///
    /// A store that keeps nothing on disk writes a temporary copy.
    func file(named name: String) async throws(StoreError) -> URL

    /// Reads a stored document again: what it holds now, or `nil` where there is no such document.
    func digest(ofDocumentNamed name: String) async throws(StoreError) -> ContentDigest?

    /// The names in the store, its own bookkeeping left out, in byte order.
    func names() async throws(StoreError) -> [String]

    /// Takes a damaged document out of its name, keeping it aside.
    func setAside(documentNamed name: String) async throws(StoreError)

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
