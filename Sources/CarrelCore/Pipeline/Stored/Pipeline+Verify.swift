import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

extension Pipeline {
    /// Reads every stored document again and compares it with its record.
    ///
    /// Another process may write to the library meanwhile: a document that differs is compared with its current record.
    ///
    /// - Parameters:
    ///   - repairs: whether to set damaged files aside and forget damaged and missing documents, so that they are fetched
    ///     again, and to record new names and unlisted files of the quarantine. Documents that nothing could fetch again,
    ///     and files that may not be read, stay as they are. Only for the process that holds the library's lock.
    ///   - isFast: whether a document is read only if its size, its time, or the digest that the store's service computed,
    ///     are not the recorded ones.
    ///   - others: the pipelines of other catalogues, by their locations: their planners know what is fetched again.
    ///   - report: called for each name: recorded ones in the order of their names, then unknown files, then unlisted
    ///     files of the quarantine.
    ///   - isWritten: whether somebody may be writing to the library: otherwise nobody is about to give a name to what is
    ///     recorded.
    /// - Throws: `PipelineError`; failures of single documents are reported instead.
    public func verify(
        repairs: Bool, isFast: Bool = false, others: [String: Pipeline] = [:],
        report: (Verification) -> Void, isWritten: () async -> Bool = { true }
    ) async throws(PipelineError) {
        try await asPipelineError { () async throws(StoreError) in
            var beside: [StoredDocument] = []
            var moves: [ItemKey: DocumentMove]?
            var followed: [ItemKey: String] = [:]
            var refetching = Refetching(library: library)
            var left: [Publication] = []
            let documents = try await documents()
            let digests = Dictionary(grouping: documents, by: \.1.digest)
            for (key, document) in documents {
                if document.editedCopy != nil { beside.append(document) }
                if Task.isCancelled { break }
                if isFast, try await store.entry(named: document.name)?.seems(document) == true {
                    report(
                        Verification(
                            name: document.name, state: .intact, key: key, recorded: document.digest))
                    continue
                }
                if let move = moves?[key] {
                    report(Verification(move, isRecorded: followed[key] == move.name))
                    continue
                }
                guard var result = try await check(key, document, &left, isWritten) else { continue }
                if result.state == .damaged, let found = result.found, digests[found] != nil {
                    // It is the content of another document: somebody gave that one this name.
                    result.state = .edited
                }
                if result.state == .missing || result.state == .edited, moves == nil {
                    let found = try await movedDocuments()
                    moves = found
                    // All at once: some may have each other's names.
                    if repairs { followed = try await follow(found.values.sorted { $0.name < $1.name }) }
                    if let move = found[key] {
                        result = Verification(move, isRecorded: followed[key] == move.name)
                    }
                }
                if repairs, result.isRepairable {
                    let way = try await refetching.way(for: key, by: others[key.catalog] ?? self)
                    try await repair(&result, key, way)
                }
                report(result)
            }
            let moved = Set(moves?.values.map { FileName($0.name) } ?? [])
            if !Task.isCancelled {
                try await reportUnknown(adopts: repairs, copiesOf: beside, besides: moved, report)
            }
        }
        if Task.isCancelled { throw .cancelled }
    }

    /// Records the files of the quarantine that have no record; only for the process that holds the library's lock.
    public func adoptUnlisted() async throws(PipelineError) {
        try await asPipelineError { () async throws(StoreError) in
            for token in try await unlistedInQuarantine() { try? await adopt(unlisted: token) }
        }
    }

    /// The names that somebody gave documents since the last sync, by the recorded ones; nothing is recorded.
    ///
    /// - Returns: the names.
    public func renamedDocuments() async throws(PipelineError) -> [String: String] {
        try await asPipelineError { () async throws(StoreError) in
            let moves = try await movedDocuments().values
            return Dictionary(moves.map { ($0.document.name, $0.name) }) { first, _ in first }
        }
    }

