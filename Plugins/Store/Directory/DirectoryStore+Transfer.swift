import CarrelFiles
import CarrelModel
import CarrelStages
import CarrelStaging
import Foundation

/// Documents, versions and quarantine as they are, for another store, and from one.
extension DirectoryStore: DocumentTransfer {
    /// The folder, whatever links lead to it.
    public nonisolated var location: String {
        "file://\(folder.root.resolvingSymlinksInPath().standardizedFileURL.path)"
    }

    // MARK: Giving

    /// Lists an area: the documents at once, the versions folder by folder.
    public nonisolated func list(
        _ area: KeptPlace.Area, _ body: ([KeptPlace]) async throws(StoreError) -> Bool
    ) async throws(StoreError) {
        switch area {
        case .documents: _ = try await body(try await names().map(KeptPlace.document))
        case .quarantine: _ = try await body(try await quarantinedNames().map(KeptPlace.quarantined))
        case .versions: if let error = try await listVersions(body) { throw error }
        }
    }

    /// Lists the versions folder by folder, past folders that cannot be listed.
    ///
    /// - Returns: why the first of those cannot be listed; `nil` if all could.
    nonisolated func listVersions(
        _ body: ([KeptPlace]) async throws(StoreError) -> Bool
    ) async throws(StoreError) -> StoreError? {
        let versions = try await FileReading.run { () throws(StoreError) in try folder.existingVersions() }
        var unlisted: StoreError?
        _ = try await Self.list(of: "", depth: 0, &unlisted, in: { versions }, body)
        return unlisted
    }

    /// The folders of documents are as deep as their names.
    private static let deepest = 32

    /// Lists the versions in a folder and in those within, each opened when it is its turn: there may be many.
    private static func list(
        of document: String, depth: Int, _ unlisted: inout StoreError?,
        in opened: @Sendable () throws(StoreError) -> Folder?,
        _ body: ([KeptPlace]) async throws(StoreError) -> Bool
    ) async throws(StoreError) -> Bool {
        let found: VersionsFolder
        do throws(StoreError) {
            found = try await FileReading.run { () throws(StoreError) in
                try VersionsFolder(try opened(), of: document)
            }
        } catch  where depth > 0 && error.code != .cancelled {
            unlisted = unlisted ?? error
            return true
        }
        if !found.versions.isEmpty, try await !body(found.versions) { return false }
        guard depth < deepest, let folder = found.folder else { return true }
        for name in found.folders {
            let goesOn = try await list(
                of: document.isEmpty ? name : "\(document)/\(name)", depth: depth + 1, &unlisted,
                in: { () throws(StoreError) in try folder.folder(name) }, body)
            guard goesOn else { return false }
        }
        return true
    }

    /// What is in the folder of a document's versions.
    private struct VersionsFolder: Sendable {
        let folder: Folder?
        let versions: [KeptPlace]
        /// The names of those within.
        let folders: [String]

        init(_ folder: Folder?, of document: String) throws(StoreError) {
            let found = try folder?.names()
            self.folder = folder
            versions = (found?.files ?? []).filter { VersionName($0, of: document) != nil }
                .map { .version(of: document, $0) }
            folders = found?.folders ?? []
        }
    }

    /// What is at a place.
    public func entry(at place: KeptPlace) throws(StoreError) -> StoreEntry? {
        guard let facts = try Self.place(place, in: folder)?.facts, facts.kind == .regular else { return nil }
        return StoreEntry(size: facts.size, fileTime: facts.fileTime)
    }

    /// Reads what is at a place.
    public nonisolated func digest(at place: KeptPlace) async throws(StoreError) -> ContentDigest? {
        try await FileReading.run { () throws(StoreError) in try Self.place(place, in: folder)?.digest() }
    }

