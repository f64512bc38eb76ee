import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// What verification found about one name.
public struct Verification: Sendable, Hashable {
    /// The state of a name.
    public enum State: String, Sendable, Hashable, Codable {
        /// The content is what was recorded.
        case intact
        /// The content is not what was recorded, and nobody wrote into it.
        case damaged
        /// Somebody wrote into it. It is never touched.
        case edited
        /// Recorded, but there is no such file.
        case missing
        /// Recorded, and somebody gave it another name in the library: `reason` says which. The next sync knows it by that.
        case moved
        /// Recorded, and there is a file that cannot be read.
        case unreadable
        /// Another process is about to replace it.
        case changing
        /// A file that the library does not know. It is never touched.
        case stray
        /// A file in the quarantine that its list does not have.
        case unlisted
    }

    /// The name; for `unlisted` that in the quarantine.
    public var name: String
    /// Its state.
    public var state: State
    /// The item, for what is recorded.
    public var key: ItemKey?
    /// What was recorded.
    public var recorded: ContentDigest?
    /// What is there now.
    public var found: ContentDigest?
    /// Why it cannot be read, or repaired.
    public var reason: String?
    /// Whether it was repaired: a damaged file set aside, so that the next sync fetches it anew; an unlisted one listed.
    public var isRepaired = false

    /// Whether a stored document is not what it should be.
    public var isFault: Bool {
        switch state {
        case .damaged, .missing, .unreadable: true
        case .intact, .edited, .moved, .changing, .stray, .unlisted: false
        }
    }
}

extension Pipeline {
    /// Reads every stored document again and compares it with what was recorded.
    ///
    /// It may run beside a process that writes to the library: what differs is compared with the record as it is then.
    ///
    /// - Parameters:
    ///   - repairs: whether damaged files are set aside, damaged and missing documents forgotten, so that the next sync
    ///     fetches them anew, moved ones known by their new names, and unlisted files of the quarantine listed. For the
    ///     process that holds the library.
    ///   - report: called with each name: recorded ones in the order of their names, then strays, then what is unlisted
    ///     in the quarantine.
    /// - Throws: `PipelineError`; what is wrong with one document is reported as that one's.
    public func verify(repairs: Bool, report: (Verification) -> Void) async throws(PipelineError) {
        do throws(StoreError) {
            var copies = Set<String>()
            var moves: [ItemKey: DocumentMove]?
            let documents = try await documents()
            let digests = Dictionary(grouping: documents, by: \.1.digest)
            for (key, document) in documents {
                if let copy = document.editedCopy { copies.insert(copy) }
                if Task.isCancelled { break }
                guard var result = try await check(key, document) else { continue }
                if result.state == .damaged, let found = result.found, digests[found] != nil {
                    // Whole, and another document's: somebody gave that one this name.
                    result.state = .edited
                }
                if result.state == .missing {
                    let found = if let moves { moves } else { try await movedDocuments() }
                    moves = found
                    if let move = found[key] { try await note(move, in: &result, repairs: repairs) }
                }
                if repairs, result.isFault { try await repair(&result, key) }
                report(result)
            }
            let moved = Set(moves?.values.map(\.name) ?? [])
            if !Task.isCancelled {
                try await reportUnknown(adopts: repairs, copies: copies, besides: moved, report)
            }
        } catch {
            throw error.code == .cancelled ? .cancelled : .library(error)
        }
        if Task.isCancelled { throw .cancelled }
    }

