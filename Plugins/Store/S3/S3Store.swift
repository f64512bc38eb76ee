import CarrelBasics
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging
import Foundation

/// Keeps documents in a bucket, under readable names.
///
/// Documents are written and hashed in a folder of this machine, the spool. A flush sends them to `.carrel/incoming/` in
/// the bucket, so that any machine can finish what this one has recorded. Publishing copies them to their names within
/// the bucket: at a name is nothing, or the whole document.
///
///     PREFIX/COMP304-main7.pdf              documents
///     PREFIX/.carrel/incoming/MACHINE/…     whole documents without a name, by the machine that sent them
///     PREFIX/.carrel/versions/NAME/…        earlier versions of a document
///     PREFIX/.carrel/quarantine/…           what is not what was promised
///     PREFIX/.carrel/trial/MACHINE/…        made and removed to see whether the service heeds a condition
///     PREFIX/.carrel/uploads/MACHINE/…      marks of large objects that are being sent or copied in parts
///
/// Of every object that Carrel makes it notes the digest and when the content came (`S3Note`): whoever else writes an
/// object leaves no such note, and the document counts as edited.
public final class S3Store: Store {
    let client: S3Client
    let keys: S3Names
    let spool: Spool
    let keeper: S3Versions
    /// Whether the service keeps a taken key from a copy, once that is known.
    let knownToHeed = Locked<Bool?>(nil)
    /// What this process sent and has not published yet.
    let sent = Locked<[String: S3Object]>([:])
    private let room: Int64

    /// - Parameters:
    ///   - client: sends requests to the bucket.
    ///   - prefix: what the keys of all objects begin with; empty, or with a slash at its end.
    ///   - folder: the library's folder on this machine.
    ///   - room: how many bytes of documents may wait in the spool to be sent.
    ///   - versionsKept: how many earlier versions of a document are kept.
    ///   - disk: where the disk is used.
    public init(
        client: S3Client, prefix: String = "", folder: URL, room: Int64 = 4 << 30, versionsKept: Int = 5,
        disk: BlockingExecutor = BlockingExecutor(label: "carrel.disk")
    ) {
        keys = S3Names(prefix: prefix)
        var client = client
        client.trials = keys.allTrials
        self.client = client
        self.room = room
        libraryFolder = folder
        spool = Spool(root: folder, disk: disk)
        keeper = S3Versions(client: client, keys: keys, kept: versionsKept)
    }

    /// Documents are not files of this machine.
    public var root: URL? { nil }

    /// The folder of the spool, and of the records if they are kept on this machine.
    public let libraryFolder: URL?

    /// What may wait to be sent.
    public var stagingRoom: Int64? { room }

    /// Unfinished documents are kept in the spool.
    public var partials: (any PartialDocuments)? { spool }

    /// Replaced documents are kept in `.carrel/versions`.
    public var versions: (any DocumentVersions)? { self }

    /// What is not what was promised is kept in `.carrel/quarantine`.
    public var quarantine: (any Quarantine)? { self }

    /// Everything can go to another store.
    public var transfer: (any DocumentTransfer)? { self }

    /// Opens the spool's folder.
    public func prepare() async throws(StoreError) { try await spool.prepare() }

    /// How much the disk of the spool takes; a bucket says nothing of the kind.
    public func freeSpace() async -> Int64? { await spool.freeSpace() }

    // MARK: For the parts

    /// What is known of an object; `nil` if there is none.
    func object(_ key: String) async throws(StoreError) -> S3Object? {
        try await keeper.object(key)
    }

    /// Reads an object, and computes its digest; `nil` if there is none.
    func digest(ofObject key: String) async throws(StoreError) -> ContentDigest? {
        try await S3Reading.digest(of: key, client)
    }
}

/// Does something with the bucket; says as a store why it failed.
func asking<Value>(_ body: () async throws(S3Error) -> Value) async throws(StoreError) -> Value {
    do throws(S3Error) {
        return try await body()
    } catch {
        throw error.storeError
    }
}

extension S3Client {
    /// Collects what is made of objects whose keys begin with a text, without those that make `nil`.
    func collect<Value>(
        below prefix: String, _ value: (S3Object) -> Value?
    ) async throws(StoreError) -> [Value] {
        var found: [Value] = []
        try await asking { () async throws(S3Error) in
            try await all(prefix) { objects in
                found += objects.compactMap(value)
                return true
            }
        }
        return found
    }
}
