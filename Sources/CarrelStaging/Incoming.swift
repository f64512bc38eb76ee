import CarrelBasics
import CarrelDigest
import CarrelFiles
import CarrelModel
import CarrelStages
import Foundation

/// The folder `.carrel/incoming` of a library: documents that are being written, or have no name yet, and unfinished ones
/// with their notes.
///
/// Every call blocks.
package struct Incoming: Sendable {
    /// Names a whole document by its file's name.
    typealias Naming = @Sendable (String) throws(StoreError) -> String

    private let folder: LibraryFolder
    private let naming: Naming

    /// Takes a library's folder.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - naming: the token of a staged document by its file's name, which it is without this.
    package init(
        _ folder: LibraryFolder,
        naming: @escaping @Sendable (String) throws(StoreError) -> String = {
            (token: String) throws(StoreError) in token
        }
    ) {
        (self.folder, self.naming) = (folder, naming)
    }

    // MARK: Unfinished documents

    /// The partial documents that can be continued.
    package func partialDocuments() throws(StoreError) -> [ItemKey: PartialDocument] {
        guard let incoming = try folder.existingIncoming() else { return [:] }
        var partials: [ItemKey: PartialDocument] = [:]
        for name in try incoming.fileNames() {
            guard let (stem, part) = OwnName.part(name), part == .note,
                let noted = NotedPartial(name, in: incoming), OwnName.stem(noted.key) == stem,
                let size = try incoming.size(of: stem + OwnName.Part.bytes.rawValue), size > 0,
                // As a writer: what is longer than it says is not continued.
                size <= noted.note.completeLength ?? .max
            else { continue }
            partials[noted.key] = PartialDocument(
                bytes: size, note: noted.note,
                isBeingWritten: isBeingWritten(stem + OwnName.Part.bytes.rawValue, in: incoming))
        }
        return partials
    }

    /// Whether a writer has a file open.
    private func isBeingWritten(_ name: String, in incoming: Folder) -> Bool {
        // Of one that this user may not read nobody can say.
        guard let file = try? incoming.file(name) else { return false }
        return file.isUsedByOthers
    }

    /// Opens a writer that can be parked.
    package func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any PartialWriter {
        let incoming = try folder.prepared().incoming
        let stem = OwnName.stem(key)
        let name = stem + OwnName.Part.note.rawValue
        if resuming, let noted = NotedPartial(name, in: incoming), noted.key == key,
            let file = try incoming.file(extending: stem + OwnName.Part.bytes.rawValue),
            try file.length() <= noted.note.completeLength ?? .max
        {
            return try IncomingWriter(
                key: key, stem: stem, in: incoming, of: folder, naming, continuing: noted.note, file)
        }
        incoming.remove(name)
        return IncomingWriter(key: key, stem: stem, in: incoming, of: folder, naming)
    }

    /// Removes what killed processes left that can never be continued.
    package func removeAbandonedPartials() throws(StoreError) {
        guard let incoming = try folder.existingIncoming() else { return }
        var stems = Set<String>()
        for name in try incoming.fileNames() {
            if let (stem, _) = OwnName.part(name) { stems.insert(stem) }
        }
        for stem in stems {
            incoming.remove(stem + OwnName.Part.newNote.rawValue)
            guard try !canBeContinued(stem, in: incoming) else { continue }
            incoming.remove(stem + OwnName.Part.note.rawValue)
            incoming.remove(stem + OwnName.Part.bytes.rawValue)
        }
    }

    /// Whether bytes and note are there, and somebody continued the download within the last month: otherwise its
    /// item is probably listed no longer.
    private func canBeContinued(_ stem: String, in incoming: Folder) throws(StoreError) -> Bool {
        guard let size = try incoming.size(of: stem + OwnName.Part.bytes.rawValue), size > 0,
            let note = try incoming.facts(of: stem + OwnName.Part.note.rawValue), note.kind == .regular
        else { return false }
        return note.modified.timeIntervalSinceNow >= -30 * 24 * 3600
    }

    // MARK: Whole documents without a name

    /// Up to that many contents are staged one after the other.
    private static let few = 64

    /// Stages whole contents: a file each, written at once.
    ///
    /// Many are shared out among two threads.
    package func stage(_ contents: [DocumentContent]) -> [Result<StagedDocument, StoreError>] {
        guard !contents.isEmpty else { return [] }
        let incoming: Folder
        do {
            incoming = try folder.prepared().incoming
        } catch {
            return contents.map { _ in .failure(error) }
        }
        let shares = contents.count > Self.few ? min(2, Processors.count) : 1
        let staged = Locked([Int: [Result<StagedDocument, StoreError>]]())
        DispatchQueue.concurrentPerform(iterations: shares) { share in
            let part = contents[contents.count * share / shares..<contents.count * (share + 1) / shares]
            let results = stage(part, in: incoming)
            staged.withLock { $0[share] = results }
        }
        return staged.withLock { staged in (0..<shares).flatMap { staged[$0] ?? [] } }
    }

    private func stage(
        _ contents: ArraySlice<DocumentContent>, in incoming: Folder
    ) -> [Result<StagedDocument, StoreError>] {
        let hash = SHA256()
        return contents.map { content in
            Result { () throws(StoreError) in
                do throws(StoreError) {
                    return try stage(content.bytes, in: incoming, hash)
                } catch {
                    throw folder.reason(error)
                }
            }
        }
    }

    private func stage(
        _ bytes: [UInt8], in incoming: Folder, _ hash: SHA256
    ) throws(StoreError) -> StagedDocument {
        let token = OwnName.newToken()
        let file = try incoming.file(creating: token)
        let time: FileTime
        do {
            try file.write(bytes)
            time = try file.noteTime()
        } catch {
            incoming.remove(token)
            throw error
        }
        bytes.withUnsafeBytes { hash.update($0) }
        return StagedDocument(
            token: try naming(token), digest: ContentDigest(size: Int64(bytes.count), sha256: hash.finish()),
            fileTime: time)
    }

    /// Removes a whole document; does nothing for a token of another kind.
    package func remove(token: String) {
        guard OwnName.isToken(token), let incoming = try? folder.existingIncoming() else { return }
        incoming.remove(token)
    }

    /// Notes of a whole document what continues it, in case nothing publishes it; does nothing if it is not here.
    package func leave(token: String, of key: ItemKey, _ note: PartialNote) throws(StoreError) {
        guard OwnName.isToken(token), let incoming = try folder.existingIncoming(),
            try incoming.facts(of: token)?.kind == .regular
        else { return }
        try NotedPartial(key: key, note: note, whole: token).write(in: incoming)
    }

    /// Removes the whole documents that killed processes left, but for those that were left to be continued, which
    /// become unfinished ones.
    ///
    /// What another process lends is locked, and stays.
    package func removeAbandoned() throws(StoreError) {
        guard let incoming = try folder.existingIncoming() else { return }
        let names = try incoming.fileNames()
        for name in names { takeBack(notedIn: name, in: incoming) }
        for name in names where OwnName.isToken(name) { remove(abandoned: name, in: incoming) }
    }

    private func takeBack(notedIn name: String, in incoming: Folder) {
        guard let (stem, part) = OwnName.part(name), part == .note,
            let noted = NotedPartial(name, in: incoming), OwnName.stem(noted.key) == stem,
            let token = noted.whole, OwnName.isToken(token)
        else { return }
        // One that got its name meanwhile is not here.
        _ = incoming.rename(token, to: incoming, exclusivelyAs: stem + OwnName.Part.bytes.rawValue)
    }

    private func remove(abandoned name: String, in incoming: Folder) {
        do throws(StoreError) {
            guard let file = try incoming.file(name) else { return }
            guard flock(file.raw, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return }
            incoming.remove(name)
            // Nobody locks it before it is gone.
            flock(file.raw, LOCK_UN)
        } catch {
            // Another user's that this one may not read: whether it is in use cannot be asked.
        }
    }
}