    /// Lists the files of the quarantine that no record names, for the process that holds the library.
    ///
    /// - Throws: `PipelineError`.
    public func adoptUnlisted() async throws(PipelineError) {
        do throws(StoreError) {
            for token in try await unlistedInQuarantine() { try? await adopt(unlisted: token) }
        } catch {
            throw .library(error)
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
        let documents = try await documents()
        let entries = try await store.entries(of: documents.map(\.1.name))
        let missing = documents.filter { entries[$0.1.name] == nil }.map {
            ($0.0, ItemMemory(document: $0.1))
        }
        let moves = try await runParts.movedDocuments(among: Dictionary(missing) { first, _ in first })
        return Dictionary(moves.map { ($0.key, $0) }) { first, _ in first }
    }

    private func note(
        _ move: DocumentMove, in result: inout Verification, repairs: Bool
    ) async throws(StoreError) {
        result.state = .moved
        result.reason = "it is now \(move.name)"
        if repairs { result.isRepaired = try await rename([move]).isEmpty }
    }

    /// Reports files that nothing recorded names, in the folders that hold documents: somebody may keep a library among
    /// much else.
    private func reportUnknown(
        adopts: Bool, copies: Set<String>, besides moved: Set<String>, _ report: (Verification) -> Void
    ) async throws(StoreError) {
        let names = try await store.names()
        // Read after the names: what another process stores is recorded before it has its name.
        let known = Set(try await library.names().values).union(moved)
        let folders = Set(known.union(copies).map { DocumentName.split($0).folder }).union([""])
        for name in names where !known.contains(name) && folders.contains(DocumentName.split(name).folder) {
            report(Verification(name: name, state: copies.contains(name) ? .edited : .stray))
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

    // MARK: One document

    /// How often a document is looked at that another process changes again and again.
    private static let looks = 5

    /// Compares a document with its record; `nil` if it is no longer recorded.
    private func check(_ key: ItemKey, _ document: StoredDocument) async throws(StoreError) -> Verification? {
        var document = document
        var before: Verification?
        for _ in 0..<Self.looks {
            let result = try await look(key, document)
            // Seen twice, with one record and no publication in between: nobody is at it.
            guard result.state != .intact, result != before else { return result }
            before = result
            // A record changes before its document does: one that stayed the same was that of what was read.
            guard let now = try await library.document(of: key) else { return nil }
            guard now.name == document.name, now.digest == document.digest else {
                document = now
                continue
            }
            guard try await isChanging(result) else { continue }
            var changing = result
            changing.state = .changing
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
            if error.code == .cancelled { throw error }
            (result.state, result.reason) = (.unreadable, error.reason)
        }
        return result
    }

    /// Whether what was found is what the name holds until a publication that is recorded already gives it the new
    /// version.
    private func isChanging(_ result: Verification) async throws(StoreError) -> Bool {
        guard result.state != .unreadable else { return false }
        return try await library.pendingPublications().contains {
            $0.area == .documents && $0.name == result.name && $0.document.digest == result.recorded
                && $0.replaces == result.found
        }
    }

    /// Sets a damaged document aside and forgets it, so that the next sync fetches it anew.
    ///
    /// Recorded first: a process that is killed on the way leaves a document that is either at its name or on the
    /// quarantine's list.
    private func repair(_ result: inout Verification, _ key: ItemKey) async throws(StoreError) {
        do throws(StoreError) {
            guard let document = try await library.document(of: key) else { return }
            let reason =
                "the stored document was \(result.state.rawValue)" + (result.reason.map { ": \($0)" } ?? "")
            var changes = [LibraryChange.lost(key, reason: reason)]
            var publications: [Publication] = []
            if result.state != .missing {
                guard store.quarantine != nil else {
                    result.reason =
                        "the store has no quarantine to set it aside in. Remove it, and the next sync fetches it anew"
                    return
                }
                let found = result.found ?? document.digest
                let token = QuarantinedDocument.newToken(for: document.name)
                var aside = QuarantinedDocument(
                    key: key, token: token, name: document.name, reason: reason, digest: found,
                    mediaType: document.mediaType,
                    origin: DocumentOrigin(url: document.url, validators: Validators()),
                    date: context.now())
                aside.wasStored = true
                let publication = Publication(
                    document: try store.staged(documentNamed: document.name, holding: found),
                    in: .quarantine, name: token)
                publications = [publication]
                changes.append(.quarantined(aside, publication))
            }
            try await library.commit(changes)
            let refused = try await store.publish(publications)
            try await store.flush([])
            try await library.commit(
                refused.map { .released(token: $0.publication.name) }, settling: publications)
            if let refusal = refused.first {
                result.reason = refusal.reason
            } else {
                result.isRepaired = true
            }
        } catch  where !error.endsRun {
            result.reason = error.reason
        }
    }
}