    private func documents() async throws(StoreError) -> [(ItemKey, StoredDocument)] {
        var documents: [(ItemKey, StoredDocument)] = []
        for location in try await library.locations() {
            for (key, memory) in try await library.memory(of: location).items {
                if let document = memory.document { documents.append((key, document)) }
            }
        }
        return documents.sorted { $0.1.name < $1.1.name }
    }

    /// The documents that are there under other names, by item.
    private func movedDocuments() async throws(StoreError) -> [ItemKey: DocumentMove] {
        let documents = try await documents().map { ($0, ItemMemory(document: $1)) }
        let items = Dictionary(documents) { first, _ in first }
        var differences = FileDifferences()
        try await differences.add(items.compactMap { $1.file(of: $0) }, in: store)
        let missing = Set(differences.missing.map(\.key))
        let touched = Set(differences.touched.map(\.key))
        let moves = try await runParts.movedDocuments(
            among: items.filter { missing.contains($0.key) },
            exchanging: items.filter { touched.contains($0.key) })
        return Dictionary(moves.map { ($0.key, $0) }) { first, _ in first }
    }

    /// Reports unknown files, but only in folders with documents, because a library may be in a folder with much else.
    private func reportUnknown(
        adopts: Bool, copiesOf beside: [StoredDocument], besides moved: Set<FileName>,
        _ report: (Verification) -> Void
    ) async throws(StoreError) {
        let names = try await store.names(besides: library)
        let known = names.recorded.union(moved)
        let unknown = names.others.filter { !moved.contains(FileName($0)) }
        let copies = Set(try await EditedCopies(store: store).of(beside, among: unknown).keys)
        let folders = Set(known.union(copies).map { Self.folder(of: $0.text) }).union([FileName("")])
        for name in unknown where folders.contains(Self.folder(of: name)) {
            report(Verification(name: name, state: copies.contains(FileName(name)) ? .edited : .stray))
        }
        for token in try await unlistedInQuarantine() {
            var result = Verification(name: token, state: .unlisted)
            if adopts {
                do throws(StoreError) {
                    try await adopt(unlisted: token)
                    result.isRepaired = true
                } catch {
                    result.reason = error.reason
                }
            }
            report(result)
        }
    }

    private static func folder(of name: String) -> FileName {
        FileName(String(DocumentName.split(name).folder))
    }

    // MARK: One document

    /// How often to look at a document that another process keeps changing.
    private static let looks = 5

    /// Compares a document with its record; `nil` if it is no longer recorded.
    ///
    /// - Parameters:
    ///   - key: its item.
    ///   - document: its record.
    ///   - left: the publications that were pending while nobody wrote: asking takes the lock, and once says it of all.
    ///   - isWritten: whether somebody may be writing to the library.
    /// - Returns: what was found.
    private func check(
        _ key: ItemKey, _ document: StoredDocument, _ left: inout [Publication],
        _ isWritten: () async -> Bool
    ) async throws(StoreError) -> Verification? {
        var document = document
        var before: Verification?
        var isUnfinished = false
        for _ in 0..<Self.looks {
            let result = try await look(key, document)
            // The same result twice, with the same record and no pending publication: nobody is changing it.
            guard result.state != .intact else { return result }
            guard result != before else { return isUnfinished ? result.unfinished : result }
            before = result
            // The record changes before the document: if it is the same as before, it belongs to what was read.
            guard let now = try await library.document(of: key) else { return nil }
            guard FileName(now.name) == FileName(document.name), now.digest == document.digest else {
                document = now
                continue
            }
            isUnfinished = result.isUnfinished(among: left)
            guard !isUnfinished else { continue }
            let pending = try await library.pendingPublications()
            isUnfinished = result.isUnfinished(among: pending)
            guard isUnfinished else { continue }
            guard await isWritten() else {
                left = pending
                continue
            }
            var changing = result
            changing.state = .changing
            // Where workers give names, one may have died, and nobody does it just now.
            if queues.isShared { changing.reason = "it waits for its name" }
            return changing
        }
        return Verification(name: document.name, state: .changing, key: key, recorded: document.digest)
    }

