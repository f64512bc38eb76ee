/// Writes the bytes of one document.
///
/// Used from one thread at a time.
public protocol StoreWriter: AnyObject, Sendable {
    /// How many bytes are written so far, those of an earlier try included.
    var bytesWritten: Int64 { get }

    /// Appends bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError)

    /// Ends the document: size and SHA-256 are known, the bytes await flush and publication.
    ///
    /// A writer that is let go of before discards what it wrote.
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
