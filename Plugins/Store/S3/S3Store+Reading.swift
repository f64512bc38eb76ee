import CarrelBasics
import CarrelDigest
import CarrelHTTP
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging
import Foundation

extension S3Store {
    /// The most names that are asked for one by one, because a list does not say when the content came.
    private static let fewNames = 1000
    /// How many lists are read at once to find many names.
    private static let listsAtOnce = 8
    /// The most names of a store that are listed.
    private static let listedNames = 1_000_000

    /// Those of the names that are taken.
    public func held(of names: [String]) async throws(StoreError) -> Set<String> {
        Set(try await listed(names).keys.map(\.text))
    }

    /// What is stored under names; of more than a thousand names, without the times.
    public func entries(of names: [String]) async throws(StoreError) -> [FileName: StoreEntry] {
        guard names.count <= Self.fewNames else { return try await manyEntries(of: names) }
        for name in names { try LibraryFolder.check(name: name) }
        let found = try await Together.map(names, atMost: Self.width) {
            name throws(StoreError) -> (FileName, StoreEntry)? in
            do throws(StoreError) {
                guard let object = try await self.object(self.keys.document(name)) else { return nil }
                return (FileName(name), object.entry)
            } catch  where error.concernsOne {
                // That is this document's trouble, and not that it is missing.
                return (FileName(name), StoreEntry.unseen)
            }
        }
        return Dictionary(found.compactMap(\.self)) { first, _ in first }
    }

    /// What lists show of many names, which is not when the content came.
    private func manyEntries(of names: [String]) async throws(StoreError) -> [FileName: StoreEntry] {
        var objects = try await listed(names)
        let missing = names.filter { objects[FileName($0)] == nil }
        // A service that lists folder by folder has some of them where no list was read.
        let some = stride(from: 0, to: missing.count, by: missing.count / Self.width + 1).map { missing[$0] }
        let areThere = try await Together.map(some, atMost: Self.width) { name throws(StoreError) -> Bool in
            do throws(StoreError) {
                return try await self.object(self.keys.document(name)) != nil
            } catch  where error.concernsOne {
                return true
            }
        }
        if areThere.contains(true) { objects = try await listedWhole(names) }
        return objects.mapValues { StoreEntry(size: $0.size) }
    }

    /// Finds names in the whole list, whatever its order.
    private func listedWhole(_ names: [String]) async throws(StoreError) -> [FileName: S3Object] {
        let wanted = Set(names.map { FileName($0) })
        let found = try await client.collect(below: keys.prefix) { object -> (FileName, S3Object)? in
            guard let name = keys.name(object.key).map({ FileName($0) }), wanted.contains(name) else {
                return nil
            }
            return (name, object)
        }
        return Dictionary(found) { _, last in last }
    }

    /// Finds names in lists: each list begins at the next name that is not decided yet.
    private func listed(_ names: [String]) async throws(StoreError) -> [FileName: S3Object] {
        for name in names { try LibraryFolder.check(name: name) }
        let wanted = Set(names.map { FileName($0) }).map { keys.document($0.text) }.inByteOrder()
        guard !wanted.isEmpty else { return [:] }
        let length = max(100, (wanted.count + Self.listsAtOnce - 1) / Self.listsAtOnce)
        let runs = stride(from: 0, to: wanted.count, by: length).map {
            Array(wanted[$0..<min($0 + length, wanted.count)])
        }
        let found = try await Together.map(runs, atMost: Self.listsAtOnce) {
            run throws(StoreError) in try await self.found(run)
        }
        return Dictionary(
            found.flatMap { $0 }.compactMap { object in keys.name(object.key).map { (FileName($0), object) } }
        ) { first, _ in first }
    }

    /// Those of the keys, in byte order, that lists in this order show.
    private func found(_ keys: [String]) async throws(StoreError) -> [S3Object] {
        let wanted = Set(keys.map { FileName($0) })
        var found: [S3Object] = []
        var left = keys[...]
        var listing = S3Listing(self.keys.prefix, in: client)
        while let first = left.first, listing.goesOn {
            listing.skip(behind: Self.justBefore(first))
            let objects = try await asking { () async throws(S3Error) in try await listing.next() }
            found += objects.filter { wanted.contains(FileName($0.key)) }
            let place = listing.place
            left = left.drop { !place.precedesInBytes($0) }
        }
        return found
    }

    /// A key behind which a list begins with this one: its last byte is one less.
    private static func justBefore(_ key: String) -> String {
        var scalars = Array(key.unicodeScalars)
        guard let last = scalars.popLast(), last.value > 1,
            let before = Unicode.Scalar(last.value - 1 == 0xDFFF ? 0xD7FF : last.value - 1)
        else { return key }
        scalars.append(before)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// Lends a copy of a document, which is removed when the closure has ended.
    public func withFile<Value, Failure>(
        named name: String, _ body: (URL) async throws(Failure) -> Value
    ) async throws(StoreError) -> Result<Value, Failure> {
        try LibraryFolder.check(name: name)
        let lent = try await spool.newCopy()
        let result = await Result(of: { () async throws(StoreError) -> Result<Value, Failure> in
            let file = try await fill(lent, with: name)
            return await Result(of: { () async throws(Failure) in try await body(file) })
        })
        // It is locked until here.
        await spool.remove(lent.token)
        return try result.get()
    }

    private func fill(_ copy: LentCopy, with name: String) async throws(StoreError) -> URL {
        let object = try await S3Reading.read(keys.document(name), client) { bytes in
            try await spool.append(bytes, to: copy)
        }
        guard object != nil, try await spool.file(copy.token) != nil else { throw Self.gone(name) }
        return URL(filePath: copy.path)
    }

    /// No file: documents are not on this machine.
    public func localFile(named name: String) async throws(StoreError) -> URL? {
        try LibraryFolder.check(name: name)
        guard try await object(keys.document(name)) != nil else { throw Self.gone(name) }
        return nil
    }

    private static func gone(_ name: String) -> StoreError {
        StoreError(.notFound, subject: name, reason: "there is no such document", remedy: "Run carrel sync")
    }

    /// The names of all documents, in byte order.
    public func names() async throws(StoreError) -> [String] {
        var names: [String] = []
        try await asking { () async throws(S3Error) in
            try await client.all(keys.prefix) { objects in
                names += objects.compactMap { keys.name($0.key) }
                return names.count < Self.listedNames
            }
        }
        return names.inByteOrder()
    }

    /// Reads a document again.
    public func digest(ofDocumentNamed name: String) async throws(StoreError) -> ContentDigest? {
        try LibraryFolder.check(name: name)
        return try await digest(ofObject: keys.document(name))
    }

    /// Reads a staged document again.
    public func digest(
        of document: StagedDocument, _ algorithm: DigestAlgorithm
    ) async throws(StoreError) -> String {
        if algorithm == .sha256 { return document.digest.sha256 }
        let place = try await place(of: document)
        if case .incoming(_, let token) = place, let digest = try await spool.digest(algorithm, of: token) {
            return digest
        }
        let hash = MessageDigest(algorithm)
        let key = place.key(keys)
        guard try await S3Reading.read(key, client, { $0.withUnsafeBytes(hash.update) }) != nil else {
            throw StoreError(.notFound, subject: document.token, reason: "there is no such document")
        }
        return hash.finish()
    }
}
