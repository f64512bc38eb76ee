import CarrelModel
import CarrelS3
import CarrelStages
import Foundation

/// What Carrel notes of an object that it makes.
struct S3Note: Equatable {
    /// The digest of the content.
    var sha256: String
    /// When the content came, if that is known.
    var time: FileTime?
    /// What the object was made from, so that whoever repeats a publication recognises what it made.
    var source: String?

    private static let (digestName, timeName, sourceName) = ("carrel-sha256", "carrel-time", "carrel-source")

    init(sha256: String, time: FileTime?, source: String? = nil) {
        (self.sha256, self.time) = (sha256, time)
        // Names need not be ASCII, which notes must be.
        self.source = source.map { SignableRequest.digest(of: $0.utf8) }
    }

    /// Reads the notes of an object; `nil` for one that somebody else made.
    init?(_ object: S3Object) {
        guard let digest = object.notes[Self.digestName], digest.utf8.count == 64 else { return nil }
        sha256 = digest
        time = object.notes[Self.timeName].flatMap(Int64.init).map { FileTime(nanoseconds: $0) }
        source = object.notes[Self.sourceName]
    }

    /// As an object carries it.
    var fields: [String: String] {
        var fields = [Self.digestName: sha256]
        fields[Self.timeName] = time.map { "\($0.nanoseconds)" }
        fields[Self.sourceName] = source
        return fields
    }

    /// The same note for a copy of the object.
    func copied(from source: String) -> S3Note { S3Note(sha256: sha256, time: time, source: source) }

    /// Whether the object was made from that.
    func isMade(from source: String) -> Bool { self.source == SignableRequest.digest(of: source.utf8) }
}

extension S3Object {
    /// When its content came: as noted, or as the service says of an object that somebody else made.
    var fileTime: FileTime? {
        if let note = S3Note(self) { return note.time }
        // To the second, and one nanosecond on: never the time of what Carrel wrote.
        return modified.map { date in
            let seconds = Int64(max(-Self.lastSecond, min(date.timeIntervalSince1970, Self.lastSecond)))
            return FileTime(nanoseconds: seconds * 1_000_000_000 + 1)
        }
    }

    /// The seconds that nanoseconds of 64 bits reach, until the year 2262.
    private static let lastSecond = 9_223_372_035.0

    /// The noted digest with the size; `nil` for an object that somebody else made.
    var notedDigest: ContentDigest? {
        S3Note(self).map { ContentDigest(size: size, sha256: $0.sha256) }
    }

    /// What a store knows of it.
    var entry: StoreEntry { StoreEntry(size: size, fileTime: fileTime, sha256: sha256) }

    /// Tells this state of the object from every other.
    var state: String { "\(entityTag) \(modified?.timeIntervalSince1970 ?? 0) \(key)" }
}
