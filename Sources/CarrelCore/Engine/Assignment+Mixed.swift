import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Takes back documents that came over mixed connections, which brought more than was requested.
extension Assignment {
    /// Why a document is fetched again.
    static let mixedReason =
        "the server sent more than it was asked for over this document's connection"

    /// Takes back the results that came over mixed connections, because they may be the content of other documents.
    ///
    /// Stored documents go to the quarantine at once, so that they do not count as stored, whatever happens next; once
    /// they have come again, they are removed from it. The version that one replaced gets its name back until then. What cannot
    /// be set aside, and all of them without a quarantine, keep their names as failures, without validators, until they are
    /// replaced. Documents that were found unchanged get back their earlier validators.
    ///
    /// - Parameter run: the run, which may not have recorded yet how they ended.
    /// - Returns: a plan to fetch them again, over connections of their own; `nil` if there are none.
    func takeBackMixed(in run: Run) async throws(StoreError) -> Plan? {
        guard !trail.isEmpty else { return nil }
        let doubtful = trail.entries(over: await parts.fetcher.mixedConnections())
        guard !doubtful.isEmpty else { return nil }
        await run.waitUntilRecorded()
        let memory = try await parts.library.memory(
            ofItems: doubtful.map { plan.key(at: $0.entry) })
        var again = plan
        again.entries = []
        var corrections = Corrections()
        for (index, outcome, news) in doubtful {
            var entry = plan.entries[index]
            let key = plan.key(of: entry)
            var document = memory[key]?.document
            if outcome == .stored, let stored = document {
                try await takeBack(stored, of: entry, &corrections)
                document = nil
            } else if outcome == .unchanged {
                corrections.changes.append(.confirmed(key, earlierOrigin(of: entry)))
            }
            entry.action = document == nil ? .download : .revalidate
            entry.reason = Self.mixedReason
            again.entries.append(entry)
            counts.takeBack(
                outcome, news, ItemEvent(entry, of: plan.catalog), reason: Self.mixedReason,
                isDiscarded: memory[key]?.isDiscarded == true)
        }
        try await record(corrections)
        return again
    }

    /// What is to be recorded and published for documents that are taken back.
    private struct Corrections {
        var changes: [LibraryChange] = []
        var aside: [TakenBack] = []

        var publications: [Publication] {
            aside.flatMap { [$0.publication, $0.returning].compactMap(\.self) }
        }
    }

    /// A document that is set aside.
    private struct TakenBack {
        let key: ItemKey
        /// What is recorded of it while it has its name.
        let document: StoredDocument
        /// Gives it its name in the quarantine.
        let publication: Publication
        /// Gives the version that it replaced its name back; `nil` if there was none.
        let returning: Publication?

        /// What holds once this was done, given what was refused.
        func conclusions(_ refused: [Publication: RefusedPublication]) -> [LibraryChange] {
            let refusal = refused[publication]
            let changes = refusal?.corrections(of: key, before: nil) ?? []
            if let returning, refused[returning] == nil { return changes }
            // It has its name still, or nothing has it.
            if refusal != nil {
                return changes + [.kept(key, document, reason: Assignment.mixedReason)]
            }
            let failed = returning.flatMap { refused[$0] }?.corrections(of: key, before: nil)
            return failed ?? [.lost(key, reason: Assignment.mixedReason)]
        }
    }

    /// Sets a stored document aside, and has the version that it replaced return; without a quarantine it keeps its name.
    private func takeBack(
        _ stored: StoredDocument, of entry: PlanEntry, _ corrections: inout Corrections
    ) async throws(StoreError) {
        let key = plan.key(of: entry)
        // Whatever happens next, no server may confirm it.
        var doubtful = stored.unconfirmed
        doubtful.fileTime = stored.fileTime
        corrections.changes.append(.kept(key, doubtful, reason: Self.mixedReason))
        guard parts.store.quarantine != nil else { return }
        let aside = AsideDocument(
            try parts.store.staged(documentNamed: stored.name, holding: stored.digest), of: key,
            named: stored.name, reason: Self.mixedReason, mediaType: stored.mediaType,
            origin: stored.origin, at: parts.context.now())
        corrections.changes.append(aside.change)
        let version = try await formerVersion(of: key, named: stored.name)
        corrections.aside.append(
            TakenBack(
                key: key, document: doubtful, publication: aside.publication, returning: version?.publication)
        )
        guard let (former, publication) = version else { return }
        corrections.changes += [
            .stored(key, title: entry.item.title, former, publication),
            .kept(key, former.unconfirmed, reason: Self.mixedReason),
        ]
    }

    /// Where a document came from before this run; of one that it took over nothing is known at its own address.
    private func earlierOrigin(of entry: PlanEntry) -> DocumentOrigin {
        recorded(plan.key(of: entry)).document?.origin
            ?? DocumentOrigin(url: entry.item.url ?? "", validators: Validators())
    }

    private func record(_ corrections: Corrections) async throws(StoreError) {
        // What returns is durable before anything says that it is there.
        try await parts.store.flush(corrections.aside.compactMap { $0.returning?.document })
        try await parts.store.publish(
            corrections.publications, recording: corrections.changes, in: parts.library
        ) { refused in
            let refusals = Dictionary(refused.map { ($0.publication, $0) }) { first, _ in first }
            return corrections.aside.flatMap { $0.conclusions(refusals) }
        }
    }

    /// The version that a document replaced in this run, and how it gets its name back; `nil` if there was none, or it is
    /// not kept.
    private func formerVersion(
        of key: ItemKey, named name: String
    ) async throws(StoreError) -> (document: StoredDocument, publication: Publication)? {
        guard var former = recorded(key).document, let versions = parts.store.versions,
            let version = try await versions.versions(ofDocumentNamed: name).last,
            try await versions.digest(of: version) == former.digest
        else { return nil }
        let staged = try await versions.staged(version)
        (former.name, former.storedAt) = (name, parts.context.now())
        return (former, Publication(document: staged, name: name))
    }
}
