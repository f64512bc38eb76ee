import CarrelModel

/// Keeps unfinished documents, so that a download goes on where it ended: a part that a store may have.
///
/// A partial document is bytes with a note of the version that they belong to. Without a note that allows continuing
/// (`PartialNote.allowsResuming`) none is kept. Bytes and note always belong together, also after the process was killed
/// at any instant.
///
/// **Calls.** One writer for a key at a time, those of `Store.writer(for:)` included. `writer(for:resuming:)` and the
/// methods of a `PartialWriter` block, as those of `Store` do.
public protocol PartialDocuments: Sendable {
    /// The partial documents that can be continued, with what is known of each.
    func partialDocuments() async throws(StoreError) -> [ItemKey: PartialDocument]

    /// Opens a writer that can be parked.
    ///
    /// - Parameters:
    ///   - key: identifies the document among unfinished ones.
    ///   - resuming: whether to continue the partial document of that key, if there is one; otherwise an
    ///     existing one is discarded.
    /// - Returns: the writer; nothing is written before its first call.
    /// - Throws: `StoreError`.
    func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any PartialWriter

    /// Removes what killed processes left that can never be continued.
    ///
    /// Called once, before any writer is made.
    func removeAbandonedPartials() async throws(StoreError)
}

/// Writes the bytes of a document that a later writer may continue.
///
/// Used from one thread at a time. It discards what it wrote if it is let go of without having been finished or parked.
public protocol PartialWriter: StoreWriter {
    /// What the bytes are that are there, if somebody noted it.
    var note: PartialNote? { get }

    /// Drops all bytes and begins anew, with a note of what the new bytes are.
    func restart(_ note: PartialNote) throws(StoreError)

    /// Reads bytes that are written already.
    ///
    /// - Parameter range: a range within `bytesWritten`, of at most a few hundred KiB.
    /// - Returns: the bytes; fewer where the range leaves what is written.
    /// - Throws: `StoreError`.
    func read(_ range: Range<Int64>) throws(StoreError) -> [UInt8]

    /// Keeps what is written, to be continued by a later writer for the key. Without a note that allows
    /// continuing, discards it.
    func park()
}
