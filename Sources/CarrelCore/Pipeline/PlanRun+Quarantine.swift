import Foundation

/// What a run does with bodies that are not what was promised.
extension PlanRun {
    /// Puts what is not what was promised into the quarantine, in the place of what came for the item before.
    func setAside(
        _ job: DownloadQueue.Job, _ event: ItemEvent, _ body: ItemTransfer.Body,
        _ representation: ItemTransfer.Representation, _ attempt: Attempt
    ) async -> DownloadQueue.Outcome {
        let reason = attempt.reason ?? ""
        let name = name(of: job.entry, key: event.key, representation)
        let token: String
        let earlier: [QuarantinedDocument]
        do {
            token = try await pipeline.store.quarantine(body.document, as: name)
            earlier = try await pipeline.library.quarantinedDocuments().filter { $0.key == event.key }
        } catch {
            return stop(event, error)
        }
        counts.add(.quarantined(event, reason: reason))
        committer.add([
            .quarantined(
                QuarantinedDocument(
                    key: event.key, token: token, name: name, reason: reason, digest: body.document.digest,
                    mediaType: representation.mediaType, origin: representation.origin,
                    date: pipeline.context.now(), isWhole: body.isWhole)),
            .attempt(attempt, updateAvailable: false),
        ])
        // A file that is left behind here is in nobody's way.
        try? await pipeline.store.discard(quarantined: earlier.filter { !$0.wasStored }.map(\.token))
        return .failed(reason: reason)
    }

    /// Removes from the quarantine what has been superseded: the right document has come since.
    func discardSuperseded() async {
        do {
            let entries = try await pipeline.library.quarantinedDocuments().filter {
                $0.key.catalog == plan.catalog
            }
            guard !entries.isEmpty, failure == nil else { return }
            let memory = try await pipeline.library.memory(of: plan.catalog)
            let superseded = entries.filter { entry in
                !entry.wasStored
                    && memory.items[entry.key].map { $0.lastFailure == nil && $0.document != nil } ?? false
                    && (memory.items[entry.key]?.document?.storedAt ?? .distantPast) >= entry.date
            }
            guard !superseded.isEmpty else { return }
            try await pipeline.discard(superseded)
        } catch {
            // The next run tidies up.
        }
    }
}
