import CarrelModel
import CarrelStages

/// Finds documents by their digests that somebody renamed or moved within the library.
struct MovedDocuments {
    /// A document whose file does not hold it, or is gone.
    struct Sought {
        var key: ItemKey
        var title: String
        /// The document as it is recorded.
        var document: StoredDocument
    }

    let store: any Store
    let library: any Library

    /// Those of the missing documents that are there under other names, and those of the edited ones that have changed
    /// places with others.
    ///
    /// Only files with the size of another one that is sought are read; files that cannot be read are skipped. Of several
    /// with the same content, one that is called like the document in another folder is taken, else the first by name.
    ///
    /// - Parameters:
    ///   - missing: the documents that are not under their names.
    ///   - edited: the documents whose files may have another content. One has moved only if another one that is sought has
    ///     its name now: else somebody wrote into it, and kept a copy.
    ///   - strays: the files that no record names, once they were looked for; loses those that are found.
    /// - Returns: the moves that the user made.
    /// - Throws: `StoreError` if the store cannot be listed.
    func among(
        _ missing: [Sought], exchanging edited: [Sought] = [], from strays: inout StrayFiles?
    ) async throws(StoreError) -> [DocumentMove] {
        let held = try await contents(of: edited, besides: missing)
        let displaced = edited.filter { held[$0.document.name] != nil }
        guard !missing.isEmpty || !displaced.isEmpty else { return [] }
        if strays == nil { strays = try await StrayFiles(store, library) }
        let sizes = Set((missing + displaced).map(\.document.size))
        let found = await strays?.names(ofSizes: sizes, in: store) ?? [:]
        let moves = moves(of: missing, displaced, held, found)
        strays?.remove(moves)
        return moves
    }

    /// The moves of missing documents, and of those that are displaced as long as others have their names.
    private func moves(
        of missing: [Sought], _ displaced: [Sought], _ held: [String: ContentDigest],
        _ strays: [ContentDigest: [String]]
    ) -> [DocumentMove] {
        var displaced = displaced
        while true {
            var files = strays
            for sought in displaced {
                guard let digest = held[sought.document.name] else { continue }
                files[digest, default: []].append(sought.document.name)
            }
            var moves = Self.moves(of: missing + displaced, among: FilePlaces(files))
            let edited = Set(displaced.map(\.key))
            for index in moves.indices { moves[index].isEdited = edited.contains(moves[index].key) }
            let (found, taken) = (Set(moves.map(\.key)), Set(moves.map { FileName($0.name) }))
            let moved = displaced.filter {
                found.contains($0.key) && taken.contains(FileName($0.document.name))
            }
            if moved.count == displaced.count { return moves }
            displaced = moved
        }
    }

    private static func moves(of sought: [Sought], among places: FilePlaces) -> [DocumentMove] {
        var places = places
        // Files that kept their names in other folders come first: others may have the same content.
        var names = sought.map { places.takeNamesake(of: $0.document) }
        for index in names.indices where names[index] == nil {
            names[index] = places.take(holding: sought[index].document.digest)
        }
        return zip(sought, names).compactMap { sought, name in
            name.map {
                DocumentMove(key: sought.key, title: sought.title, document: sought.document, name: $0)
            }
        }
    }

    /// What the files of edited documents hold, by their names, if that is another document that is sought.
    private func contents(
        of edited: [Sought], besides missing: [Sought]
    ) async throws(StoreError) -> [String: ContentDigest] {
        guard !edited.isEmpty, edited.count + missing.count > 1 else { return [:] }
        let sizes = Dictionary(grouping: edited + missing, by: \.document.size)
        let entries = try await store.entries(of: edited.map(\.document.name))
        var held: [String: ContentDigest] = [:]
        for sought in edited {
            let name = sought.document.name
            guard let others = entries[FileName(name)].flatMap({ sizes[$0.size] }),
                others.contains(where: { $0.key != sought.key }),
                let digest = try? await store.digest(ofDocumentNamed: name), digest != sought.document.digest,
                others.contains(where: { $0.key != sought.key && $0.document.digest == digest })
            else { continue }
            held[name] = digest
        }
        return held
    }
}

/// The files that hold some contents, by their names; each is taken once.
private struct FilePlaces {
    private struct Namesake: Hashable {
        var digest: ContentDigest
        var name: Substring

        init(_ digest: ContentDigest, _ path: String) {
            self.digest = digest
            name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
        }
    }

    /// Of several with one content, the first by name is last.
    private var names: [ContentDigest: [String]]
    private var namesakes: [Namesake: [String]] = [:]
    private var taken = Set<FileName>()

    init(_ names: [ContentDigest: [String]]) {
        self.names = names
        for (digest, names) in names {
            for name in names { namesakes[Namesake(digest, name), default: []].append(name) }
        }
    }

    /// Takes a file that is called like a document, and holds it.
    mutating func takeNamesake(of document: StoredDocument) -> String? {
        guard let name = namesakes[Namesake(document.digest, document.name)]?.popLast() else { return nil }
        taken.insert(FileName(name))
        return name
    }

    /// Takes a file that holds some content.
    mutating func take(holding digest: ContentDigest) -> String? {
        while let name = names[digest]?.popLast() {
            if taken.insert(FileName(name)).inserted { return name }
        }
        return nil
    }
}
