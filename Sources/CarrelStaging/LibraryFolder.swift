import CarrelBasics
import CarrelFiles
import CarrelModel
import CarrelStages
import Foundation

/// The places within a library's folder.
///
///     COMP304-main7.pdf                  documents, under readable names, in folders where names have some
///     .carrel/incoming/HASH.part         a document that is being written
///     .carrel/incoming/HASH.note         what must be known to continue it
///     .carrel/incoming/HASH.note-new     such a note while it is written
///     .carrel/incoming/HASH-N.whole      a whole document that has no name yet
///     .carrel/versions/NAME/…            earlier versions of a document
///     .carrel/quarantine/…               damaged documents, set aside
///
/// Carrel's own folders are opened one within the other and never through a link: a library may be somebody else's
/// work. The library's folder itself may be a link, which is the user's choice.
package final class LibraryFolder: Sendable {
    package let root: URL
    private let opened = Locked<OpenFolders?>(nil)

    package init(root: URL) { self.root = root }

    /// Opens the folders that writing needs, created where they are missing, and holds them open, so that a file costs no
    /// walk along its path.
    ///
    /// Called when the library was locked: a library that is taken away after that is not begun anew by whoever writes.
    package func prepare() throws(StoreError) {
        if let folders = opened.value, folders.isInPlace { return }
        let folders = try OpenFolders(Folder.create(root.path))
        opened.withLock { $0 = folders }
    }

    /// The folders that writing needs, as `prepare` opened them; a store that nobody prepared does so at the first call.
    ///
    /// The one of what has no name yet is made again where somebody removed it: else every further document would fail.
    package func prepared() throws(StoreError) -> OpenFolders {
        if let folders = opened.value {
            do throws(StoreError) {
                try folders.remakeIncoming()
            } catch {
                throw reason(error)
            }
            return folders
        }
        let folders = try OpenFolders(Folder.create(root.path))
        return opened.withLock { held in
            // Two may have come at once.
            let result = held ?? folders
            held = result
            return result
        }
    }

    /// The folders that writing needs, if they still are the library's: asked once for a group of documents.
    ///
    /// - Throws: `StoreError`, with `.gone` if the library was taken away or exchanged since they were opened.
    package func preparedInPlace() throws(StoreError) -> OpenFolders {
        let folders = try prepared()
        guard folders.isInPlace else { throw .gone(root.path) }
        return folders
    }

    /// Why something failed in the folders: that the library was taken away, if it was.
    ///
    /// In a folder that was removed while it is open, the system only says that there is no such file.
    package func reason(_ error: StoreError) -> StoreError {
        guard let folders = opened.value, !error.endsRun, !folders.isInPlace else { return error }
        return .gone(root.path)
    }

    /// The library's folder, or `nil` if there is none yet.
    package func existing() throws(StoreError) -> Folder? {
        if let folders = opened.value { return folders.root }
        return try Folder.open(root.path)
    }

    /// The folder of what has no name yet, or `nil` if there is none yet.
    package func existingIncoming() throws(StoreError) -> Folder? {
        if let folders = opened.value { return folders.incoming }
        return try Folder.open(root.path)?.folder(OpenFolders.carrel)?.folder(OpenFolders.incoming)
    }

    /// The folder of what was set aside, or `nil` if there is none yet.
    package func existingQuarantine() throws(StoreError) -> Folder? {
        try existing()?.folder(OpenFolders.carrel)?.folder(OpenFolders.quarantine)
    }

    /// The folder of earlier versions, or `nil` if there is none yet.
    package func existingVersions() throws(StoreError) -> Folder? {
        try existing()?.folder(OpenFolders.carrel)?.folder(OpenFolders.versions)
    }

    /// How many bytes the file system still takes from this user; `nil` if that is not known.
    package func freeSpace() -> Int64? {
        var status = statvfs()
        // Before the first document there is no folder yet: its file system is that of the nearest one above.
        var path = root
        while statvfs(path.path, &status) != 0 {
            guard errno == ENOENT, path.path != "/" else { return nil }
            path.deleteLastPathComponent()
        }
        return Int64(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
    }

    /// A document's name, checked to be safe components.
    package static func check(name: String) throws(StoreError) {
        guard DocumentName.isSafe(name) else {
            throw StoreError(.invalidName, subject: String(name.prefix(100)), reason: "not a document's name")
        }
    }
}

/// The folders that documents go through, open.
package final class OpenFolders: Sendable {
    package static let carrel = ".carrel"
    package static let incoming = "incoming"
    package static let versions = "versions"
    package static let quarantine = "quarantine"

    package let root: Folder
    /// The folder of what has no name yet.
    package var incoming: Folder { waiting.value }
    private let carrel: Folder
    private let waiting: Locked<Folder>
    private let others = Locked<[String: Folder]>([:])

    package init(_ root: Folder) throws(StoreError) {
        self.root = root
        carrel = try root.folder(creating: Self.carrel, exactly: root.permissionsWithin())
        waiting = Locked(try carrel.folder(creating: Self.incoming))
    }

    fileprivate func remakeIncoming() throws(StoreError) {
        guard !incoming.isInPlace else { return }
        let folder = try carrel.folder(creating: Self.incoming)
        waiting.withLock { $0 = folder }
    }

    /// Whether the library is still where it was when they were opened.
    package var isInPlace: Bool { carrel.isInPlace }

    /// The folder of earlier versions.
    package func versions() throws(StoreError) -> Folder { try folder(Self.versions) }

    /// The folder of documents that were set aside.
    package func quarantine() throws(StoreError) -> Folder { try folder(Self.quarantine) }

    /// A folder that few runs need.
    ///
    /// What is wrong with it is a matter of the documents that go there.
    private func folder(_ name: String) throws(StoreError) -> Folder {
        if let folder = others.withLock({ $0[name] }), folder.isInPlace { return folder }
        let folder = try ofOneDocument { () throws(StoreError) in try carrel.folder(creating: name) }
        others.withLock { $0[name] = folder }
        return folder
    }
}

/// Does what only one document needs: what is in its way there is its failure, never that of the whole run.
package func ofOneDocument<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    do {
        return try body()
    } catch  where error.code == .foreign || error.code == .readOnly {
        throw StoreError(
            .system, subject: error.subject, reason: error.reason,
            remedy: error.code == .foreign
                ? "Make \(error.subject) a folder that Carrel may write to, or move it away"
                : "Let Carrel read and write \(error.subject), or move it away")
    }
}
