import CPlatform
import CarrelCore
import Foundation

extension DirectoryStore {
    /// Gives staged documents their names.
    public func publish(_ publications: [Publication]) throws(StoreError) -> [Publication] {
        guard !publications.isEmpty else { return [] }
        let folders = try prepared()
        hasNewNames = true
        var refused: [Publication] = []
        for publication in publications where try !publish(publication, folders) {
            refused.append(publication)
        }
        return refused
    }

    private func publish(
        _ publication: Publication, _ folders: OpenFolders
    ) throws(StoreError) -> Bool {
        let staged = try folder.staged(publication.document.token)
        let name = try folder.document(named: publication.name)
        guard publication.replaces != nil else {
            return try nameExclusively(staged, name, publication, folders)
        }
        guard LibraryFolder.size(ofFile: staged) != nil else { return wasPublished(name) }
        if let replaced = publication.replaces, let size = LibraryFolder.size(ofFile: name) {
            // What somebody wrote into the document is kept in any case.
            var isEdited = false
            if versions.kept == 0 {
                isEdited = try self.isEdited(publication.name, size: size, recorded: replaced)
            }
            try versions.keep(name, named: publication.name, digest: replaced, isEdited: isEdited)
            guard rename(staged, name) == 0 else {
                throw StoreError(systemError: errno, subject: name, doing: "the document could not be named")
            }
            return true
        }
        return try nameExclusively(staged, name, publication, folders)
    }

    /// Whether a document without staged bytes was published before the process was killed, and not lost.
    ///
    /// What has the name now is for verification to judge.
    private func wasPublished(_ name: String) -> Bool { LibraryFolder.size(ofFile: name) != nil }

    private func isEdited(_ name: String, size: Int64, recorded: ContentDigest) throws(StoreError) -> Bool {
        if size != recorded.size { return true }
        return try digest(ofDocumentNamed: name) != recorded
    }

    private func nameExclusively(
        _ staged: String, _ name: String, _ publication: Publication, _ folders: OpenFolders
    ) throws(StoreError) -> Bool {
        let (token, target) = (publication.document.token, publication.name)
        if carrel_rename_exclusively(folders.incoming.raw, token, folders.root.raw, target) == 0 {
            return true
        }
        var code = errno
        if code == ENOENT, LibraryFolder.size(ofFile: staged) == nil { return wasPublished(name) }
        if code == ENOSYS || code == EINVAL {
            // No exclusive rename on this file system; this process holds the library, so looking first will do.
            code = access(name, F_OK) == 0 ? EEXIST : rename(staged, name) == 0 ? 0 : errno
        }
        guard code != 0 else { return true }
        guard code == EEXIST else {
            throw StoreError(systemError: code, subject: name, doing: "the document could not be named")
        }
        guard try digest(ofDocumentNamed: publication.name) == publication.document.digest else {
            return false
        }
        unlink(staged)
        return true
    }
}
