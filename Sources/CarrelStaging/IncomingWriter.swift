import CarrelDigest
import CarrelFiles
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Writes one document into the folder of what has no name yet, hashing as it goes.
///
/// `@unchecked Sendable`: the contract of `StoreWriter` gives it to one thread at a time, with the hand-over
/// ordered by the fetcher's own synchronisation; nothing else touches it.
package final class IncomingWriter: PartialWriter, @unchecked Sendable {
    /// From how many bytes on an unfinished document is worth continuing after a crash.
    static let noteThreshold: Int64 = 256 << 10

    /// How many bytes are read at once.
    private static let readLength: Int64 = 1 << 20

    private let incoming: Folder
    private let library: LibraryFolder
    private let key: ItemKey
    private let stem: String
    private let naming: Incoming.Naming
    private let hash = SHA256()
    private var file: FileDescriptor?
    private var hasBegun: Bool
    private var isNoted: Bool
    package private(set) var bytesWritten: Int64
    package private(set) var note: PartialNote?

    private var part: String { stem + OwnName.Part.bytes.rawValue }
    private var noteName: String { stem + OwnName.Part.note.rawValue }

    /// Makes a writer that begins anew.
    init(
        key: ItemKey, stem: String, in incoming: Folder, of library: LibraryFolder,
        _ naming: @escaping Incoming.Naming
    ) {
        (self.incoming, self.library) = (incoming, library)
        (self.key, self.stem, self.naming) = (key, stem, naming)
        bytesWritten = 0
        (hasBegun, isNoted) = (false, false)
    }

    /// Makes a writer that continues; reads what is there to hash it.
    init(
        key: ItemKey, stem: String, in incoming: Folder, of library: LibraryFolder,
        _ naming: @escaping Incoming.Naming, continuing note: PartialNote, _ file: consuming FileDescriptor
    ) throws(StoreError) {
        (self.incoming, self.library) = (incoming, library)
        (self.key, self.stem, self.naming) = (key, stem, naming)
        file.markUsed()
        let hash = self.hash
        var count: Int64 = 0
        try file.readAll { bytes in
            hash.update(bytes)
            count += Int64(bytes.count)
        }
        bytesWritten = count
        self.file = consume file
        self.note = note
        (hasBegun, isNoted) = (true, true)
    }

    deinit {
        if file != nil { discard() }
    }

    package func restart(_ note: PartialNote) throws(StoreError) {
        try begin(note)
    }

    private func begin(_ note: PartialNote?) throws(StoreError) {
        hasBegun = true
        // The old note goes first: it must never describe the new bytes. The old bytes may be another file's, too.
        discard()
        do {
            file = try incoming.file(creating: part)
        } catch {
            throw library.reason(error)
        }
        file?.markUsed()
        hash.reset()
        bytesWritten = 0
        self.note = note
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        if !hasBegun { try begin(nil) }
        guard file != nil else {
            throw StoreError(.system, subject: incoming.path(of: part), reason: "nothing was begun")
        }
        try file?.write(bytes)
        hash.update(bytes)
        bytesWritten += Int64(bytes.count)
        if !isNoted, bytesWritten >= Self.noteThreshold, let note, note.allowsResuming {
            try writeNote(note)
        }
    }

    package func read(_ range: Range<Int64>) throws(StoreError) -> [UInt8] {
        guard let bytes = try file?.read(range) else { return [] }
        return bytes
    }

    package func digest(of range: Range<Int64>, _ algorithm: DigestAlgorithm) throws(StoreError) -> String {
        let hash = MessageDigest(algorithm)
        try add(range, to: hash)
        return hash.finish()
    }

    private func add(_ range: Range<Int64>, to hash: MessageDigest) throws(StoreError) {
        var place = range.lowerBound
        while place < range.upperBound {
            let bytes = try read(place..<min(range.upperBound, place + Self.readLength))
            guard !bytes.isEmpty else { return }
            bytes.withUnsafeBytes { hash.update($0) }
            place += Int64(bytes.count)
        }
    }

    package func truncate(to count: Int64, _ note: PartialNote) throws(StoreError) {
        guard count > 0, file != nil else { return try begin(note) }
        // The bytes and their hash stay.
        guard count < bytesWritten else {
            self.note = note
            if isNoted { try writeNote(note) }
            return
        }
        // The old note goes first: it must never describe the new bytes.
        incoming.remove(noteName)
        isNoted = false
        self.note = note
        try file?.truncate(to: count)
        bytesWritten = count
        hash.reset()
        try add(0..<count, to: hash)
    }

    package func finish() throws(StoreError) -> StagedDocument {
        if !hasBegun { try begin(nil) }
        let token = OwnName.newToken()
        let time = try file?.noteTime()
        let code = incoming.rename(part, to: incoming, as: token)
        guard code == 0 else {
            discard()
            throw library.reason(
                StoreError(
                    systemError: code, subject: incoming.path(of: part),
                    doing: "the document could not be put aside"))
        }
        file = nil
        if isNoted { incoming.remove(noteName) }
        isNoted = false
        return StagedDocument(
            token: try naming(token), digest: ContentDigest(size: bytesWritten, sha256: hash.finish()),
            fileTime: time)
    }

    package func park() {
        guard file != nil else { return }
        guard bytesWritten > 0, let note, note.allowsResuming else { return discard() }
        if !isNoted {
            do { try writeNote(note) } catch { return discard() }
        }
        file = nil
    }

    package func discard() {
        file = nil
        // A note without bytes continues nothing: should the process end in between, the next one removes it.
        incoming.remove(noteName)
        incoming.remove(part)
        isNoted = false
    }

    private func writeNote(_ note: PartialNote) throws(StoreError) {
        do throws(StoreError) {
            try NotedPartial(key: key, note: note).write(in: incoming)
        } catch {
            throw library.reason(error)
        }
        isNoted = true
    }
}
