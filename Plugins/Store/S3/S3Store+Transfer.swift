import CarrelBasics
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging

/// Documents, versions and quarantine as they are, for another store, and from one.
extension S3Store: DocumentTransfer {
    /// The service, the bucket and the prefix.
    public var location: String { "\(client.bucket.endpoint)/\(client.bucket.name)/\(keys.prefix)" }

    // MARK: Giving

    /// Lists an area, a thousand objects at a time.
    public func list(
        _ area: KeptPlace.Area, _ body: ([KeptPlace]) async throws(StoreError) -> Bool
    ) async throws(StoreError) {
        let prefix =
            switch area {
            case .documents: keys.prefix
            case .versions: keys.allVersions
            case .quarantine: keys.quarantine
            }
        var listing = S3Listing(prefix, in: client)
        while listing.goesOn {
            let objects = try await asking { () async throws(S3Error) in try await listing.next() }
            let places = objects.compactMap { place(of: $0.key, in: area) }
            if !places.isEmpty, try await !body(places) { return }
        }
    }

    private func place(of key: String, in area: KeptPlace.Area) -> KeptPlace? {
        let place: KeptPlace
        switch area {
        case .documents:
            guard let name = keys.name(key) else { return nil }
            place = .document(name)
        case .versions:
            guard let version = keys.version(key) else { return nil }
            place = .version(of: version.document, version.name)
        case .quarantine:
            guard let name = key.behind(keys.quarantine) else { return nil }
            place = .quarantined(name)
        }
        return (try? place.check()) == nil ? nil : place
    }

    /// What is at a place.
    public func entry(at place: KeptPlace) async throws(StoreError) -> StoreEntry? {
        try await object(try key(place))?.entry
    }

    /// Reads what is at a place.
    public func digest(at place: KeptPlace) async throws(StoreError) -> ContentDigest? {
        try await digest(ofObject: try key(place))
    }

    /// Copies what is at a place into a writer, piece by piece.
    public func copy(
        _ place: KeptPlace, into writer: any StoreWriter
    ) async throws(StoreError) -> StoreEntry? {
        let object = try await S3Reading.read(try key(place), client) { bytes in
            try await spool.pass(bytes, to: writer)
        }
        return object?.entry
    }

    // MARK: Taking

    /// Sends what was staged, each to its place at once.
    public func put(
        _ contents: [KeptContent], replacing: Bool
    ) async throws(StoreError) -> [RefusedContent] {
        let refused = try await Together.map(contents, atMost: Self.width) {
            content throws(StoreError) -> RefusedContent? in
            do throws(StoreError) {
                try await self.put(content, replacing: replacing)
                return nil
            } catch {
                await self.discard(content.document)
                guard error.concernsOne else { throw error }
                return RefusedContent(content.place, error)
            }
        }
        return refused.compactMap(\.self)
    }

    private func put(_ content: KeptContent, replacing: Bool) async throws(StoreError) {
        let (key, document) = (try key(content.place), content.document)
        // Not every service heeds the condition of the request.
        if !replacing, try await object(key) != nil { throw Self.taken(key) }
        guard case .incoming(_, let token) = try await self.place(of: document),
            let file = try await spool.file(token)
        else {
            throw StoreError(.notFound, subject: document.token, reason: "there is no such file")
        }
        let note = S3Note(sha256: document.digest.sha256, time: document.fileTime)
        try await marked(key, if: document.digest.size > client.partSize) { () async throws(StoreError) in
            do throws(S3Error) {
                try await client.write(
                    key, file: file, size: document.digest.size, sha256: document.digest.sha256,
                    notes: note.fields, isNew: !replacing)
            } catch {
                throw error.isRefusedCondition && !replacing ? Self.taken(key) : error.storeError
            }
        }
        await spool.remove(token)
    }

    private static func taken(_ key: String) -> StoreError {
        StoreError(.nameTaken, subject: key, reason: "something else is there")
    }

    /// Removes what is at a place.
    public func remove(_ place: KeptPlace) async throws(StoreError) {
        try await remove(objects: [try key(place)])
    }

    func key(_ place: KeptPlace) throws(StoreError) -> String {
        try place.check()
        return switch place {
        case .document(let name): keys.document(name)
        case .version(let document, let name): keys.versions(document) + name
        case .quarantined(let name): keys.quarantine + name
        }
    }
}
