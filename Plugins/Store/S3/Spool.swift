import CarrelBasics
import CarrelDigest
import CarrelFiles
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelStaging
import Foundation

/// The folder of this machine where documents are written before they are sent, and where unfinished ones stay.
actor Spool: PartialDocuments {
    private let executor: BlockingExecutor
    private nonisolated let folder: LibraryFolder
    private nonisolated let incoming: Incoming
    private nonisolated let machine: MachineName

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(root: URL, disk: BlockingExecutor) {
        executor = disk
        folder = LibraryFolder(root: root)
        let machine = MachineName(folder)
        self.machine = machine
        // Also another machine finds what is recorded under such a name.
        incoming = Incoming(folder) { token throws(StoreError) in
            S3Place.incoming(machine: try machine.value(), token: token).token
        }
    }

    /// Opens the folders, made where they are missing.
    func prepare() throws(StoreError) { try folder.prepare() }

    // MARK: Unfinished documents

    func partialDocuments() throws(StoreError) -> [ItemKey: PartialDocument] {
        try incoming.partialDocuments()
    }

    nonisolated func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any PartialWriter {
        try incoming.writer(for: key, resuming: resuming)
    }

    /// Leaves a whole document that was not sent.
    func leave(
        _ document: StagedDocument, of key: ItemKey, _ note: PartialNote
    ) throws(StoreError) {
        var token = document.token
        if case .incoming(_, let own)? = try? S3Place(token) { token = own }
        try incoming.leave(token: token, of: key, note)
    }

    func removeAbandonedPartials() throws(StoreError) { try incoming.removeAbandonedPartials() }

    // MARK: Whole documents

    func stage(_ contents: [DocumentContent]) -> [Result<StagedDocument, StoreError>] {
        incoming.stage(contents)
    }

    /// The path of a whole document that waits to be sent; `nil` if it is not here.
    func file(_ token: String) throws(StoreError) -> String? {
        guard let folder = try folder.existingIncoming(), try folder.facts(of: token)?.kind == .regular else {
            return nil
        }
        return folder.path(of: token)
    }

    /// Removes a document that was sent, or is not needed.
    func remove(_ token: String) { incoming.remove(token: token) }

    /// Removes what killed processes left.
    func removeAbandoned() throws(StoreError) { try incoming.removeAbandoned() }

    func freeSpace() -> Int64? { folder.freeSpace() }

    // MARK: Copies that are lent

    /// Begins an empty copy, which a recovery removes if this process does not.
    func newCopy() throws(StoreError) -> LentCopy {
        let incoming = try folder.prepared().incoming
        while true {
            if let copy = try LentCopy.begin(OwnName.newToken(), in: incoming) { return copy }
        }
    }

    /// Adds bytes to a copy.
    func append(_ bytes: [UInt8], to copy: LentCopy) throws(StoreError) { try copy.append(bytes) }

    /// Hands bytes on to a writer, which blocks.
    func pass(_ bytes: [UInt8], to writer: any StoreWriter) throws(StoreError) { try writer.write(bytes) }

    /// The name by which the bucket knows this folder.
    func machineID() throws(StoreError) -> String { try machine.value() }
}

extension Spool {
    /// Reads a whole document again, on a thread of its own.
    ///
    /// - Parameters:
    ///   - algorithm: how its digest is computed.
    ///   - token: the document.
    /// - Returns: the digest; `nil` if the document is not here.
    nonisolated func digest(
        _ algorithm: DigestAlgorithm, of token: String
    ) async throws(StoreError) -> String? {
        try await FileReading.run { () throws(StoreError) in
            guard let file = try folder.existingIncoming()?.file(token) else { return nil }
            let hash = MessageDigest(algorithm)
            try file.readAll { hash.update($0) }
            return hash.finish()
        }
    }
}
