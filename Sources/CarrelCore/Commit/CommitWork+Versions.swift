import CarrelModel
import CarrelStages

/// Keeps new documents from inheriting versions: those of a document that had the name before and is no longer recorded.
extension CommitWork {
    /// In how many attempts it is looked up whether an item had a document before.
    private static let attempts = 50

    /// The names of new documents under which somebody else left versions.
    func namesWithVersionsLeft(among group: [StagedReceipt]) async throws(StoreError) -> [String] {
        let new = group.filter(\.isNewName)
        guard let versions = store.versions, !new.isEmpty else { return [] }
        let held = try await versions.namesWithVersions(among: new.map(\.name))
        var left: [String] = []
        for staged in new where held.contains(staged.name) {
            if try await !hasVersions(staged) { left.append(staged.name) }
        }
        return left
    }

    /// Whether the versions under a new document's name are its own: the item had a document before, or the document is
    /// there and only its record is new.
    private func hasVersions(_ staged: StagedReceipt) async throws(StoreError) -> Bool {
        guard staged.stored == nil else { return false }
        let attempts = try await library.attempts(for: staged.key, limit: Self.attempts)
        if attempts.contains(where: { $0.outcome == .stored }) { return true }
        return await hasContent(staged)
    }
}

extension Store {
    /// Gives versions that stay under names which others get a name of their own; `Desk.prunable` finds them there.
    func partVersions(from names: [String]) async throws(StoreError) {
        for name in names {
            try await versions?.moveVersions(from: name, to: QuarantinedDocument.newToken(for: name))
        }
    }
}
