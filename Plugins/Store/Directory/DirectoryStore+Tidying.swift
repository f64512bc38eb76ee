import CarrelModel
import CarrelStages
import CarrelFiles
import Foundation

extension DirectoryStore {
    /// Stages a stored document where it is.
    public nonisolated func staged(
        documentNamed name: String, holding digest: ContentDigest
    ) throws(StoreError) -> StagedDocument {
        try LibraryFolder.check(name: name)
        return StagedDocument(token: StagedPlace.document(name).token, digest: digest)
    }

    /// Stages a document of the quarantine where it is.
    public func staged(quarantined name: String) throws(StoreError) -> StagedDocument {
        try OwnName.check(aside: name)
        let quarantine = try folder.prepared().quarantine()
        guard let digest = try digest(of: name, in: quarantine) else {
            throw StoreError(
                .notFound, subject: quarantine.path(of: name), reason: "there is no such file")
        }
        return StagedDocument(token: StagedPlace.quarantine(name).token, digest: digest)
    }

    /// The names in the quarantine, in byte order.
    ///
    /// What else somebody put there is left out: it is never removed, either.
    public func quarantinedNames() throws(StoreError) -> [String] {
        guard let quarantine = try folder.existingQuarantine() else { return [] }
        return try quarantine.fileNames().filter(OwnName.isAside)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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

    /// Removes what killed processes left that can never be continued.
    public func removeAbandoned() throws(StoreError) {
        guard let incoming = try folder.existingIncoming() else { return }
        var stems = Set<String>()
        for name in try incoming.fileNames() {
            if let (stem, _) = OwnName.part(name) {
                stems.insert(stem)
            } else if OwnName.isToken(name) {
                incoming.remove(name)
            }
        }
        for stem in stems {
            incoming.remove(stem + OwnName.Part.newNote.rawValue)
            guard !canBeContinued(stem, in: incoming) else { continue }
            incoming.remove(stem + OwnName.Part.note.rawValue)
            incoming.remove(stem + OwnName.Part.bytes.rawValue)
        }
    }

    /// Whether bytes and note are there, and somebody continued the download within the last month: otherwise its
    /// item is probably listed no longer.
    private func canBeContinued(_ stem: String, in incoming: Folder) -> Bool {
        guard let size = incoming.size(of: stem + OwnName.Part.bytes.rawValue), size > 0,
            let note = incoming.facts(of: stem + OwnName.Part.note.rawValue), note.kind == .regular
        else { return false }
        return note.modified >= Int64(Date.now.timeIntervalSince1970) - 30 * 24 * 3600
    }
}
