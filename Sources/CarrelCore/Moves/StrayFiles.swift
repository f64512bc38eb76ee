import CarrelModel
import CarrelStages

/// Files of a store that no record names: documents that somebody renamed may be among them.
///
/// Whoever looks for documents several times, part by part, lists the store and the records once.
struct StrayFiles: Sendable {
    /// Their names by their sizes; the first one of several is last.
    private var bySize: [Int64: [String]] = [:]
    /// What those hold that were read.
    private var digests: [FileName: ContentDigest] = [:]

    /// Finds them.
    ///
    /// - Throws: `StoreError` if the store or the records cannot be listed.
    init(_ store: any Store, _ library: any Library) async throws(StoreError) {
        let strays = try await store.names(besides: library).others.filter(DocumentName.isSafe)
        guard !strays.isEmpty else { return }
        let entries = try await store.entries(of: strays)
        for name in strays.reversed() {
            if let entry = entries[FileName(name)] { bySize[entry.size, default: []].append(name) }
        }
    }

    /// The names of those that have one of some sizes, by what they hold; those that cannot be read are left out.
    mutating func names(ofSizes sizes: Set<Int64>, in store: any Store) async -> [ContentDigest: [String]] {
        var found: [ContentDigest: [String]] = [:]
        for name in sizes.flatMap({ bySize[$0] ?? [] }) {
            guard let digest = await digest(of: name, in: store) else { continue }
            found[digest, default: []].append(name)
        }
        return found
    }

    /// Takes out the files of documents that were found.
    mutating func remove(_ moves: [DocumentMove]) {
        for (size, moves) in Dictionary(grouping: moves, by: \.document.size) {
            let taken = Set(moves.map { FileName($0.name) })
            bySize[size]?.removeAll { taken.contains(FileName($0)) }
        }
    }

    private mutating func digest(of name: String, in store: any Store) async -> ContentDigest? {
        if let digest = digests[FileName(name)] { return digest }
        let digest = try? await store.digest(ofDocumentNamed: name)
        digests[FileName(name)] = digest
        return digest
    }
}

extension Store {
    /// The recorded names of documents, and those of all other files, in byte order.
    ///
    /// On a disk without letter case the file of a document may be listed in other letters: it is not another file.
    func names(
        besides library: any Library
    ) async throws(StoreError) -> (recorded: Set<FileName>, others: [String]) {
        let listed = try await names()
        // Read after the names, because another process records a document before it gets its name.
        let recorded = Set(try await library.names().values.map { FileName($0) })
        let others = listed.filter { !recorded.contains(FileName($0)) }
        let unlisted = others.isEmpty ? [] : recorded.subtracting(listed.map { FileName($0) })
        guard !unlisted.isEmpty else { return (recorded, others) }
        let there = try await entries(of: unlisted.map(\.text).filter(DocumentName.isSafe)).keys
        let folded = Set(there.map { DocumentName.collisionKey($0.text) })
        guard !folded.isEmpty else { return (recorded, others) }
        return (recorded, others.filter { !folded.contains(DocumentName.collisionKey($0)) })
    }
}
