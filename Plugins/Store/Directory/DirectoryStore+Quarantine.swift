import CarrelBasics
import CarrelFiles
import CarrelModel
import CarrelStages
import CarrelStaging
import Foundation

/// What is not what was promised, in `.carrel/quarantine`.
extension DirectoryStore: Quarantine {
    /// Stages a document of the quarantine where it is.
    public nonisolated func staged(quarantined name: String) async throws(StoreError) -> StagedDocument {
        try OwnName.check(aside: name)
        return try await FileReading.run { () throws(StoreError) in
            let quarantine = try folder.prepared().quarantine()
            guard let digest = try quarantine.digest(of: name) else {
                throw StoreError(
                    .notFound, subject: quarantine.path(of: name), reason: "there is no such file")
            }
            return StagedDocument(
                token: StagedPlace.quarantine(name).token, digest: digest,
                fileTime: try quarantine.facts(of: name)?.fileTime)
        }
    }

    /// The names in the quarantine, in byte order.
    ///
    /// What else somebody put there is left out: it is never removed, either.
    public func quarantinedNames() throws(StoreError) -> [String] {
        guard let quarantine = try folder.existingQuarantine() else { return [] }
        return try quarantine.fileNames().filter(OwnName.isAside).inByteOrder()
    }

    /// The document's own file.
    public func localFile(quarantined name: String) throws(StoreError) -> URL? {
        try OwnName.check(aside: name)
        guard let quarantine = try folder.existingQuarantine(), try quarantine.size(of: name) != nil else {
            throw StoreError(.notFound, subject: name, reason: "there is no such file in the quarantine")
        }
        return URL(filePath: quarantine.path(of: name))
    }

    /// Removes documents from the quarantine for good.
    public func discard(quarantined names: [String]) throws(StoreError) {
        // A record may name what Carrel never set aside: that is left alone.
        let names = names.filter(OwnName.isAside)
        guard !names.isEmpty else { return }
        let quarantine = try folder.prepared().quarantine()
        for name in names {
            let code = quarantine.remove(name)
            guard code == 0 || code == ENOENT else {
                throw StoreError(
                    systemError: code, subject: quarantine.path(of: name), doing: "could not be removed")
            }
        }
    }
}
