import CarrelFiles
import CarrelModel
import CarrelStages
import CarrelStaging
import Foundation

extension DirectoryStore {
    /// Gives staged documents their names.
    public func publish(_ publications: [Publication]) throws(StoreError) -> [RefusedPublication] {
        guard !publications.isEmpty else { return [] }
        let folders = try folder.preparedInPlace()
        hasNewNames = true
        var refused: [RefusedPublication] = []
        for publication in publications {
            do throws(StoreError) {
                switch publication.area {
                case .documents: try name(publication, folders)
                case .quarantine:
                    hasNewNamesInQuarantine = true
                    try setAside(publication, folders)
                case .removal: throw .notPublished(publication.name)
                }
            } catch  where !stopsEverything(error, folders) {
                refused.append(RefusedPublication(publication, error))
            }
        }
        return refused
    }

    /// Whether no publication can get past an error: the disk is full, or the folder takes no names from anybody.
    func stopsEverything(_ error: StoreError, _ folders: OpenFolders) -> Bool {
        switch error.code {
        case .full: true
        case .readOnly: !folders.root.mayBeWritten
        default: false
        }
    }

    private func name(_ publication: Publication, _ folders: OpenFolders) throws(StoreError) {
        let name = publication.name
        try LibraryFolder.check(name: name)
        let source = try StagedPlace(publication.document.token)
        // The earlier versions go with a document that was moved, or that came beside an edited one.
        guard let former = publication.succeeds ?? publication.moves, FileName(former) != FileName(name)
        else {
            return try give(name, to: publication, from: source, folders)
        }
        let file = try source.file(in: folders)?.facts?.inode
        try give(name, to: publication, from: source, folders)
        do throws(StoreError) {
            try ofOneDocument { () throws(StoreError) in
                try moveVersions(from: former, for: publication, folders)
            }
        } catch {
            try? takeBack(name, from: file, to: source, folders)
            throw error
        }
        if publication.moves != nil { folders.root.removeEmptyFolders(of: former) }
    }

    /// Has the versions go with a document, and an edited one that stays be one of them; all or none.
    private func moveVersions(
        from former: String, for publication: Publication, _ folders: OpenFolders
    ) throws(StoreError) {
        let name = publication.name
        try keeper.move(from: former, to: name, in: folders)
        guard publication.succeeds != nil, let recorded = publication.replaces else { return }
        do throws(StoreError) {
            try keeper.keepEdited(former, recordedAs: recorded, asVersionOf: name, in: folders)
        } catch {
            try? keeper.move(from: name, to: former, in: folders)
            throw error
        }
    }

    /// Returns a file that got a name to where it was, because its earlier versions could not follow.
    private func takeBack(
        _ name: String, from file: UInt64?, to source: StagedPlace, _ folders: OpenFolders
    ) throws(StoreError) {
        // Somebody else may have renamed the document, and its name is not Carrel's to change.
        guard let file, let place = try folders.root.place(of: name), try place.facts?.inode == file,
            let former = try source.file(in: folders),
            place.folder.rename(place.name, to: former.folder, exclusivelyAs: former.name) == 0
        else { return }
        for changed in [place, former] { try flushLater(changed.folder) }
        folders.root.removeEmptyFolders(of: name)
    }

    private func give(
        _ name: String, to publication: Publication, from source: StagedPlace, _ folders: OpenFolders
    ) throws(StoreError) {
        let staged = try source.file(in: folders)
        let isOurs = OwnName.isOurs(publication.document.token)
        // One that was killed may have made the folders, and flushed none of them.
        if !isOurs { try flushLater(above: name, folders) }
        // What a record of another process names may be missing, or be no file at all.
        let isSure = publication.replaces == nil && isOurs
        guard let staged, try isSure ? true : staged.isFile else {
            return try checkPublished(try folders.root.place(of: name), name)
        }
        let place = try folders.root.place(creating: name) { (folder) throws(StoreError) in
            try flushLater(folder)
        }
        guard publication.succeeds == nil, let replaced = publication.replaces,
            try keep(replaced, for: publication, place, folders)
        else { return try nameExclusively(publication, staged, place) }
        let code = staged.folder.rename(staged.name, to: place.folder, as: place.name)
        guard code == 0 else { throw notNamed(place, code) }
        try flushLater(place.folder)
    }