    /// Copies what is at a place into a writer, on a thread of its own.
    public nonisolated func copy(
        _ place: KeptPlace, into writer: any StoreWriter
    ) async throws(StoreError) -> StoreEntry? {
        try await FileReading.run { () throws(StoreError) in
            guard let place = try Self.place(place, in: folder), let file = try place.folder.file(place.name)
            else { return nil }
            let facts = try file.facts()
            try file.readAll { (bytes) throws(StoreError) in try writer.write(bytes) }
            return StoreEntry(size: facts.size, fileTime: facts.fileTime)
        }
    }

    // MARK: Taking

    /// Moves what was staged to its places: the bytes of a group are made durable at once.
    public func put(
        _ contents: [KeptContent], replacing: Bool
    ) throws(StoreError) -> [RefusedContent] {
        let folders = try folder.preparedInPlace()
        guard !contents.isEmpty else {
            // A killed one may have made folders and names, and flushed none of them.
            if isDurable { try folders.incoming.flushFileSystem() }
            return []
        }
        var (staged, refused): ([KeptContent], [RefusedContent]) = ([], [])
        for content in contents {
            try attempt(content, folders, &refused) { () throws(StoreError) in
                let file = try Self.staged(content.document, in: folders)
                if let time = content.document.fileTime { try file.note(time) }
                staged.append(content)
            }
        }
        try flush(staged.map(\.document))
        hasNewNames = true
        for content in staged {
            try attempt(content, folders, &refused) { () throws(StoreError) in
                try move(content, folders, replacing: replacing)
            }
        }
        try flush([])
        return refused
    }

    private func attempt(
        _ content: KeptContent, _ folders: OpenFolders, _ refused: inout [RefusedContent],
        _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        do throws(StoreError) {
            try body()
        } catch {
            discard(content.document)
            guard !stopsEverything(error, folders) else { throw error }
            refused.append(RefusedContent(content.place, error))
        }
    }

    private func move(
        _ content: KeptContent, _ folders: OpenFolders, replacing: Bool
    ) throws(StoreError) {
        let staged = DocumentPlace(folder: folders.incoming, name: content.document.token)
        let place = try self.place(creating: content.place, in: folders)
        if case .quarantined = content.place { hasNewNamesInQuarantine = true }
        let code =
            replacing
            ? staged.folder.rename(staged.name, to: place.folder, as: place.name)
            : staged.folder.rename(staged.name, to: place.folder, exclusivelyAs: place.name)
        guard code == 0 else {
            throw code == EEXIST
                ? StoreError(.nameTaken, subject: place.path, reason: "something else is there")
                : StoreError(systemError: code, subject: place.path, doing: "could not be put there")
        }
        try flushLater(place.folder)
    }

    /// Removes what is at a place.
    public func remove(_ place: KeptPlace) throws(StoreError) {
        guard let found = try Self.place(place, in: folder) else { return }
        let code = found.folder.remove(found.name)
        guard code == 0 || code == ENOENT else {
            throw StoreError(systemError: code, subject: found.path, doing: "could not be removed")
        }
        if case .document(let name) = place { try folder.prepared().root.removeEmptyFolders(of: name) }
    }

    // MARK: Places

    /// Where a content is; `nil` if there is no such folder.
    static func place(
        _ place: KeptPlace, in folder: LibraryFolder
    ) throws(StoreError) -> DocumentPlace? {
        try place.check()
        switch place {
        case .document(let name): return try folder.existing()?.place(of: name)
        case .version(let document, let name):
            return try folder.existingVersions()?.folders(of: document).map {
                DocumentPlace(folder: $0, name: name)
            }
        case .quarantined(let name):
            return try folder.existingQuarantine().map { DocumentPlace(folder: $0, name: name) }
        }
    }

    private func place(
        creating place: KeptPlace, in folders: OpenFolders
    ) throws(StoreError) -> DocumentPlace {
        try place.check()
        switch place {
        case .document(let name):
            return try folders.root.place(creating: name) { (folder) throws(StoreError) in
                try flushLater(folder)
            }
        case .version(let document, let name):
            return DocumentPlace(folder: try folders.versions().folders(creating: document), name: name)
        case .quarantined(let name): return DocumentPlace(folder: try folders.quarantine(), name: name)
        }
    }
}
