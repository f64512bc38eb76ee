import CarrelModel
import CarrelStages
import Foundation

/// Earlier versions of documents.
extension Desk {
    /// A version of a document, as front ends show it.
    public struct Version: Sendable, Hashable {
        /// Its number among the versions of its document; `nil` for the stored one.
        public var number: Int?
        /// When it was stored, if known.
        public var date: Date?
        /// Its size and SHA-256; `nil` if it is gone or cannot be read.
        public var digest: ContentDigest?
        /// Whether somebody edited it.
        public var isEdited: Bool
        /// Whether it waits for its name, which still has the version before or nothing.
        public var isUnnamed = false
        /// Whether it is a restored version, and the server has another one.
        public var isRestored = false
        /// Why it cannot be read, if it is there.
        public var trouble: StoreError?

        /// The last version before another one that can be read.
        ///
        /// - Parameters:
        ///   - number: the number of the other; `nil` for the stored document.
        ///   - versions: the versions of a document, oldest first.
        /// - Returns: the version; where none can be read the one that was replaced before the other, and `nil` for the
        ///   oldest.
        public static func before(_ number: Int?, in versions: [Version]) -> Version? {
            let earlier = versions.prefix { $0.number != number }
            return earlier.last { $0.trouble == nil } ?? earlier.last
        }
    }

    /// The versions of an item's document, oldest first; the last one is the stored document.
    ///
    /// One that cannot be read does not keep the others from being shown.
    ///
    /// - Throws: `StoreError`; with `.notFound` if nothing is stored.
    public func versions(of key: ItemKey) async throws(StoreError) -> [Version] {
        guard let document = try await library.document(of: key) else { throw .notStored(key.item) }
        var versions: [Version] = []
        for version in try await store.versions?.versions(ofDocumentNamed: document.name) ?? [] {
            var shown = Version(number: version.number, date: version.date, isEdited: version.isEdited)
            do throws(StoreError) {
                shown.digest = try await store.versions?.digest(of: version)
                shown.isEdited = version.isChanged(holding: shown.digest)
            } catch  where error.concernsReadingOne {
                shown.trouble = error
            }
            versions.append(shown)
        }
        versions.append(try await stored(document, of: key))
        return versions
    }

    private func stored(_ document: StoredDocument, of key: ItemKey) async throws(StoreError) -> Version {
        var stored = Version(date: document.storedAt, isEdited: false, isRestored: document.isRestored)
        do throws(StoreError) {
            stored.digest = try await store.digest(ofDocumentNamed: located(document, of: key).name)
            guard stored.digest != document.digest else { return stored }
            stored.isUnnamed = try await !library.pendingNames(among: [document.name]).isEmpty
            stored.isEdited = stored.digest != nil && !stored.isUnnamed
            if stored.isUnnamed { stored.digest = document.digest }
        } catch  where error.concernsReadingOne {
            stored.trouble = error
        }
        return stored
    }

    /// Whether an item's document has earlier versions.
    public func hasEarlierVersions(_ document: StoredDocument) async -> Bool {
        let versions = try? await store.versions?.versions(ofDocumentNamed: document.name)
        return versions?.isEmpty == false
    }

    /// Restores an earlier version; the stored document becomes a version.
    ///
    /// - Parameters:
    ///   - number: the version's number.
    ///   - row: the item.
    /// - Throws: `PipelineError`; `StoreError`, with `.notFound` if there is no such version.
    public func restore(_ number: Int, of row: LibraryView.Row) async throws -> StoredDocument {
        try await indexing {
            try await writing(row.documentKey.catalog, with: .exclusive) { pipeline in
                try await pipeline.recordMoves(in: row.documentKey.catalog)
                guard let document = try await pipeline.library.document(of: row.documentKey) else {
                    throw StoreError.notStored(row.documentKey.item)
                }
                let version = try await Self.version(number, of: document, row.item.title, pipeline.store)
                return try await pipeline.restore(version, of: row.documentKey, title: row.item.title)
            }
        }
    }

    /// The earlier version of a document with a number.
    ///
    /// - Throws: `StoreError` about `subject`; with `.notFound` if there is none.
    static func version(
        _ number: Int, of document: StoredDocument, _ subject: String, _ store: any Store
    ) async throws(StoreError) -> DocumentVersion {
        let versions = try await store.versions?.versions(ofDocumentNamed: document.name) ?? []
        if number > 0, let version = versions.last(where: { $0.number == number }) { return version }
        // Which there are instead of a command that lists them: a program that asks may have none.
        let numbers = versions.map(\.number).filter { $0 > 0 }
        let last = numbers.suffix(20).map(String.init).joined(separator: ", ")
        let there = "\(numbers.count > 20 ? "the last are" : "there are") \(last)"
        throw StoreError(
            .notFound, subject: subject,
            reason: "there is no version \(number) of it; "
                + (numbers.isEmpty ? "it has no earlier versions" : there))
    }

    /// What is recorded of an item's document, with the name that its file has now.
    ///
    /// - Throws: `StoreError`; with `.notFound` if nothing is stored.
    func located(_ key: ItemKey) async throws(StoreError) -> StoredDocument {
        guard let document = try await document(of: key) else { throw .notStored(key.item) }
        return document
    }

    /// What is recorded of a document of an item, with the name that its file has now.
    func located(_ document: StoredDocument, of key: ItemKey) async throws(StoreError) -> StoredDocument {
        try await locatedEntry(document, of: key).document
    }

    /// The same, with its file; without one if nobody finds it.
    func locatedEntry(
        _ document: StoredDocument, of key: ItemKey
    ) async throws(StoreError) -> (document: StoredDocument, entry: StoreEntry?) {
        let entry = try await store.entry(named: document.name)
        if let entry, !entry.differs(from: document) { return (document, entry) }
        // Somebody may have renamed the file, or exchanged it for another one.
        let memory = try? await pipeline(for: key.catalog).runParts.memory(ofItems: [key], in: key.catalog)
        guard let renamed = memory?.items[key]?.document,
            FileName(renamed.name) != FileName(document.name)
        else {
            return (document, entry)
        }
        return (renamed, try await store.entry(named: renamed.name))
    }
}
