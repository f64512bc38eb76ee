import CarrelFiles
import CarrelModel
import CarrelStages
import CarrelStaging
import Foundation

/// Keeps earlier versions of documents in `.carrel/versions/NAME/`: of each those that were replaced last, and
/// everything that somebody wrote into a document.
struct VersionKeeper: Sendable {
    let kept: Int

    /// Keeps a document that is about to be replaced.
    ///
    /// Repeating it after a crash changes nothing.
    ///
    /// - Parameters:
    ///   - name: the document's name.
    ///   - digest: what is recorded of it.
    ///   - always: whether it is kept even where no versions are.
    ///   - folders: the library's folders.
    /// - Throws: `StoreError`; then the document must stay.
    func keep(
        _ name: String, recordedAs digest: ContentDigest, always: Bool, in folders: OpenFolders
    ) throws(StoreError) {
        guard let place = try folders.root.place(of: name), let document = try place.facts,
            document.kind == .regular
        else { return }
        var isEdited = try isEdited(place, size: document.size, recordedAs: digest)
        guard kept > 0 || always || isEdited else {
            // Those of before, when more were kept, are too many now.
            let versions = try folders.root.folder(OpenFolders.carrel)?.folder(OpenFolders.versions)
            guard let folder = try versions?.folders(of: name) else { return }
            return try prune(try names(in: folder, of: name), in: folder, of: name)
        }
        let folder = try folders.versions().folders(creating: name)
        var there = try names(in: folder, of: name)
        if try !holds(folder, there, inode: document.inode) {
            let hash = VersionName.hash(digest)
            let same = there.filter { $0.hash == hash && !$0.isEdited }
            if !isEdited, !same.isEmpty { isEdited = try place.digest()?.sha256 != digest.sha256 }
            let last = VersionName.last(of: there)
            var known: VersionName?
            for version in same where !isEdited && version.number > 0 {
                if try holds(folder, version) { known = version }
            }
            if let known {
                // The same content twice is one version, which keeps its number and is the newest now.
                there.removeAll { $0 == known }
                there.append(try move(known, to: last + 1, in: folder, of: name))
            } else {
                there.append(
                    try add(place, of: name, hash: hash, isEdited: isEdited, to: folder, after: last, folders)
                )
            }
            for version in same where !isEdited && version.number == 0 {
                guard try holds(folder, version) else { continue }
                folder.remove(version.name)
                there.removeAll { $0 == version }
            }
        }
        // What is kept in any case is not removed again.
        if kept > 0 || !always { try prune(there, in: folder, of: name) }
    }

    private func isEdited(
        _ place: DocumentPlace, size: Int64, recordedAs digest: ContentDigest
    ) throws(StoreError) -> Bool {
        if size != digest.size || digest.sha256.prefix(16) != VersionName.hash(digest) { return true }
        // Reading it again can wait until it would be removed.
        guard kept == 0 else { return false }
        return try place.digest()?.sha256 != digest.sha256
    }

    /// Has the versions of a document be those of another name.
    ///
    /// Repeating it after a crash changes nothing. Where the other name has versions already, of a document that was there
    /// before, those of the first stay where they are.
    func move(from former: String, to name: String, in folders: OpenFolders) throws(StoreError) {
        let versions = try folders.versions()
        guard let folder = try versions.place(of: former), let held = try folder.folder.folder(folder.name)
        else { return }
        // Versions of other extensions are none of the new name's: each takes its extension.
        let target = try versions.folders(creating: name)
        // Left by a document that had the name before: those that come are newer.
        let before = VersionName.last(of: try names(in: target, of: name))
        var done: [(former: String, name: String)] = []
        for version in try names(in: held, of: former) {
            let moved = version.moved(to: name, after: before)
            let code = held.rename(version.name, to: target, exclusivelyAs: moved.name)
            guard code == 0 else {
                // Under their own names: others would make them the newest.
                for version in done {
                    _ = target.rename(version.name, to: held, exclusivelyAs: version.former)
                }
                throw StoreError(
                    systemError: code, subject: held.path(of: version.name),
                    doing: "the earlier version could not be kept")
            }
            done.append((version.name, moved.name))
        }
        folder.folder.removeFolder(folder.name)
    }

    /// Keeps an edited document, which stays where it is, as a version of the one that came beside it.
    func keepEdited(
        _ edited: String, recordedAs digest: ContentDigest, asVersionOf name: String,
        in folders: OpenFolders
    ) throws(StoreError) {
        guard let place = try folders.root.place(of: edited), let document = try place.facts,
            document.kind == .regular
        else { return }
        let folder = try folders.versions().folders(creating: name)
        let there = try names(in: folder, of: name)
        for version in there where version.isEdited {
            guard let facts = try folder.facts(of: version.name), facts.size == document.size else {
                continue
            }
            // A copy, on a file system without second names, is the same version, too.
            guard facts.inode != document.inode else { return }
            let (held, edited) = (try folder.digest(of: version.name), try place.digest())
            guard held != edited else { return }
        }
        _ = try add(
            place, of: name, hash: VersionName.hash(digest), isEdited: true, to: folder,
            after: VersionName.last(of: there), folders)
    }

    /// Removes the versions of a document that is gone; what cannot be removed stays, as what somebody wrote into.
    func removeAll(of name: String, in versions: Folder) {
        guard let folder = try? versions.folders(of: name), let found = try? names(in: folder, of: name)
        else { return }
        for version in found { _ = try? remove(version, in: folder) }
    }

