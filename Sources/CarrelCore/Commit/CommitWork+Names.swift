import CarrelModel
import CarrelStages

/// Decides the names of the documents of a group.
extension CommitWork {
    /// Chooses other names for documents whose names hold something that must stay: an unknown file, or an edited
    /// document.
    func named(_ group: [StagedReceipt]) async throws(StoreError) -> [StagedReceipt] {
        try await besideOthers(try await besideForeign(try await besideEdited(group)))
    }

    /// Chooses other names for new documents if unknown files have their names.
    private func besideForeign(_ group: [StagedReceipt]) async throws(StoreError) -> [StagedReceipt] {
        let new = group.filter { $0.aside == nil && $0.stored?.name != $0.name }
        guard !new.isEmpty else { return group }
        let wanted = new.map(\.name) + new.flatMap { owner(of: $0)?.former($0.name, key: $0.key) ?? [] }
        let held = try await store.held(of: wanted)
        guard !held.isEmpty else { return group }
        var named: [StagedReceipt] = []
        for staged in group {
            guard staged.aside == nil, staged.stored?.name != staged.name else {
                named.append(staged)
                continue
            }
            if let found = await found(staged, among: held) {
                named.append(found)
            } else {
                named.append(held.contains(staged.name) ? try await moved(staged) : staged)
            }
        }
        return named
    }

    /// Chooses other names for new documents whose names somebody else was given since the plan was made.
    private func besideOthers(_ group: [StagedReceipt]) async throws(StoreError) -> [StagedReceipt] {
        let isShared = group.contains { owner(of: $0)?.lease != nil }
        guard isShared else { return group }
        let owners = try await library.owners(ofNames: group.filter(\.isNewName).map(\.name))
        var taken = Set<String>()
        var named: [StagedReceipt] = []
        for staged in group {
            var staged = staged
            if staged.isNewName {
                let isTaken = owners[staged.name].map { $0 != staged.key } ?? false
                if isTaken || taken.contains(staged.name) { staged = try await moved(staged) }
                taken.insert(staged.name)
            }
            named.append(staged)
        }
        return named
    }

    /// Chooses other names for new versions of edited documents, which keep their names.
    private func besideEdited(_ group: [StagedReceipt]) async throws(StoreError) -> [StagedReceipt] {
        let names = group.filter(\.replacesUnasked).map(\.name)
        guard !names.isEmpty else { return group }
        let entries = try await store.entries(of: names)
        var named: [StagedReceipt] = []
        for staged in group {
            guard staged.replacesUnasked, let stored = staged.stored, let entry = entries[staged.name],
                try await store.isEdited(stored, entry), await !hasContent(staged)
            else {
                named.append(staged)
                continue
            }
            var beside = staged
            beside.edited = staged.name
            beside.receipt.remark = "\(staged.name) was changed on disk, and stays"
            // An earlier suffix is removed before another is added.
            beside.name =
                stored.editedCopy == nil ? staged.name : DocumentName.removingSuffix(from: staged.name)
            named.append(try await moved(beside))
        }
        return named
    }

    /// The document under the name that it had before the records were lost, if its content is there.
    private func found(_ staged: StagedReceipt, among held: Set<String>) async -> StagedReceipt? {
        guard staged.stored == nil, let owner = owner(of: staged) else { return nil }
        for name in owner.former(staged.name, key: staged.key) where held.contains(name) {
            var found = staged
            found.name = name
            if await hasContent(found), owner.claim(name, instead: staged.name, for: staged.key) {
                return found
            }
        }
        return nil
    }

    private func moved(_ staged: StagedReceipt) async throws(StoreError) -> StagedReceipt {
        var moved = staged
        for attempt in 0..<1000 {
            // The edited document has its name, and the name without the suffix may be another item's by now.
            let isTried = attempt > 0 || staged.edited == nil && owner(of: staged)?.lease == nil
            if isTried, try await isFree(moved) { return moved }
            guard let owner = owner(of: staged) else { break }
            moved.name = owner.alternative(to: staged.name, key: staged.key, attempt: attempt)
        }
        return moved
    }

    private func isFree(_ staged: StagedReceipt) async throws(StoreError) -> Bool {
        let name = staged.name
        if staged.edited == nil, staged.stored?.name == name { return true }
        if owner(of: staged)?.lease != nil, let other = try await library.owners(ofNames: [name])[name],
            other != staged.key
        {
            return false
        }
        guard !(try await store.held(of: [name]).isEmpty) else { return true }
        // A file with the same content is the document: the database may have been lost.
        return await hasContent(staged)
    }

    /// Whether the file under a document's name has its content; a file that cannot be read does not count.
    private func hasContent(_ staged: StagedReceipt) async -> Bool {
        do {
            guard try await store.entry(named: staged.name)?.size == staged.document.digest.size else {
                return false
            }
            return try await store.digest(ofDocumentNamed: staged.name) == staged.document.digest
        } catch {
            return false
        }
    }

    private func owner(of staged: StagedReceipt) -> (any AssignedDocuments)? {
        assignment(staged.receipt.job.assignment)
    }
}
