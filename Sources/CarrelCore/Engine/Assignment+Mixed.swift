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
    /// they have come again, they are removed from it. The version that one replaced gets its name back until then. Without a
    /// quarantine they keep their names as failures, without validators, until they are replaced. Documents that were found
    /// unchanged get back their earlier validators.
    ///
    /// - Parameter run: the run, which may not have recorded yet how they ended.
    /// - Returns: a plan to fetch them again, over connections of their own; `nil` if there are none.
    /// - Throws: `StoreError`.
    func takeBackMixed(in run: Run) async throws(StoreError) -> Plan? {
        guard !trail.isEmpty else { return nil }
        let doubtful = trail.entries(over: await parts.fetcher.mixedConnections())
        guard !doubtful.isEmpty else { return nil }
        await run.waitUntilRecorded()
        let memory = try await parts.library.memory(
            ofItems: doubtful.map { key(of: plan.entries[$0.entry]) })
        var again = plan
        again.entries = []
        var changes: [LibraryChange] = []
        var publications: [Publication] = []
        var returning: [String: ItemKey] = [:]
        for (index, outcome, news) in doubtful {
            var entry = plan.entries[index]
            let key = key(of: entry)
            var document = memory[key]?.document
            if outcome == .stored, let stored = document {
                if parts.store.quarantine != nil {
                    let aside = AsideDocument(
                        try parts.store.staged(documentNamed: stored.name, holding: stored.digest), of: key,
                        named: stored.name, reason: Self.mixedReason, mediaType: stored.mediaType,
                        origin: stored.origin, at: parts.context.now())
                    changes += [.lost(key, reason: Self.mixedReason), aside.change]
                    publications.append(aside.publication)
                    if let (former, publicationBack) = try await formerVersion(of: key, named: stored.name) {
                        changes += [
                            .stored(key, title: entry.item.title, former, publicationBack),
                            .kept(key, former.digest, reason: Self.mixedReason),
                        ]
                        publications.append(publicationBack)
                        returning[stored.name] = key
                    }
                } else {
                    changes.append(.kept(key, stored.digest, reason: Self.mixedReason))
                }
                document = nil
            } else if outcome == .unchanged {
                // Of a document that it took over nothing is known at its own address.
                let origin = recorded(key).document?.origin
                let unknown = DocumentOrigin(url: entry.item.url ?? "", validators: Validators())
                changes.append(.confirmed(key, origin ?? unknown))
            }
            entry.action = document == nil ? .download : .revalidate
            entry.reason = Self.mixedReason
            again.entries.append(entry)
            counts.takeBack(outcome, news, ItemEvent(entry, of: plan.catalog), reason: Self.mixedReason)
        }
        // What returns is durable before anything says that it is there.
        try await parts.store.flush(publications.filter { $0.area == .documents }.map(\.document))
        try await parts.store.setAside(
            publications, recording: changes, in: parts.library, replacedBy: returning)
        return again
    }

    /// The version that a document replaced in this run, and how it gets its name back; `nil` if there was none, or it is
    /// not kept.
    private func formerVersion(
        of key: ItemKey, named name: String
    ) async throws(StoreError) -> (StoredDocument, Publication)? {
        guard var former = recorded(key).document, let versions = parts.store.versions,
            let version = try await versions.versions(ofDocumentNamed: name).last,
            try await versions.digest(of: version) == former.digest
        else { return nil }
        let staged = try await versions.staged(version)
        (former.name, former.storedAt) = (name, parts.context.now())
        return (former, Publication(document: staged, name: name))
    }

    private func key(of entry: PlanEntry) -> ItemKey {
        ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id)
    }
}