    /// Removes a version unless somebody wrote into it; tells whether it is gone.
    func remove(_ version: VersionName, in folder: Folder) throws(StoreError) -> Bool {
        guard try folder.facts(of: version.name) != nil else { return true }
        guard !version.isEdited, try holds(folder, version) else { return false }
        let code = folder.remove(version.name)
        guard code == 0 || code == ENOENT else { throw Self.notRemoved(folder.path(of: version.name), code) }
        return true
    }

    /// Why a document or a version stays; what is in the way of one need not be in that of others.
    static func notRemoved(_ path: String, _ code: Int32) -> StoreError {
        StoreError(
            .system, subject: path, reason: "it could not be removed: \(String(cString: strerror(code)))")
    }

    /// Carrel's names in a document's folder of versions, the oldest first.
    func names(in folder: Folder, of document: String) throws(StoreError) -> [VersionName] {
        let names = try folder.fileNames().compactMap { VersionName($0, of: document) }
        // Those of an earlier Carrel have no number: they came in the order in which they got their names.
        var former: [(name: VersionName, changed: Double)] = []
        for name in names where name.number == 0 {
            let changed = try folder.facts(of: name.name)?.changed ?? 0
            former.append((name, changed))
        }
        former.sort { $0.changed < $1.changed }
        return former.map { $0.name } + names.filter { $0.number > 0 }.sorted { $0.place < $1.place }
    }

    private func add(
        _ place: DocumentPlace, of name: String, hash: String, isEdited: Bool, to folder: Folder,
        after last: Int, _ folders: OpenFolders
    ) throws(StoreError) -> VersionName {
        let suffix = VersionName.suffix(of: name)
        let first = last + 1
        var code = EEXIST
        // Something that is not Carrel's may have the next name.
        for number in first..<first + 100 where code == EEXIST {
            let version = VersionName(number: number, hash: hash, isEdited: isEdited, suffix: suffix)
            // A second name for the same file: the document's own name never is without a document.
            code = place.folder.link(place.name, to: folder, as: version.name)
            if [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV].contains(code) {
                code = try copy(place, as: version.name, to: folder, folders)
            }
            if code == 0 { return version }
        }
        throw StoreError(
            systemError: code, subject: folder.path, doing: "the earlier version could not be kept")
    }

    /// Gives a version another place in the order; it stays where it is if something else has that name.
    private func move(
        _ version: VersionName, to place: Int, in folder: Folder, of document: String
    ) throws(StoreError) -> VersionName {
        // A replacement that is repeated after a crash.
        if version.place == place - 1 { return version }
        let moved = version.placed(at: place, of: document)
        let code = folder.rename(version.name, to: folder, exclusivelyAs: moved.name)
        guard code == 0 || code == EEXIST else {
            throw StoreError(
                systemError: code, subject: folder.path, doing: "the earlier version could not be kept")
        }
        return code == 0 ? moved : version
    }

    /// Copies a document, for file systems without second names; the copy is whole before it gets its name.
    private func copy(
        _ place: DocumentPlace, as version: String, to folder: Folder, _ folders: OpenFolders
    ) throws(StoreError) -> Int32 {
        let token = OwnName.newToken()
        defer { folders.incoming.remove(token) }
        guard let source = try place.folder.file(place.name) else { return ENOENT }
        let copy = try folders.incoming.file(creating: token)
        try source.readAll { (bytes) throws(StoreError) in try copy.write(bytes) }
        try copy.flush()
        return folders.incoming.rename(token, to: folder, exclusivelyAs: version)
    }

    /// Removes the oldest versions beyond those that are kept; never what somebody wrote into.
    private func prune(_ names: [VersionName], in folder: Folder, of document: String) throws(StoreError) {
        let last = VersionName.last(of: names)
        for version in VersionName.tooMany(of: names, keeping: kept, named: { $0 }) {
            if try holds(folder, version) {
                folder.remove(version.name)
            } else {
                // Somebody wrote into the document, and its length stayed the same.
                try mark(version, in: folder, of: document, after: last)
            }
        }
    }

    private func mark(
        _ version: VersionName, in folder: Folder, of document: String, after last: Int
    ) throws(StoreError) {
        let suffix = VersionName.suffix(of: document)
        // One of an earlier Carrel has no number: it gets the next one that is free.
        let numbers = version.number > 0 ? version.number...version.number : last + 1...last + 1000
        for number in numbers {
            let edited = VersionName(number: number, hash: version.hash, isEdited: true, suffix: suffix)
            if folder.rename(version.name, to: folder, exclusivelyAs: edited.name) != EEXIST { return }
        }
    }

    /// Whether a version holds what its name promises, and nobody wrote to it while it was read.
    private func holds(_ folder: Folder, _ version: VersionName) throws(StoreError) -> Bool {
        let before = try folder.facts(of: version.name)?.state
        guard let found = try folder.digest(of: version.name), found.sha256.hasPrefix(version.hash) else {
            return false
        }
        return try folder.facts(of: version.name)?.state == before
    }

    /// Whether one of the versions is a second name of a file.
    private func holds(_ folder: Folder, _ versions: [VersionName], inode: UInt64) throws(StoreError) -> Bool
    {
        for version in versions {
            if try folder.facts(of: version.name)?.inode == inode { return true }
        }
        return false
    }
}
