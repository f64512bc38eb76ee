/// Writes the bytes of one document.
///
/// Used from one thread at a time.
public protocol StoreWriter: AnyObject, Sendable {
    /// The number of bytes written so far, including those of an earlier try.
    var bytesWritten: Int64 { get }

    /// Appends bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError)

    /// Ends the document, and returns it with its size and SHA-256, ready for flush and publication.
    ///
    /// A writer that is released before this call discards what it wrote.
    func finish() throws(StoreError) -> StagedDocument

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
