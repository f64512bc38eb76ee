import CarrelModel
import CarrelStages

/// Keeps new documents from inheriting versions: those of a document that had the name before and is no longer recorded.
extension CommitWork {
    /// The names of new documents under which somebody else left versions.
    func namesWithVersionsLeft(among group: [StagedReceipt]) async throws(StoreError) -> [String] {
        let new = group.filter(\.isNewName)
        guard let versions = store.versions, !new.isEmpty else { return [] }
        let held = try await versions.namesWithVersions(among: new.map(\.name))
        var left: [String] = []
        for staged in new where held.contains(staged.name) {
            if try await !ownsVersions(staged) { left.append(staged.name) }
        }
        return left
    }

    /// Whether the versions under a new document's name are its own: the item had a document before, or the document is
    /// there and only its record is new.
    private func ownsVersions(_ staged: StagedReceipt) async throws(StoreError) -> Bool {
        guard staged.stored == nil else { return false }
        if try await library.attempts(for: staged.key).contains(where: \.hadDocument) { return true }
        return await hasContent(staged)
    }
}

extension Store {
    /// Gives versions that stay under names which others get a name of their own; `Desk.prunable` finds them there.
    func partVersions(from names: [String]) async throws(StoreError) {
        for name in names {
            do throws(StoreError) {
                try await versions?.moveVersions(from: name, to: QuarantinedDocument.newToken(for: name))
            } catch  where error.concernsOne {
                // Those that cannot be moved stay, and no document waits for that.
            }
        }
    }

    /// Keeps documents that a killed process recorded from what others of their names left behind.
    ///
    /// - Parameters:
    ///   - pending: the publications that it recorded.
    ///   - library: the records.
    func partVersions(
        before pending: [Publication], recordedIn library: any Library
    ) async throws(StoreError) {
        let new = pending.filter(\.isOfNewDocument).map(\.name)
        guard let versions, !new.isEmpty else { return }
        let held = try await versions.namesWithVersions(among: new)
        guard !held.isEmpty else { return }
        for (key, name) in try await library.names(meeting: held.sorted()).names where held.contains(name) {
            // The newest attempt is the one that brought the document.
            let before = try await library.attempts(for: key).dropFirst()
            if !before.contains(where: \.hadDocument) { try await partVersions(from: [name]) }
        }
    }
}

extension Library {
    /// The attempts in which it is looked up whether an item had a document before.
    fileprivate func attempts(for key: ItemKey) async throws(StoreError) -> [Attempt] {
        try await attempts(for: key, limit: 50)
    }
}

extension Attempt {
    /// Whether the item had a document after it.
    fileprivate var hadDocument: Bool { outcome == .stored || outcome == .unchanged }
}

extension Publication {
    /// Whether the document had no name before, and takes the place of no other.
    fileprivate var isOfNewDocument: Bool {
        area == .documents && replaces == nil && succeeds == nil && moves == nil
    }
}
