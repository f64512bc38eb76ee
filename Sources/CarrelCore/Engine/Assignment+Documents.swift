import CarrelBasics
import CarrelModel
import CarrelStages

/// What is known of the documents that are fetched.
extension Assignment: NamedDocuments {
    var lease: HostLease.Number? { leased?.number }

    func discarded(_ key: ItemKey) -> DiscardedDocument? {
        memory.items.isEmpty || isRequested(key) ? nil : memory.items[key]?.discarded
    }

    func formerDocument(
        of job: TransferJob, holding sha256: String
    ) async -> (key: ItemKey, document: StoredDocument)? {
        let former = await planned?.unlisted?.take(for: job.key, at: job.url, holding: sha256)
        if let former { counts.follow(former.key) }
        return former
    }

    func sharedURL(of job: TransferJob) -> String? {
        guard let url = plan.entries[job.place].item.url, parts.urls.isShared(url) else { return nil }
        return url
    }

    func name(of job: TransferJob, _ response: Receipt.Response) -> String {
        names.name(
            of: item(of: job), key: job.key, at: job.place, recorded: recorded(job.key).document?.name,
            findings: DocumentNames.Findings(
                contentDisposition: response.representation.contentDisposition,
                mediaType: response.representation.mediaType, beginning: response.representation.beginning))
    }

    private func item(of job: TransferJob) -> Item {
        if let naming = job.naming { return naming.value.item }
        return plan.entries[job.place].item
    }
}
