import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging

/// Versions that go with a document to another name: all are copied before any goes, so that one name has them all.
extension S3Versions {
    /// The keys of an object and of its copy among the versions of another name.
    typealias Copied = (original: String, copy: String)

    /// Has the versions of a document be those of another name.
    ///
    /// Repeating it after a crash changes nothing.
    func move(from former: String, to name: String) async throws(StoreError) {
        try await removeOriginals(of: try await copies(of: former, for: name))
    }

    /// Copies the versions of a document for another name, all or none.
    ///
    /// What an interrupted try has copied stays as it is.
    func copies(of former: String, for name: String) async throws(StoreError) -> [Copied] {
        let held = try await versions(of: former)
        guard !held.isEmpty else { return [] }
        let there = try await versions(of: name)
        let known = try await copied(held, among: there)
        let before = Self.before(held, copied: known, among: there)
        var copies: [Copied] = []
        do throws(StoreError) {
            for version in held {
                let key = version.object.key
                if let copy = known[version.name.name] {
                    copies.append((key, copy.object.key))
                } else if let source = try await object(key) {
                    let moved = version.name.moved(to: name, after: before)
                    copies.append((key, keys.versions(name) + moved.name))
                    _ = try await copy(source, as: moved, of: name, S3Note(source))
                }
            }
        } catch {
            if error.concernsOne { await takeBack(copies) }
            throw error
        }
        return copies
    }

    /// The copies of versions that an interrupted try has made, by the names of the versions.
    private func copied(_ held: [Held], among there: [Held]) async throws(StoreError) -> [String: Held] {
        var copied: [String: Held] = [:]
        for copy in there {
            for version in held where copied[version.name.name] == nil && Self.isLike(copy, version) {
                guard let made = try await object(copy.object.key),
                    let original = try await object(version.object.key), Self.isCopy(made, of: original)
                else { continue }
                copied[version.name.name] = copy
                break
            }
        }
        return copied
    }

    private static func isLike(_ copy: Held, _ version: Held) -> Bool {
        copy.object.size == version.object.size && copy.name.hash == version.name.hash
            && copy.name.isEdited == version.name.isEdited
            && copy.name.place - copy.name.number == version.name.place - version.name.number
    }

    /// Whether an object was copied from another one; of what somebody else wrote, whether it has the same entity tag.
    private static func isCopy(_ copy: S3Object, of original: S3Object) -> Bool {
        guard let note = S3Note(original) else { return copy.entityTag == original.entityTag }
        return S3Note(copy) == note
    }

    /// The number behind which versions come: that of an interrupted try, or the last one of those that a document left
    /// which had the name before.
    private static func before(_ held: [Held], copied: [String: Held], among there: [Held]) -> Int {
        let others = Set(there.map(\.name.number))
        let left = held.filter { copied[$0.name.name] == nil }
        for version in held where version.name.number > 0 {
            guard let copy = copied[version.name.name] else { continue }
            let before = copy.name.number - version.name.number
            if before >= 0, left.allSatisfy({ !others.contains($0.name.number + before) }) { return before }
        }
        return VersionName.last(of: there.map(\.name))
    }

    /// Removes copies again, because the document stays where it is.
    func takeBack(_ copies: [Copied]) async {
        // A copy without an original is all that there is.
        for (original, copy) in copies where (try? await object(original)) != nil {
            try? await remove(copy)
        }
    }

    /// Removes what was copied.
    func removeOriginals(of copies: [Copied]) async throws(StoreError) {
        for (original, _) in copies { try await remove(original) }
    }
}
