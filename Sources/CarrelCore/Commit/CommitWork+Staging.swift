import CarrelBasics
import CarrelModel
import CarrelStages

/// Stages the documents of a group, and sorts out those that need not be stored.
extension CommitWork {
    /// Stages the documents in memory, and concludes receipts that fail or whose document is stored already.
    ///
    /// - Parameters:
    ///   - receipts: the receipts, in order.
    ///   - others: gets the records of those that are concluded.
    /// - Returns: those to store or to set aside, in order; and the error if the library can no longer be written to.
    func stage(
        _ receipts: [Receipt], _ others: inout CommitRecords
    ) async -> (staged: [StagedReceipt], failure: StoreError?) {
        let shared = await storedForOthers(receipts)
        var results = await store.stage(receipts.compactMap(\.contentInMemory)).makeIterator()
        var staged: [StagedReceipt] = []
        staged.reserveCapacity(receipts.count)
        var failure: StoreError?
        for receipt in receipts {
            guard let response = receipt.response else { continue }
            switch Self.document(of: response, staged: &results) {
            case .success(let document):
                let other = shared[receipt.job.key]
                if let new = await sorted(receipt, response, document, other, &others) { staged.append(new) }
            case .failure(let error) where error.endsRun:
                failure = failure ?? error
                await refuse([receipt], because: error)
            case .failure(let error): fail(receipt, reason: error.description, &others)
            }
        }
        return (staged, failure)
    }

    /// The staged document of a response: it was staged while it came, or is the next one that was in memory.
    private static func document(
        of response: Receipt.Response,
        staged results: inout IndexingIterator<[Result<StagedDocument, StoreError>]>
    ) -> Result<StagedDocument, StoreError> {
        switch response.body {
        case .staged(let staged): .success(staged)
        case .content:
            results.next()
                ?? .failure(
                    StoreError(.system, subject: "a document", reason: "the store did not take it"))
        }
    }

    /// A receipt whose document is to be stored or set aside; `nil` if it was concluded.
    private func sorted(
        _ receipt: Receipt, _ response: Receipt.Response, _ document: StagedDocument,
        _ shared: SharedDocument?, _ others: inout CommitRecords
    ) async -> StagedReceipt? {
        guard let owner = assignment(receipt.job.assignment) else { return nil }
        let (stored, isMissing) = owner.recorded(receipt.job.key)
        let aside = receipt.aside
        if let aside, store.quarantine == nil {
            await store.discard(document)
            fail(receipt, reason: aside.reason, &others)
            return nil
        }
        let isStored = !isMissing && stored?.isCurrent(document.digest.sha256) == true
        if aside != nil, let discarded = owner.discarded(receipt.job.key),
            discarded.sha256 == document.digest.sha256
        {
            await keep(
                receipt, response, document, stored: stored,
                because: "the server sent what was discarded before", &others)
            discardAgain(receipt, response, document, instead: discarded, &others)
            return nil
        }
        // A person accepted it, unless it was stored before anybody doubted it.
        if isStored, aside == nil || !receipt.job.promise.contradicts(stored) {
            let remark = aside.map { "the server sent what is stored, although: \($0.reason)" }
            await keep(receipt, response, document, stored: stored, because: remark, &others)
            if aside == nil, let promise = stored.flatMap({ receipt.job.promise.excusedSize(of: $0) }) {
                others.changes.append(.accepted(receipt.job.key, promise: promise))
            }
            return nil
        }
        if stored == nil, aside == nil, let shared, shared.document.sha256 == document.digest.sha256 {
            let remark = "it is \(shared.document.name), of another catalogue"
            await keep(receipt, response, document, stored: nil, because: remark, &others)
            return nil
        }
        if stored == nil, aside == nil,
            let (former, held) = await owner.formerDocument(
                of: receipt.job, holding: document.digest.sha256),
            !others.handsOver(former)
        {
            others.changes.append(.handedOver(from: former, to: receipt.job.key))
            await keep(
                receipt, response, document, stored: held,
                because: "it is \(held.name), which came from \(held.listedURL) before",
                &others)
            return nil
        }
        return StagedReceipt(
            .init(
                receipt: receipt, response: response, aside: aside, document: document, stored: stored,
                read: stored == nil ? owner.read(receipt.job.key) : nil),
            name: owner.name(of: receipt.job, response))
    }

    /// Records what speaks by now against a document that somebody discarded, which says when to fetch it again, and its
    /// validators.
    private func discardAgain(
        _ receipt: Receipt, _ response: Receipt.Response, _ document: StagedDocument,
        instead discarded: DiscardedDocument, _ others: inout CommitRecords
    ) {
        guard let reason = receipt.aside?.reason else { return }
        var origin = response.representation.origin
        // Of what nobody wants, it does not count.
        origin.listed = nil
        guard reason != discarded.reason || origin != discarded.origin else { return }
        let again = QuarantinedDocument(
            key: receipt.job.key, token: document.token, name: document.token, reason: reason,
            digest: document.digest, mediaType: response.representation.mediaType, origin: origin,
            date: receipt.tries.began)
        others.changes.append(.discarded(again))
    }

    private func fail(_ receipt: Receipt, reason: String, _ others: inout CommitRecords) {
        let hasStored = assignment(receipt.job.assignment)?.recorded(receipt.job.key).document != nil
        let failed = receipt.ending(.failed(reason: reason, updateAvailable: hasStored))
        others.add(failed, ticket(failed))
        conclude([failed])
    }

    /// Keeps the stored document, because the server sent the same bytes again or only what was discarded before.
    ///
    /// - Parameters:
    ///   - receipt: the receipt.
    ///   - response: what came.
    ///   - document: the same, staged.
    ///   - stored: the stored document.
    ///   - remark: what is remarkable about it, for the record.
    ///   - others: gets the records.
    private func keep(
        _ receipt: Receipt, _ response: Receipt.Response, _ document: StagedDocument,
        stored: StoredDocument?, because remark: String?, _ others: inout CommitRecords
    ) async {
        await store.discard(document)
        // The validators of the discarded content do not apply to the stored document.
        let origin = receipt.aside == nil ? nil : stored?.origin
        var unchanged = receipt.ending(.unchanged(origin ?? response.representation.origin))
        if let remark { unchanged = unchanged.remarked(remark) }
        if receipt.aside == nil {
            unchanged = unchanged.noting(document.digest)
            if let stored, stored.digest == document.digest {
                others.changes += Self.sentAgain(stored, as: response, for: receipt.job.key)
            }
        }
        others.add(unchanged, ticket(unchanged))
        conclude([unchanged])
    }

    /// What the server says of a stored document by sending it: it is the server's version now, also if somebody restored it.
    private static func sentAgain(
        _ stored: StoredDocument, as response: Receipt.Response, for key: ItemKey
    ) -> [LibraryChange] {
        var changes: [LibraryChange] = []
        if stored.isRestored { changes.append(.restored(key, over: nil)) }
        if let declared = response.representation.mediaType, declared != stored.mediaType {
            changes.append(.declared(key, declared))
        }
        return changes
    }
}

extension Receipt {
    /// The document that came whole and waits in memory; `nil` if it was staged while it came.
    fileprivate var contentInMemory: DocumentContent? {
        guard case .content(let bytes) = response?.body else { return nil }
        return DocumentContent(key: job.key, bytes: bytes)
    }
}
