import CarrelBasics
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging
import Foundation

/// What is not what was promised, below `.carrel/quarantine`.
extension S3Store: Quarantine {
    /// Stages a document of the quarantine where it is.
    public func staged(quarantined name: String) async throws(StoreError) -> StagedDocument {
        try OwnName.check(aside: name)
        guard let object = try await object(keys.quarantine + name),
            let digest = try await digest(ofObject: object.key)
        else { throw Self.gone(name) }
        return StagedDocument(
            token: StagedPlace.quarantine(name).token, digest: digest, fileTime: object.fileTime)
    }

    /// The names in the quarantine, in byte order.
    ///
    /// What else somebody put there is left out: it is never removed, either.
    public func quarantinedNames() async throws(StoreError) -> [String] {
        try await client.collect(below: keys.quarantine) { $0.key.behind(keys.quarantine) }
            .filter(OwnName.isAside).inByteOrder()
    }

    /// No file: documents are not on this machine.
    public func localFile(quarantined name: String) async throws(StoreError) -> URL? {
        try OwnName.check(aside: name)
        guard try await object(keys.quarantine + name) != nil else { throw Self.gone(name) }
        return nil
    }

    /// Removes documents from the quarantine for good.
    public func discard(quarantined names: [String]) async throws(StoreError) {
        // A record may name what Carrel never set aside: that is left alone.
        try await remove(objects: names.filter(OwnName.isAside).map { keys.quarantine + $0 })
    }

    private static func gone(_ name: String) -> StoreError {
        StoreError(.notFound, subject: name, reason: "there is no such document in the quarantine")
    }
}
