import CarrelFiles
import CarrelStages
import Foundation

extension DirectoryStore {
    /// Gives staged documents their names.
    public func publish(_ publications: [Publication]) throws(StoreError) -> [RefusedPublication] {
        guard !publications.isEmpty else { return [] }
        let folders = try folder.prepared()
        hasNewNames = true
        var refused: [RefusedPublication] = []
        for publication in publications {
            do throws(StoreError) {
                switch publication.area {
                case .documents: try name(publication, folders)
                case .quarantine:
                    hasNewNamesInQuarantine = true
                    try setAside(publication, folders)
                }
            } catch  where !stopsEverything(error, folders) {
                refused.append(RefusedPublication(publication, error))
            }
        }
        return refused
    }

    /// Whether no publication can get past an error: the disk is full, or the folder takes no names from anybody.
    private func stopsEverything(_ error: StoreError, _ folders: OpenFolders) -> Bool {
        switch error.code {
        case .full: true
        case .readOnly: !folders.root.mayBeWritten
        default: false
        }
    }

    private func name(_ publication: Publication, _ folders: OpenFolders) throws(StoreError) {
        let (token, name) = (publication.document.token, publication.name)
        try LibraryFolder.check(name: name)
        let staged = try StagedPlace(token).file(in: folders)
        // What a record of another process names may be missing, or be no file at all.
        if publication.replaces != nil || !OwnName.isOurs(token), staged.folder.size(of: staged.name) == nil {
            return try checkPublished(name, in: folders.root)
        }
        guard let replaced = publication.replaces, folders.root.size(of: name) != nil else {
            return try nameExclusively(publication, staged, folders)
        }
        try ofOneDocument { () throws(StoreError) in
            try keeper.keep(name, recordedAs: replaced, always: publication.keepsReplaced, in: folders)
        }
        let code = staged.folder.rename(staged.name, to: folders.root, as: name)
        guard code == 0 else { throw notNamed(name, code, folders) }
    }

    /// Refuses a document without staged bytes, unless it was published before the process was killed.
    ///
    /// What has the name now is for verification to judge.
    private func checkPublished(_ name: String, in folder: Folder) throws(StoreError) {
        guard folder.size(of: name) == nil else { return }
        throw StoreError(.notFound, subject: folder.path(of: name), reason: "the stored document is gone")
    }

    private func nameExclusively(
        _ publication: Publication, _ staged: (folder: Folder, name: String), _ folders: OpenFolders
    ) throws(StoreError) {
        let name = publication.name
        let code = staged.folder.rename(staged.name, to: folders.root, exclusivelyAs: name)
        guard code != 0 else { return }
        if code == ENOENT, staged.folder.size(of: staged.name) == nil {
            return try checkPublished(name, in: folders.root)
        }
        guard code == EEXIST else { throw notNamed(name, code, folders) }
        guard (try? folders.root.digest(of: name)) == publication.document.digest else {
            throw StoreError(
                .nameTaken, subject: folders.root.path(of: name),
                reason: "something else took the name \(name)")
        }
        discard(publication.document)
    }

    private func notNamed(_ name: String, _ code: Int32, _ folders: OpenFolders) -> StoreError {
        let path = folders.root.path(of: name)
        // The file, not the folder: it is another user's, or may not be changed.
        guard code == EPERM else {
            return StoreError(systemError: code, subject: path, doing: "the document could not be named")
        }
        return StoreError(
            .system, subject: path,
            reason: "the document could not be named: \(String(cString: strerror(code)))",
            remedy: "Make it a file that you may replace, or move it away")
    }

    /// Moves a document into the quarantine, also one that has a name.
    private func setAside(_ publication: Publication, _ folders: OpenFolders) throws(StoreError) {
        let name = publication.name
        try OwnName.check(aside: name)
        let place = try StagedPlace(publication.document.token)
        let staged = try place.file(in: folders)
        let quarantine = try folders.quarantine()
        guard staged.folder.size(of: staged.name) != nil else {
            return try checkPublished(name, in: quarantine)
        }
        // A damaged document that cannot be read is moved as it is.
        if case .document = place, let found = try? staged.folder.digest(of: staged.name),
            found != publication.document.digest
        {
            throw StoreError(
                .nameTaken, subject: staged.folder.path(of: staged.name), reason: "it has changed since")
        }
        let code = staged.folder.rename(staged.name, to: quarantine, exclusivelyAs: name)
        guard code == 0 else {
            throw StoreError(
                systemError: code, subject: staged.folder.path(of: staged.name),
                doing: "could not be set aside"
            )
        }
    }
}