    /// Keeps the document that a publication replaces, as it is when this returns; tells whether there is one.
    private func keep(
        _ replaced: ContentDigest, for publication: Publication, _ place: DocumentPlace,
        _ folders: OpenFolders
    ) throws(StoreError) -> Bool {
        try place.settled { () throws(StoreError) in
            guard try place.isFile else { return false }
            try ofOneDocument { () throws(StoreError) in
                try keeper.keep(
                    publication.name, recordedAs: replaced, always: publication.keepsReplaced, in: folders)
            }
            return true
        }
    }

    /// Refuses a document without staged bytes, unless it was published before the process was killed.
    ///
    /// What has the name now is for verification to judge. Its name may not have become durable before that.
    private func checkPublished(_ place: DocumentPlace?, _ name: String) throws(StoreError) {
        guard let place, try place.isFile else {
            throw StoreError(.notFound, subject: name, reason: "the stored document is gone")
        }
        try flushLater(place.folder)
    }

    private func nameExclusively(
        _ publication: Publication, _ staged: DocumentPlace, _ place: DocumentPlace
    ) throws(StoreError) {
        let code = staged.folder.rename(staged.name, to: place.folder, exclusivelyAs: place.name)
        guard code != 0 else { return try flushLater(place.folder) }
        if code == ENOENT, try !staged.isFile { return try checkPublished(place, place.name) }
        guard code == EEXIST else { throw notNamed(place, code) }
        guard publication.moves == nil, (try? place.digest()) == publication.document.digest else {
            let kind = try place.facts?.kind
            throw place.taken(by: kind)
        }
        // It is there already, also where this one comes from the quarantine.
        if try StagedPlace(publication.document.token).document == nil { staged.folder.remove(staged.name) }
    }

    /// Has the next flush make names in a folder durable, as it does those in the library's own.
    ///
    /// Whether the folders are in place was asked for the group: the disk is not asked for each document.
    func flushLater(_ folder: Folder) throws(StoreError) {
        // Of many the file system is flushed, for which none has to stay open.
        guard isDurable, innerFolders.count <= Self.fewFolders, folder !== (try self.folder.existing())
        else { return }
        innerFolders[folder.path] = folder
    }

    /// Has the next flush make the folders of a name durable that are there.
    private func flushLater(above name: String, _ folders: OpenFolders) throws(StoreError) {
        guard isDurable else { return }
        for folder in DocumentName.folders(of: name) {
            if let place = try folders.root.place(of: folder) { try flushLater(place.folder) }
        }
    }

    private func notNamed(_ place: DocumentPlace, _ code: Int32) -> StoreError {
        let path = place.path
        // The file, not the folder: it is another user's, or may not be changed.
        guard code == EPERM else {
            // File and folder are there: exFAT by FUSE says so of a name that it cannot hold.
            let code = code == ENOENT ? EINVAL : code
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
        let source = try StagedPlace(publication.document.token)
        let quarantine = try folders.quarantine()
        let aside = DocumentPlace(folder: quarantine, name: name)
        guard let staged = try source.file(in: folders), try staged.isFile else {
            return try checkPublished(aside, name)
        }
        // Moved before the process was killed: what has the document's name now came after it.
        if source.document != nil, try aside.isFile { return try checkPublished(aside, name) }
        // A damaged document that cannot be read is moved as it is.
        if source.document != nil,
            let found = try staged.settled({ () -> ContentDigest? in try? staged.digest() }),
            found != publication.document.digest
        {
            throw StoreError(.nameTaken, subject: staged.path, reason: "it has changed since")
        }
        let code = staged.folder.rename(staged.name, to: quarantine, exclusivelyAs: name)
        guard code == 0 else {
            throw StoreError(
                systemError: code, subject: staged.path, doing: "could not be set aside")
        }
        if let name = source.document { folders.root.removeEmptyFolders(of: name) }
    }
}
