import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging
import Foundation

/// From the spool to the bucket.
extension S3Store {
    /// How many requests are under way at once.
    static let width = 16

    /// Opens a writer that begins anew.
    public func writer(for key: ItemKey) throws(StoreError) -> any StoreWriter {
        try spool.writer(for: key, resuming: false)
    }

    /// Stages whole contents in the spool.
    public func stage(_ contents: [DocumentContent]) async -> [Result<StagedDocument, StoreError>] {
        await spool.stage(contents)
    }

    /// Stages a stored document where it is.
    public func staged(
        documentNamed name: String, holding digest: ContentDigest
    ) throws(StoreError) -> StagedDocument {
        try LibraryFolder.check(name: name)
        return StagedDocument(token: StagedPlace.document(name).token, digest: digest)
    }

    /// Sends a group to the bucket, which keeps what it has confirmed; what it refuses alone is left to `publish`.
    public func flush(_ documents: [StagedDocument]) async throws(StoreError) {
        try await together(documents) { document throws(StoreError) in
            try await Self.whereItCan { () async throws(StoreError) in _ = try await self.send(document) }
        }
    }

    /// Sends a document that is only in the spool.
    ///
    /// - Returns: the object; `nil` if the bytes are nowhere.
    func send(_ document: StagedDocument) async throws(StoreError) -> S3Object? {
        let place = try await place(of: document)
        let key = place.key(keys)
        if let object = sent.withLock({ $0[key] }) { return object }
        guard case .incoming(_, let token) = place, let file = try await spool.file(token) else {
            return try await object(key)
        }
        let note = S3Note(sha256: document.digest.sha256, time: document.fileTime)
        let object = try await asking { () async throws(S3Error) in
            try await client.write(
                key, file: file, size: document.digest.size, sha256: document.digest.sha256,
                notes: note.fields)
        }
        sent.withLock { $0[key] = object }
        await spool.remove(token)
        return object
    }

    /// Where the bytes of a staged document are.
    ///
    /// What was just written has the spool's own token, which does not name the machine.
    func place(of document: StagedDocument) async throws(StoreError) -> S3Place {
        guard OwnName.isToken(document.token) else { return try S3Place(document.token) }
        return .incoming(machine: try await spool.machineID(), token: document.token)
    }

    /// Drops a staged document; one that has a name keeps it.
    public func discard(_ document: StagedDocument) async {
        guard let place = try? await place(of: document), case .incoming(_, let token) = place else { return }
        await spool.remove(token)
        let key = place.key(keys)
        guard sent.withLock({ $0.removeValue(forKey: key) }) != nil else { return }
        try? await client.remove(key)
    }

    /// What another machine sent and never named: it is long past being continued.
    private static let abandonedAge: TimeInterval = 7 * 24 * 3600

    /// Removes what killed processes left: in the spool, in the bucket what this machine sent, and after a week what any
    /// machine sent; also parts of what was never whole.
    public func removeAbandoned() async throws(StoreError) {
        try await spool.removeAbandoned()
        sent.withLock { $0 = [:] }
        let machine = try await spool.machineID()
        var (abandoned, marks): ([String], [String]) = ([], [])
        // By the clock that says when they came.
        let abandonedBefore = client.serviceDate.addingTimeInterval(-Self.abandonedAge)
        try await asking { () async throws(S3Error) in
            for (all, own) in [
                (keys.allIncoming, keys.incoming(machine)), (keys.allTrials, keys.trials(of: machine)),
                (keys.allUploads, keys.uploads(of: machine)),
            ] {
                try await client.all(all) { objects in
                    let found = objects.filter { object in
                        object.key.hasPrefix(own)
                            || object.modified.map { $0 < abandonedBefore } == true
                    }.map(\.key)
                    if all == keys.allUploads { marks += found } else { abandoned += found }
                    return true
                }
            }
            try await client.abortUploads(keys.own) { upload in
                upload.key.hasPrefix(keys.incoming(machine))
                    || upload.begun.map { $0 < abandonedBefore } == true
            }
        }
        for mark in marks {
            try await Self.whereItCan { () async throws(StoreError) in try await endUploads(markedBy: mark) }
        }
        try await together(abandoned) { key throws(StoreError) in
            try await Self.whereItCan { () async throws(StoreError) in try await self.remove(objects: [key]) }
        }
    }

    /// Does something with one object: one that the bucket refuses keeps nothing else from its turn.
    private static func whereItCan(_ body: () async throws(StoreError) -> Void) async throws(StoreError) {
        do throws(StoreError) {
            try await body()
        } catch  where error.concernsOne {}
    }

    /// Removes objects for good.
    func remove(objects: [String]) async throws(StoreError) {
        try await together(objects) { key throws(StoreError) in
            try await asking { () async throws(S3Error) in try await self.client.remove(key) }
        }
    }

    /// Removes a stored document, and the versions that are kept of it; what somebody wrote stays.
    public func remove(
        documentNamed name: String, holding digest: ContentDigest
    ) async throws(StoreError) -> Bool {
        try LibraryFolder.check(name: name)
        let key = keys.document(name)
        let found = try await object(key)
        if let found, try await keeper.content(of: found) != digest { return false }
        // Where they cannot be listed, that ends it before anything is gone.
        let versions = try await keeper.versions(of: name)
        if found != nil { try await remove(objects: [key]) }
        try await keeper.removeAll(versions)
        return true
    }

    /// Does something for each element, some at once; the first failure ends it.
    func together<Element: Sendable>(
        _ elements: [Element], _ body: @escaping @Sendable (Element) async throws(StoreError) -> Void
    ) async throws(StoreError) {
        _ = try await Together.map(elements, atMost: Self.width, body)
    }
}
