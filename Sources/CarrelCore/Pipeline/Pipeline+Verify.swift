/// What verification found about one name.
public struct Verification: Sendable, Hashable {
    /// The state of a name.
    public enum State: String, Sendable, Hashable, Codable {
        /// The content is what was recorded.
        case intact
        /// The content is not what was recorded.
        case damaged
        /// Recorded, but there is no such file.
        case missing
        /// A file that the library does not know. It is never touched.
        case stray
    }

    /// The name.
    public var name: String
    /// Its state.
    public var state: State
    /// The item, for what is recorded.
    public var key: ItemKey?
    /// What was recorded.
    public var recorded: ContentDigest?
    /// What is there now.
    public var found: ContentDigest?
    /// Whether it was repaired: a damaged file set aside, so that the next sync fetches it anew.
    public var isRepaired = false
}

extension Pipeline {
    /// Reads every stored document again and compares it with what was recorded.
    ///
    /// - Parameters:
    ///   - repairs: whether damaged files are set aside and damaged and missing documents forgotten, so that the
    ///     next sync fetches them anew.
    ///   - report: called with each name, recorded ones in the order of their names, strays last.
    /// - Throws: `PipelineError`.
    public func verify(repairs: Bool, report: (Verification) -> Void) async throws(PipelineError) {
        do throws(StoreError) {
            var known = Set<String>()
            for (key, document) in try await documents() {
                known.insert(document.name)
                if Task.isCancelled { break }
                var result = try await check(key, document)
                if repairs, result.state == .damaged || result.state == .missing {
                    try await repair(result, key, document)
                    result.isRepaired = true
                }
                report(result)
            }
            if !Task.isCancelled {
                for name in try await store.names() where !known.contains(name) {
                    report(Verification(name: name, state: .stray))
                }
            }
        } catch {
            throw error.code == .cancelled ? .cancelled : .library(error)
        }
        if Task.isCancelled { throw .cancelled }
    }

    /// Sets a damaged document aside and forgets it, so that the next sync fetches it anew.
    private func repair(
        _ result: Verification, _ key: ItemKey, _ document: StoredDocument
    ) async throws(StoreError) {
        let reason = "the stored document was \(result.state.rawValue)"
        var changes = [LibraryChange.lost(key, reason: reason)]
        if let found = result.found, let token = try await store.quarantine(documentNamed: document.name) {
            var aside = QuarantinedDocument(
                key: key, token: token, name: document.name, reason: reason, digest: found,
                mediaType: document.mediaType,
                origin: DocumentOrigin(url: document.url, validators: Validators()),
                date: context.now())
            aside.wasStored = true
            changes.append(.quarantined(aside))
        }
        try await library.commit(changes, settling: [])
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

    private func check(_ key: ItemKey, _ document: StoredDocument) async throws(StoreError) -> Verification {
        let recorded = ContentDigest(size: document.size, sha256: document.sha256)
        let found = try await store.digest(ofDocumentNamed: document.name)
        let state: Verification.State = found == nil ? .missing : found == recorded ? .intact : .damaged
        return Verification(name: document.name, state: state, key: key, recorded: recorded, found: found)
    }
}
