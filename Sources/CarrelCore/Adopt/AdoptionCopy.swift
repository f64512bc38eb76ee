import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Copies a file from outside into the store, and checks what was copied.
struct AdoptionCopy: Sendable {
    let store: any Store
    /// The largest document of a download, in bytes.
    let maxSize: Int64
    let now: @Sendable () -> Date

    /// Copies a file.
    ///
    /// - Parameters:
    ///   - adoption: the file.
    ///   - name: the name that its item was given.
    ///   - place: its place among the files.
    ///   - executor: where it is read, which blocks.
    /// - Returns: a receipt with the staged document.
    /// - Throws: `StoreError`, with `.incomplete` if it is not what was promised; nothing of it is left in the store.
    func receipt(
        _ adoption: Adoption, name: String, _ place: Int, on executor: BlockingExecutor
    ) async throws(StoreError) -> Receipt {
        let date = now()
        let wanted = adoption.wanted
        let reading = Task(executorPreference: executor) { @concurrent () -> Result<Copied, StoreError> in
            Result { () throws(StoreError) in try copy(adoption) }
        }
        let copied = try await reading.valueCancelledWithCaller.get()
        do {
            try await check(copied, DocumentPromise(wanted.item), adoption.path)
        } catch {
            await store.discard(copied.document)
            throw error
        }
        var origin = DocumentOrigin(url: wanted.item.url ?? "", validators: Validators())
        if wanted.item.promise != nil {
            origin.listed = wanted.item.listedVersion.map { ListedVersion($0, askedAt: date) }
        }
        let job = TransferJob(
            key: wanted.key, title: wanted.item.title, url: wanted.item.url ?? "", action: .download,
            promise: DocumentPromise(wanted.item), name: name, place: place)
        let representation = Receipt.Representation(
            origin: origin, mediaType: nil, beginning: copied.beginning)
        return Receipt(
            job, .staged(Receipt.Response(body: .staged(copied.document), representation: representation)),
            at: date, importedPromise: wanted.item.promise, remark: "imported from \(adoption.path)")
    }

    private struct Copied: Sendable {
        var document: StagedDocument
        var beginning: [UInt8]
    }

    private func copy(_ adoption: Adoption) throws(StoreError) -> Copied {
        // It drops what is left of a download that was broken off, too: the whole document is here.
        let writer = try store.writer(for: adoption.wanted.key)
        do throws(StoreError) {
            let beginning = try write(adoption, to: writer)
            try checkPieces(adoption, in: writer)
            return Copied(document: try writer.finish(), beginning: beginning)
        } catch {
            writer.discard()
            throw error
        }
    }

    /// Writes the file's bytes, and returns the first ones.
    private func write(_ adoption: Adoption, to writer: any StoreWriter) throws(StoreError) -> [UInt8] {
        var beginning: [UInt8] = []
        try adoption.read { (bytes: UnsafeRawBufferPointer) throws(StoreError) in
            if beginning.count < ContentSniff.length {
                beginning += bytes.prefix(ContentSniff.length - beginning.count)
            }
            if writer.bytesWritten + Int64(bytes.count) > maxSize {
                throw StoreError(
                    .incomplete, subject: adoption.path,
                    reason: "larger than the limit. Raise download.max-size, now \(ByteCount(maxSize))")
            }
            try writer.write(bytes)
        }
        return beginning
    }

    private func checkPieces(_ adoption: Adoption, in writer: any StoreWriter) throws(StoreError) {
        guard let pieces = adoption.wanted.item.pieces, let written = writer as? any PartialWriter else {
            return
        }
        var check = PieceCheck(pieces)
        try check.check(written, isWhole: true)
        guard let wrong = check.wrong else { return }
        throw StoreError(.incomplete, subject: adoption.path, reason: wrong.reason)
    }

    private func check(
        _ copied: Copied, _ promise: DocumentPromise, _ path: String
    ) async throws(StoreError) {
        func wrong(_ reason: String) -> StoreError { StoreError(.incomplete, subject: path, reason: reason) }
        if let suspicion = promise.suspicion(
            beginning: copied.beginning, count: copied.document.digest.size, isDecoded: false)
        {
            throw wrong(suspicion)
        }
        for expected in promise.digests
        where try await store.digest(of: copied.document, expected.algorithm) != expected.hex {
            throw wrong("its \(expected.algorithm.rawValue) digest is not the one that is promised")
        }
    }
}
