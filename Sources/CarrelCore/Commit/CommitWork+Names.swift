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
        let new = group.filter(\.isNewName)
        guard !new.isEmpty else { return group }
        let wanted = new.map(\.name) + new.flatMap { owner(of: $0)?.former($0.name, key: $0.key) ?? [] }
        let held = try await store.held(of: wanted)
        guard !held.isEmpty else { return group }
        var named: [StagedReceipt] = []
        for var staged in group {
            if staged.isNewName {
                if let former = await found(staged, among: held) {
                    staged = former
                } else if held.contains(staged.name) {
                    staged = try await moved(staged, leaving: false)
                }
            }
            named.append(staged)
        }
        return named
    }

    /// Chooses other names for new documents whose names are recorded for others: names that nobody looked up, or that
    /// somebody else was given since the plan was made.
    private func besideOthers(_ group: [StagedReceipt]) async throws(StoreError) -> [StagedReceipt] {
        let unsure = group.filter { $0.isNewName && areNamesKnown(to: $0) == false }.map(\.name)
        guard !unsure.isEmpty else { return group }
        var taken = TakenNames(try await library.names(meeting: unsure).names)
        var named: [StagedReceipt] = []
        for var staged in group {
            if staged.isNewName {
                if !taken.isFree(staged.name, for: staged.key) {
                    staged = try await moved(staged, leaving: true, beside: taken)
                }
                taken.add(DocumentName.collisionKey(staged.name), of: staged.key)
            }
            named.append(staged)
        }
        return named
    }

    /// Whether a document's name was given with all others in view; `nil` if nobody gave it.
    private func areNamesKnown(to staged: StagedReceipt) -> Bool? { owner(of: staged)?.areNamesKnown }

    /// Chooses other names for new versions of edited documents, which keep their names.
    private func besideEdited(_ group: [StagedReceipt]) async throws(StoreError) -> [StagedReceipt] {
        let names = group.filter(\.replacesUnasked).map(\.name)
        guard !names.isEmpty else { return group }
        let entries = try await store.entries(of: names)
        var named: [StagedReceipt] = []
        for staged in group {
            guard staged.replacesUnasked, let stored = staged.stored,
                let entry = entries[FileName(staged.name)],
                try await isEdited(stored, entry)
            else {
                named.append(staged)
                continue
            }
            var beside = staged
            if await hasContent(staged) {
                beside.isThere = true
                named.append(beside)
                continue
            }
            beside.edited = staged.name
            // An earlier suffix is removed before another is added.
            beside.name =
                stored.editedCopy == nil ? staged.name : DocumentName.removingSuffix(from: staged.name)
            // The edited document has its name, and the name without the suffix may be another item's by now.
            named.append(try await moved(beside, leaving: true))
        }
        return named
    }

    /// Whether somebody wrote into a document that is to be replaced.
    ///
    /// One that cannot be examined does not hold up the others of its group: the store refuses to replace it.
    private func isEdited(_ document: StoredDocument, _ entry: StoreEntry) async throws(StoreError) -> Bool {
        do throws(StoreError) {
            return try await store.isEdited(document, entry)
        } catch  where error.concernsOne {
            return false
        }
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

    /// Gives a document another name.
    ///
    /// - Parameters:
    ///   - staged: the document.
    ///   - leaving: whether its name is known to be taken; otherwise it stays if it is free after all.
    ///   - taken: names that are taken whatever the records say.
    /// - Returns: the document with its new name.
    private func moved(
        _ staged: StagedReceipt, leaving: Bool, beside taken: TakenNames = TakenNames()
    ) async throws(StoreError) -> StagedReceipt {
        var moved = staged
        for attempt in 0..<1000 {
            if attempt > 0 || !leaving, taken.isFree(moved.name, for: moved.key), try await isFree(moved) {
                return moved
            }
            guard let owner = owner(of: staged) else { break }
            moved.name = owner.alternative(to: staged.name, key: staged.key, attempt: attempt)
        }
        return moved
    }

    private func isFree(_ staged: StagedReceipt) async throws(StoreError) -> Bool {
        let name = staged.name
        if staged.edited == nil, staged.stored?.name == name { return true }
        if areNamesKnown(to: staged) == false {
            let recorded = TakenNames(try await library.names(meeting: [name]).names)
            guard recorded.isFree(name, for: staged.key) else { return false }
        }
        guard !(try await store.held(of: [name]).isEmpty) else { return true }
        // A file with the same content is the document: the database may have been lost.
        return await hasContent(staged)
    }

    /// Whether the file under a document's name has its content; a file that cannot be read does not count.
    func hasContent(_ staged: StagedReceipt) async -> Bool {
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
