import CarrelCore
import CarrelDigest
import Foundation

/// Writes one document beside its final place, hashing as it goes.
///
/// `@unchecked Sendable`: the contract of `StoreWriter` gives it to one thread at a time, with the hand-over
/// ordered by the fetcher's own synchronisation; nothing else touches it.
final class DirectoryStoreWriter: StoreWriter, @unchecked Sendable {
    /// From how many bytes on an unfinished document is worth continuing after a crash.
    static let noteThreshold: Int64 = 256 << 10

    private let folder: LibraryFolder
    private let key: ItemKey
    private let hash = SHA256()
    private var file: FileDescriptor?
    private var isNoted: Bool
    private(set) var bytesWritten: Int64
    private(set) var note: PartialNote?

    /// Makes a writer that begins anew.
    init(folder: LibraryFolder, key: ItemKey) {
        self.folder = folder
        self.key = key
        bytesWritten = 0
        isNoted = false
    }

    /// Makes a writer that continues; reads what is there to hash it.
    init(folder: LibraryFolder, key: ItemKey, continuing note: PartialNote) throws(StoreError) {
        self.folder = folder
        self.key = key
        let file = try FileDescriptor(
            folder.partial(key), O_RDWR | O_APPEND, doing: "the partial document could not be opened")
        let hash = self.hash
        try file.readAll { hash.update($0) }
        bytesWritten = try file.length()
        self.file = consume file
        self.note = note
        isNoted = true
    }

    deinit {
        if file != nil { discard() }
    }

    func restart(_ note: PartialNote) throws(StoreError) {
        // The old note goes first: it must never describe the new bytes.
        if isNoted { unlink(folder.note(key)) }
        isNoted = false
        file = nil
        file = try FileDescriptor(
            folder.partial(key), O_RDWR | O_CREAT | O_TRUNC | O_APPEND,
            doing: "the document could not be created")
        hash.reset()
        bytesWritten = 0
        self.note = note
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        guard file != nil else {
            throw StoreError(.system, subject: folder.partial(key), reason: "nothing was begun")
        }
        try file?.write(bytes)
        hash.update(bytes)
        bytesWritten += Int64(bytes.count)
        if !isNoted, bytesWritten >= Self.noteThreshold, let note, note.allowsResuming {
            try writeNote(note)
        }
    }

    func read(_ range: Range<Int64>) throws(StoreError) -> [UInt8] {
        guard let bytes = try file?.read(range) else { return [] }
        return bytes
    }

    func finish() throws(StoreError) -> StagedDocument {
        let token = LibraryFolder.newToken()
        let staged = try folder.staged(token)
        file = nil
        guard rename(folder.partial(key), staged) == 0 else {
            throw StoreError(
                systemError: errno, subject: folder.partial(key), doing: "the document could not be put aside"
            )
        }
        if isNoted { unlink(folder.note(key)) }
        isNoted = false
        return StagedDocument(token: token, digest: ContentDigest(size: bytesWritten, sha256: hash.finish()))
    }

    func park() {
        guard file != nil else { return }
        guard bytesWritten > 0, let note, note.allowsResuming else { return discard() }
        if !isNoted {
            do { try writeNote(note) } catch { return discard() }
        }
        file = nil
    }

    func discard() {
        file = nil
        unlink(folder.note(key))
        unlink(folder.partial(key))
        isNoted = false
    }

    /// Writes the note so that it is whole or absent, also when the process is killed meanwhile.
    private func writeNote(_ note: PartialNote) throws(StoreError) {
        let path = folder.note(key)
        guard let data = try? JSONEncoder().encode(NotedPartial(key: key, note: note)) else { return }
        do {
            try data.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw StoreError(cocoaError: error, subject: path, doing: "the note could not be written")
        }
        isNoted = true
    }
}

/// What a note file holds.
struct NotedPartial: Codable {
    var key: ItemKey
    var note: PartialNote

    /// Reads a note file; `nil` where it is missing or not a note.
    init?(path: String) {
        guard let data = FileManager.default.contents(atPath: path), data.count < 64 << 10,
            let value = try? JSONDecoder().decode(NotedPartial.self, from: data)
        else { return nil }
        self = value
    }

    init(key: ItemKey, note: PartialNote) {
        self.key = key
        self.note = note
    }
}
