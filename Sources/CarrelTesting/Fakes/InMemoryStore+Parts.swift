import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

extension InMemoryStore {
    /// Has two documents change names behind the store's back, as their owner does; each keeps its time.
    public func exchange(_ one: String, _ other: String) {
        state.withLock { state in
            (state.documents[one], state.documents[other]) = (state.documents[other], state.documents[one])
            (state.times[one], state.times[other]) = (state.times[other], state.times[one])
        }
    }
}

extension InMemoryStore: PartialDocuments {
    /// The partial documents.
    public func partialDocuments() -> [ItemKey: PartialDocument] {
        state.value.partials.mapValues { PartialDocument(bytes: Int64($0.bytes.count), note: $0.note) }
    }

    /// Opens a writer that can be parked.
    public func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any PartialWriter {
        state.withLock { state in
            let partial = resuming ? state.partials[key] : nil
            state.partials[key] = nil
            return InMemoryStoreWriter(self, key: key, bytes: partial?.bytes ?? [], note: partial?.note)
        }
    }

    /// Leaves a whole document to be continued, unless it gets its name.
    public func leave(_ document: StagedDocument, of key: ItemKey, _ note: PartialNote) {
        state.withLock { $0.left[document.token] = (key, note) }
    }

    /// Removes what was staged and never published, but for what was left to be continued.
    public func removeAbandoned() {
        state.withLock { state in
            for (token, left) in state.left {
                guard let bytes = state.staged[token] else { continue }
                state.partials[left.key] = (bytes, left.note)
            }
            (state.staged, state.left) = ([:], [:])
        }
    }

    /// Nothing is abandoned: what can be continued alone is kept.
    public func removeAbandonedPartials() {}
}

extension InMemoryStore: DocumentVersions {
    /// The versions of a document, named by their place.
    public func versions(ofDocumentNamed name: String) throws(StoreError) -> [DocumentVersion] {
        try Self.check(name)
        return (state.value.versions[name] ?? []).enumerated().map { place, bytes in
            DocumentVersion(of: name, name: "\(place)", number: place + 1, size: Int64(bytes.count))
        }
    }

    /// Those of the names that have versions.
    public func namesWithVersions(among names: [String]?) throws(StoreError) -> Set<String> {
        for name in names ?? [] { try Self.check(name) }
        let kept = Set(state.value.versions.filter { !$0.value.isEmpty }.keys)
        return names.map { kept.intersection($0) } ?? kept
    }

    /// Puts the versions behind those of the other name.
    public func moveVersions(from name: String, to other: String) throws(StoreError) {
        for name in [name, other] { try Self.check(name) }
        guard name != other else { return }
        state.withLock { state in
            guard let held = state.versions.removeValue(forKey: name) else { return }
            state.versions[other, default: []] += held
        }
    }

    /// What a version holds.
    public func digest(of version: DocumentVersion) throws(StoreError) -> ContentDigest? {
        try found(version).map(Self.digest)
    }

    private func found(_ version: DocumentVersion) throws(StoreError) -> [UInt8]? {
        try Self.check(version.document)
        let versions = state.value.versions[version.document] ?? []
        guard let place = Int(version.name), versions.indices.contains(place) else { return nil }
        return versions[place]
    }

    private func existing(_ version: DocumentVersion) throws(StoreError) -> [UInt8] {
        guard let bytes = try found(version) else {
            throw StoreError(.notFound, subject: version.document, reason: "there is no such version")
        }
        return bytes
    }

    /// Stages a copy of a version.
    public func staged(_ version: DocumentVersion) throws(StoreError) -> StagedDocument {
        let bytes = try existing(version)
        return state.withLock { Self.stage(bytes, in: &$0) }
    }

    /// Writes a version into a file.
    public func copy(_ version: DocumentVersion, to file: URL) throws(StoreError) {
        let bytes = try existing(version)
        do {
            try Data(bytes).write(to: file, options: .withoutOverwriting)
        } catch {
            throw StoreError(.system, subject: file.path, reason: "a version could not be copied: \(error)")
        }
    }

    /// Removes a version; nobody writes into those of a store in memory.
    public func remove(_ version: DocumentVersion) throws(StoreError) -> Bool {
        try Self.check(version.document)
        return state.withLock { state in
            guard let place = Int(version.name),
                state.versions[version.document]?.indices.contains(place) == true
            else { return true }
            state.versions[version.document]?.remove(at: place)
            return true
        }
    }

    /// Has the versions of a document be those of another name.
    func moveVersions(from former: String, to name: String, in state: inout State) {
        guard let held = state.versions.removeValue(forKey: former) else { return }
        state.versions[name] = held
    }

    /// Has a document take over the versions of one that somebody wrote into, and that one be the last of them.
    func succeed(_ edited: String, as name: String, in state: inout State) {
        guard parts.contains(.versions), let held = state.documents[edited] else { return }
        state.versions[name] = (state.versions.removeValue(forKey: edited) ?? []) + [held]
    }
}
