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
    /// with the same content, the first by name is taken.
    ///
    /// - Parameters:
    ///   - missing: the documents that are not under their names.
    ///   - edited: the documents whose files may have another content. One has moved only if another one that is sought has
    ///     its name now: else somebody wrote into it, and kept a copy.
    /// - Returns: the moves that the user made.
    /// - Throws: `StoreError` if the store cannot be listed.
    func among(
        _ missing: [Sought], exchanging edited: [Sought] = []
    ) async throws(StoreError) -> [DocumentMove] {
        let held = try await contents(of: edited, besides: missing)
        var displaced = edited.filter { held[$0.document.name] != nil }
        guard !missing.isEmpty || !displaced.isEmpty else { return [] }
        let strays = try await strays(like: missing + displaced)
        while true {
            var places = strays
            for sought in displaced {
                guard let digest = held[sought.document.name] else { continue }
                places[digest, default: []].append(sought.document.name)
            }
            var moves = missing.compactMap { Self.move($0, among: &places) }
            for var move in displaced.compactMap({ Self.move($0, among: &places) }) {
                move.isEdited = true
                moves.append(move)
            }
            let (found, taken) = (Set(moves.map(\.key)), Set(moves.map { FileName($0.name) }))
            let moved = displaced.filter {
                found.contains($0.key) && taken.contains(FileName($0.document.name))
            }
            if moved.count == displaced.count { return moves }
            displaced = moved
        }
    }

    private static func move(_ sought: Sought, among places: inout [ContentDigest: [String]]) -> DocumentMove?
    {
        guard let name = places[sought.document.digest]?.popLast() else { return nil }
        return DocumentMove(key: sought.key, title: sought.title, document: sought.document, name: name)
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

    /// The names of files that no record names, by what they hold; the first one of several is last.
    private func strays(like sought: [Sought]) async throws(StoreError) -> [ContentDigest: [String]] {
        let known = Set(try await library.names().values.map { FileName($0) })
        let strays = try await store.names().filter {
            !known.contains(FileName($0)) && DocumentName.isSafe($0)
        }
        guard !strays.isEmpty else { return [:] }
        let sizes = Set(sought.map(\.document.size))
        let entries = try await store.entries(of: strays).filter { sizes.contains($0.value.size) }
        var names: [ContentDigest: [String]] = [:]
        for name in strays.reversed() where entries[FileName(name)] != nil {
            guard let digest = try? await store.digest(ofDocumentNamed: name) else { continue }
            names[digest, default: []].append(name)
        }
        return names
    }
}
