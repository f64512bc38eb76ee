import CarrelBasics
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging

/// Keeps earlier versions of documents below `.carrel/versions/NAME/`: of each those that were replaced last, and
/// everything that somebody wrote into a document.
struct S3Versions: Sendable {
    let client: S3Client
    let keys: S3Names
    let kept: Int

    /// A version and its object, as a list shows it.
    typealias Held = (name: VersionName, object: S3Object)

    /// The versions of a document, the oldest first.
    func versions(of document: String) async throws(StoreError) -> [Held] {
        let folder = keys.versions(document)
        let held = try await client.collect(below: folder) { object -> Held? in
            guard let name = object.key.behind(folder), let version = VersionName(name, of: document) else {
                return nil
            }
            return (version, object)
        }
        return held.sorted { $0.name.place < $1.name.place }
    }

    /// Keeps a document that is about to be replaced.
    ///
    /// Repeating it after a crash changes nothing.
    ///
    /// - Parameters:
    ///   - document: the document's object.
    ///   - name: the document's name.
    ///   - digest: what is recorded of it.
    ///   - always: whether it is kept even where no versions are.
    /// - Throws: `StoreError`; then the document must stay.
    func keep(
        _ document: S3Object, of name: String, recordedAs digest: ContentDigest, always: Bool
    ) async throws(StoreError) {
        let found = try await content(of: document)
        let isEdited = found != digest
        var there = try await withoutDoubles(try await versions(of: name))
        // Those of before, when more were kept, are too many now.
        guard kept > 0 || always || isEdited else { return try await prune(there) }
        let last = VersionName.last(of: there.map(\.name))
        // The same content twice within a second has the same state: only the newest one can be of this replacement.
        if try await !isKept(document, among: there.filter { $0.name.isEdited || $0.name.place == last }) {
            let hash = VersionName.hash(digest)
            var known: Held?
            for version in there where !isEdited && version.name.hash == hash && !version.name.isEdited {
                if try await holds(version) == true { known = version }
            }
            if let known {
                // The same content twice is one version, which keeps its number and is the newest now.
                there.removeAll { $0.name == known.name }
                there.append(try await move(known, to: last + 1, of: name))
            } else {
                there.append(
                    try await add(document, found, of: name, hash: hash, isEdited: isEdited, after: last))
            }
        }
        // What is kept in any case is not removed again.
        if kept > 0 || !always { try await prune(there) }
    }

    /// Removes versions that an interrupted try has copied to another place, and nothing else.
    private func withoutDoubles(_ versions: [Held]) async throws(StoreError) -> [Held] {
        var left: [Held] = []
        for version in versions {
            let isDouble = versions.contains { other in
                other.name.number == version.name.number && other.name.hash == version.name.hash
                    && other.name.place > version.name.place
            }
            if isDouble, try await removeWhereItCan(version) { continue }
            left.append(version)
        }
        return left
    }

    /// Whether a version was made from this very state of the document.
    private func isKept(_ document: S3Object, among versions: [Held]) async throws(StoreError) -> Bool {
        for version in versions where version.object.size == document.size {
            guard let object = try await object(version.object.key) else { continue }
            if S3Note(object)?.isMade(from: document.state) == true { return true }
        }
        return false
    }

    private func add(
        _ document: S3Object, _ found: ContentDigest?, of name: String, hash: String, isEdited: Bool,
        after last: Int
    ) async throws(StoreError) -> Held {
        let version = VersionName(
            number: last + 1, hash: hash, isEdited: isEdited, suffix: VersionName.suffix(of: name))
        let note = S3Note(
            sha256: found?.sha256 ?? "", time: document.fileTime, source: document.state)
        return (version, try await copy(document, as: version, of: name, note))
    }

    func copy(
        _ source: S3Object, as version: VersionName, of name: String, _ note: S3Note?
    ) async throws(StoreError) -> S3Object {
        let key = keys.versions(name) + version.name
        try await asking { () async throws(S3Error) in
            try await client.copy(source, to: key, notes: note?.fields ?? [:])
        }
        var object = source
        object.key = key
        return object
    }

    /// Gives a version another place in the order.
    private func move(_ version: Held, to place: Int, of document: String) async throws(StoreError) -> Held {
        // A replacement that is repeated after a crash.
        if version.name.place == place - 1 { return version }
        let moved = version.name.placed(at: place, of: document)
        guard let source = try await object(version.object.key) else { return (moved, version.object) }
        let copied = try await copy(source, as: moved, of: document, S3Note(source))
        try await remove(version.object.key)
        return (moved, copied)
    }

    /// Keeps an edited document, which stays where it is, as a version of the one that comes beside it.
    ///
    /// - Returns: what was copied; `nil` if the document is kept already, or is not there.
    func keepEdited(
        _ edited: String, recordedAs digest: ContentDigest, asVersionOf name: String
    ) async throws(StoreError) -> Copied? {
        guard let document = try await object(keys.document(edited)) else { return nil }
        let there = try await versions(of: name)
        guard try await !isKept(document, among: there.filter(\.name.isEdited)) else { return nil }
        let version = try await add(
            document, try await content(of: document), of: name, hash: VersionName.hash(digest),
            isEdited: true, after: VersionName.last(of: there.map(\.name)))
        return (document.key, version.object.key)
    }

    // MARK: Removing

    /// Removes versions that nobody wrote into, but for those that the service keeps.
    func removeAll(_ versions: [Held]) async throws(StoreError) {
        for version in versions { _ = try await removeWhereItCan(version) }
    }

    /// Removes a version; one that the service keeps stays, and is in no document's way.
    private func removeWhereItCan(_ version: Held) async throws(StoreError) -> Bool {
        do throws(StoreError) {
            return try await remove(version)
        } catch  where error.concernsOne {
            return false
        }
    }

    /// Removes a version unless somebody wrote into it; tells whether it is gone.
    func remove(_ version: Held) async throws(StoreError) -> Bool {
        guard !version.name.isEdited, try await holds(version) ?? true else { return false }
        try await remove(version.object.key)
        return true
    }

    /// Removes the oldest versions beyond those that are kept; never what somebody wrote into.
    private func prune(_ versions: [Held]) async throws(StoreError) {
        for version in VersionName.tooMany(of: versions, keeping: kept, named: \.name) {
            _ = try await removeWhereItCan(version)
        }
    }

    /// Whether a version holds what its name promises; `nil` if it is gone.
    private func holds(_ version: Held) async throws(StoreError) -> Bool? {
        guard let object = try await object(version.object.key) else { return nil }
        return try await content(of: object)?.sha256.hasPrefix(version.name.hash) ?? false
    }

    func remove(_ key: String) async throws(StoreError) {
        try await asking { () async throws(S3Error) in try await client.remove(key) }
    }

    /// What is known of an object; `nil` if there is none.
    func object(_ key: String) async throws(StoreError) -> S3Object? {
        try await asking { () async throws(S3Error) in try await client.object(key) }
    }

    /// When the content of a version came; `nil` if it is gone, or cannot be looked at.
    func time(of key: String) async throws(StoreError) -> FileTime? {
        do throws(StoreError) {
            return try await object(key)?.fileTime
        } catch  where error.concernsOne {
            return nil
        }
    }

    /// What an object holds, as noted, or read if nothing is noted.
    func content(of object: S3Object) async throws(StoreError) -> ContentDigest? {
        if let digest = object.notedDigest { return digest }
        return try await S3Reading.digest(of: object.key, client)
    }
}