    /// Reads a document once.
    private func look(_ key: ItemKey, _ document: StoredDocument) async throws(StoreError) -> Verification {
        var result = Verification(name: document.name, state: .intact, key: key, recorded: document.digest)
        do throws(StoreError) {
            result.found = try await store.digest(ofDocumentNamed: document.name)
            guard let found = result.found else {
                result.state = .missing
                return result
            }
            guard found != document.digest else { return result }
            let entry = try await store.entry(named: document.name)
            let isEdited = found.size > 0 && entry?.isTouched(since: document) == true
            result.state = isEdited ? .edited : .damaged
        } catch {
            // Nothing else of the store can be read either.
            if error.code == .cancelled || error.code == .unreachable { throw error }
            // Who may not read a file does not know that it is damaged; nor is an edit given up for a bad sector.
            let entry = try? await store.entry(named: document.name)
            result.state = .unreadable
            result.stays = error.code == .readOnly || entry?.isTouched(since: document) == true
            let remedy = result.stays ? error.remedy ?? "It was changed on disk, and stays" : nil
            result.reason = [error.reason, remedy].compactMap(\.self).joined(separator: ". ")
        }
        return result
    }

    /// Sets a damaged document aside and forgets it, so that it is fetched again; leaves it if nothing could fetch it.
    ///
    /// It is on the quarantine's list first and forgotten last: what could not be set aside is still stored. If the process
    /// is killed, it is at its name or on the list.
    private func repair(
        _ result: inout Verification, _ key: ItemKey, _ way: Refetching.Way
    ) async throws(StoreError) {
        if case .never(let refusal, hindrance: let hindrance) = way {
            let never = "nothing could fetch it again, for it is \(hindrance)"
            let reasons =
                result.state == .missing ? [never, refusal.remedyOfMissing] : ["it stays: \(never)"]
            result.reason = ([result.reason].compactMap(\.self) + reasons).joined(separator: "; ")
            return
        }
        do throws(StoreError) {
            guard let document = try await library.document(of: key) else { return }
            let reason =
                "the stored document was \(result.state.rawValue)" + (result.reason.map { ": \($0)" } ?? "")
            var documents: [AsideDocument] = []
            if result.state != .missing {
                guard store.quarantine != nil else {
                    result.reason =
                        "the store has no quarantine to set it aside in. Remove it, and the next sync fetches it again"
                    return
                }
                let found = result.found ?? document.digest
                var aside = AsideDocument(
                    try store.staged(documentNamed: document.name, holding: found), of: key,
                    named: document.name, reason: reason, mediaType: document.mediaType,
                    origin: DocumentOrigin(url: document.url, validators: Validators()), at: context.now())
                aside.record.wasStored = true
                documents = [aside]
            }
            let refused = try await store.publish(
                documents.map(\.publication), recording: documents.map(\.change), in: library
            ) { refused in
                refused.isEmpty
                    ? [.lost(key, reason: reason)]
                    : refused.flatMap { $0.corrections(of: key, before: document) }
            }
            if let refusal = refused.first {
                result.reason = refusal.reason
            } else {
                result.isRepaired = true
                guard way == .request else { return }
                result.isFetchedOnRequest = true
                result.reason = "it is fetched again when somebody asks for it"
            }
        } catch  where !error.endsRun {
            result.reason = error.reason
        }
    }
}

extension Verification {
    /// Whether one of some pending publications is to replace the content that was found with the recorded one.
    fileprivate func isUnfinished(among publications: [Publication]) -> Bool {
        state != .unreadable
            && publications.contains {
                $0.area == .documents && $0.name == name && $0.document.digest == recorded
                    && $0.replaces == found
            }
    }

    /// The same of a document that is recorded, and that a run could not give its name.
    fileprivate var unfinished: Verification {
        var result = self
        if found != nil { result.state = .changing }
        result.reason = "it was fetched, and could not be given its name; the next sync tries again"
        return result
    }
}
