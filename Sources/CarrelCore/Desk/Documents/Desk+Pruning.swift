import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Removes documents to save space.
extension Desk {
    /// A request to remove documents.
    public struct Pruning: Sendable, Hashable {
        /// The kinds of documents that can be removed.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Documents that are no longer listed.
            case orphaned
            /// Documents that are ignored.
            case ignored
            /// Earlier versions of documents.
            case versions
        }

        /// The kinds to remove.
        public var kinds: Set<Kind>
        /// Only documents stored before this date; `nil` for all.
        public var before: Date?
        /// Only documents larger than this, in bytes; `nil` for all.
        public var largerThan: Int64?
        /// Whether versions that somebody edited are removed, too, if their documents are no longer recorded.
        public var includesEdited = false

        public init(_ kinds: Set<Kind>, before: Date? = nil, largerThan: Int64? = nil) {
            (self.kinds, self.before, self.largerThan) = (kinds, before, largerThan)
        }

        func takes(_ date: Date?, _ size: Int64) -> Bool {
            if let before, date.map({ $0 >= before }) ?? true { return false }
            return largerThan.map { size > $0 } ?? true
        }
    }

    /// A document, or a version of one, that can be removed.
    public struct Prunable: Sendable, Hashable {
        /// Why it can be removed.
        public var kind: Pruning.Kind
        /// The item; `nil` for a version of a document that is no longer recorded.
        public var key: ItemKey?
        /// The item's title; the name of a document that is no longer recorded.
        public var title: String
        /// The document as it is recorded; `nil` if it is no longer recorded.
        public var document: StoredDocument?
        /// The version; `nil` for the document itself.
        public var version: DocumentVersion?
        /// The size in bytes; 0 of a document whose file is gone.
        public var size: Int64
        /// When it was stored, if known.
        public var date: Date?
        /// Whether somebody edited it.
        public var isEdited: Bool
        /// Whether its document waits for its name.
        public var isUnnamed = false
        /// Whether the file is gone, so that only the record is removed.
        public var isMissing = false
        /// Whether it is removed even if somebody edited it, because that was asked for.
        public var isAskedFor = false

        /// Whether it stays for what somebody wrote into it.
        var keepsEdits: Bool { isEdited && !isAskedFor }

        /// Whether it stays, because somebody edited it or its document waits for its name.
        public var stays: Bool { isUnnamed || keepsEdits }

        /// The document's name; of one that is no longer recorded, the one under which its versions are kept.
        public var name: String { document?.name ?? version?.document ?? title }

        /// Where a version is in the library's folder or bucket, if it is of a document that is no longer recorded: no
        /// other command leads to it.
        public var place: String? {
            guard key == nil, let version else { return nil }
            return ".carrel/versions/\(version.document)/\(version.name)"
        }
    }

    /// What was found to remove.
    public struct PruningList: Sendable, Hashable {
        /// The documents and versions that can be removed, including edited ones, which stay.
        public var entries: [Prunable] = []
        /// Why others could not be looked at.
        public var failures: [StoreError] = []

        /// Adds what is found, or why nothing is: what is in the way of one document is not in that of others.
        mutating func add(_ find: () async throws(StoreError) -> [Prunable]) async throws(StoreError) {
            do throws(StoreError) {
                entries += try await find()
            } catch {
                if error.code == .gone || error.code == .cancelled { throw error }
                failures.append(error)
            }
        }
    }

    /// The documents and versions that can be removed.
    ///
    /// - Throws: `PipelineError`, `StoreError`.
    public func prunable(_ pruning: Pruning) async throws -> PruningList {
        var found = PruningList()
        var seen = Set<ItemKey>()
        let wantsVersions = pruning.kinds.contains(.versions)
        let held = wantsVersions ? try await store.versions?.namesWithVersions(among: nil) ?? [] : []
        let rows = try await view().allRows
        let kinds = Self.kinds(of: rows, pruning)
        for row in rows where row.owner == nil {
            guard let document = row.document, seen.insert(row.key).inserted else { continue }
            if let kind = kinds[row.key], pruning.takes(document.storedAt, document.size) {
                try await found.add { () async throws(StoreError) in
                    let isEdited = row.isUnnamed ? false : try await holdsEdits(document)
                    let isGone = row.isMissing && !row.isUnnamed
                    return [
                        Prunable(
                            kind: kind, key: row.key, title: row.item.title, document: document,
                            size: isGone ? 0 : document.size, date: document.storedAt,
                            isEdited: isEdited, isUnnamed: row.isUnnamed, isMissing: isGone)
                    ]
                }
            } else if wantsVersions, store.root != nil || held.contains(document.name) {
                // Elsewhere than on this machine each look is a request.
                try await found.add { () async throws(StoreError) in
                    try await versions(of: row, document, pruning)
                }
            }
        }
        if wantsVersions { try await addVersionsLeft(pruning, among: held, to: &found) }
        return found
    }

    /// The versions of documents that are no longer recorded: a catalogue was removed, and its files were left; or somebody
    /// wrote into a version.
    private func addVersionsLeft(
        _ pruning: Pruning, among held: Set<String>, to found: inout PruningList
    ) async throws(StoreError) {
        // Read after the versions: a document has its record before it has any.
        let known = Set(try await library.names().values.map { FileName($0) })
        let left = held.filter { !known.contains(FileName($0)) }
        for name in left.sorted() {
            try await found.add { () async throws(StoreError) in
                try await self.versions(ofDocumentNamed: name, pruning) { version, isEdited in
                    Prunable(
                        kind: .versions, title: DocumentName.removingSuffix(from: name), version: version,
                        size: version.size, date: version.date, isEdited: isEdited,
                        isAskedFor: isEdited && pruning.includesEdited)
                }
            }
        }
    }

    /// Why documents can be removed, by their items.
    ///
    /// A document that another catalogue shows is still needed, but not its versions.
    static func kinds(of rows: [LibraryView.Row], _ pruning: Pruning) -> [ItemKey: Pruning.Kind] {
        let needed = ownersShown(by: rows, exceptFor: pruning)
        let kinds = rows.filter { $0.owner == nil }.map { ($0.key, kind(of: $0, pruning)) }
        // What is listed twice counts as it is listed first.
        return Dictionary(kinds) { first, _ in first }.compactMapValues(\.self)
            .filter { !needed.contains($0.key) }
    }

    /// The items whose documents other catalogues show for items of theirs, unless these are of the kinds to remove.
    private static func ownersShown(
        by rows: [LibraryView.Row], exceptFor pruning: Pruning
    ) -> Set<ItemKey> {
        let shared = rows.filter { $0.owner != nil }.uniqued { $0.key }
        return Set(shared.filter { kind(of: $0, pruning) == nil }.compactMap(\.owner))
    }

    private static func kind(of row: LibraryView.Row, _ pruning: Pruning) -> Pruning.Kind? {
        if row.isOrphaned, pruning.kinds.contains(.orphaned) { return .orphaned }
        return row.isIgnored && pruning.kinds.contains(.ignored) ? .ignored : nil
    }

    private func versions(
        of row: LibraryView.Row, _ document: StoredDocument, _ pruning: Pruning
    ) async throws(StoreError) -> [Prunable] {
        try await versions(ofDocumentNamed: document.name, pruning) { version, isEdited in
            Prunable(
                kind: .versions, key: row.key, title: row.item.title, document: document,
                version: version, size: version.size, date: version.date, isEdited: isEdited,
                isUnnamed: row.isUnnamed)
        }
    }

    /// The versions that are taken; each is read, for only its content tells whether somebody edited it.
    private func versions(
        ofDocumentNamed name: String, _ pruning: Pruning,
        as make: (_ version: DocumentVersion, _ isEdited: Bool) -> Prunable
    ) async throws(StoreError) -> [Prunable] {
        guard let versions = store.versions else { return [] }
        var found: [Prunable] = []
        for version in try await versions.versions(ofDocumentNamed: name)
        where pruning.takes(version.date, version.size) {
            let digest = try await versions.digest(of: version)
            found.append(make(version, version.isChanged(holding: digest)))
        }
        return found
    }
}
