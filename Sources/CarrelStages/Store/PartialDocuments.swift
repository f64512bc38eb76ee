import CarrelHTTP
import CarrelModel

/// Keeps unfinished documents, so that a download can continue: an optional part of a store.
///
/// A partial document consists of bytes and a note that says to which version they belong. It is kept only if the note
/// allows continuing (`PartialNote.allowsResuming`). Bytes and note always match, even if the process is killed at any
/// moment.
///
/// **Calls.** One writer for a key at a time, including those of `Store.writer(for:)`. `writer(for:resuming:)` and the
/// methods of a `PartialWriter` block, like those of a `StoreWriter`.
public protocol PartialDocuments: Sendable {
    /// The partial documents that can be continued; also those that somebody is continuing, which say so if the store can tell.
    func partialDocuments() async throws(StoreError) -> [ItemKey: PartialDocument]

    /// Opens a writer that can be parked.
    ///
    /// - Parameters:
    ///   - key: identifies the document among unfinished ones.
    ///   - resuming: whether to continue the partial document of that key, if there is one; otherwise it is discarded.
    /// - Returns: the writer; it writes nothing before its first call.
    func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any PartialWriter

    /// Leaves a whole document that is not needed yet to a later process: unless it has been published by then,
    /// `Store.removeAbandoned` makes it a partial one that has every byte.
    ///
    /// Does nothing where the document is gone, or is on its way to its name on another machine.
    ///
    /// - Parameters:
    ///   - document: the staged document.
    ///   - key: identifies it among unfinished ones.
    ///   - note: what is known of its version, which allows continuing.
    func leave(_ document: StagedDocument, of key: ItemKey, _ note: PartialNote) async throws(StoreError)

    /// Removes leftovers of killed processes that cannot be continued.
    ///
    /// Called once, before any writer is made.
    func removeAbandonedPartials() async throws(StoreError)
}

/// Writes the bytes of a document that a later writer may continue.
///
/// Used from one thread at a time. If it is released without `finish()` or `park()`, it discards what it wrote.
public protocol PartialWriter: StoreWriter {
    /// The note on the bytes that are there; `nil` without one.
    var note: PartialNote? { get }

    /// Drops all bytes and starts over, with a note on the new bytes.
    func restart(_ note: PartialNote) throws(StoreError)

    /// Reads bytes that were already written.
    ///
    /// - Parameter range: a range within `bytesWritten`, of at most a few hundred KiB.
    /// - Returns: the bytes; fewer if the range ends after the last written byte.
    func read(_ range: Range<Int64>) throws(StoreError) -> [UInt8]

    /// Reads bytes that were already written, and computes their digest.
    ///
    /// - Parameters:
    ///   - range: a range within `bytesWritten`, of any length.
    ///   - algorithm: the algorithm.
    /// - Returns: the digest in lower-case hexadecimal digits.
    func digest(of range: Range<Int64>, _ algorithm: DigestAlgorithm) throws(StoreError) -> String

    /// Drops the bytes from a place on, and describes the others by another note.
    ///
    /// - Parameters:
    ///   - count: how many bytes stay, at most `bytesWritten`.
    ///   - note: the note on them.
    func truncate(to count: Int64, _ note: PartialNote) throws(StoreError)

    /// Keeps the bytes for a later writer of the same key, or discards them if the note does not allow continuing.
    func park()
}
