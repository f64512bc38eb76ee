import CarrelFiles
import CarrelModel
import CarrelStages
import Foundation

/// Unfinished documents, each with its note in `.carrel/incoming`.
extension DirectoryStore: PartialDocuments {
    /// The partial documents that can be continued.
    public func partialDocuments() throws(StoreError) -> [ItemKey: PartialDocument] {
        guard let incoming = try folder.existingIncoming() else { return [:] }
        var partials: [ItemKey: PartialDocument] = [:]
        for name in try incoming.fileNames() {
            guard let (stem, part) = OwnName.part(name), part == .note,
                let noted = NotedPartial(name, in: incoming), OwnName.stem(noted.key) == stem,
                let size = incoming.size(of: stem + OwnName.Part.bytes.rawValue), size > 0
            else { continue }
            partials[noted.key] = PartialDocument(bytes: size, note: noted.note)
        }
        return partials
    }

    /// Opens a writer that can be parked.
    public nonisolated func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any PartialWriter {
        let incoming = try folder.prepared().incoming
        let stem = OwnName.stem(key)
        let name = stem + OwnName.Part.note.rawValue
        if resuming, let noted = NotedPartial(name, in: incoming), noted.key == key,
            let file = try incoming.file(extending: stem + OwnName.Part.bytes.rawValue),
            try file.length() <= noted.note.completeLength ?? .max
        {
            return try DirectoryStoreWriter(key: key, stem: stem, in: incoming, continuing: noted.note, file)
        }
        incoming.remove(name)
        return DirectoryStoreWriter(key: key, stem: stem, in: incoming)
    }

    /// Removes what killed processes left that can never be continued.
    public func removeAbandonedPartials() throws(StoreError) {
        guard let incoming = try folder.existingIncoming() else { return }
        var stems = Set<String>()
        for name in try incoming.fileNames() {
            if let (stem, _) = OwnName.part(name) { stems.insert(stem) }
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
        return note.modified.timeIntervalSinceNow >= -30 * 24 * 3600
    }
}
