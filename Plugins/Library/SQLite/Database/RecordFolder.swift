import CarrelFiles
import CarrelStages
import Foundation

/// The folder `.carrel` with a library's records, checked before SQLite sees it.
///
/// A library may be somebody else's work. Links, pipes and files with a second name elsewhere are refused, and so is
/// a journal that would have SQLite remove another file. Records can hold private things: they are their owner's
/// alone, or the group's where the library's folder is open for it.
struct RecordFolder {
    private static let name = ".carrel"
    private static let database = "library.sqlite"
    private static let journal = database + "-journal"
    private static let files = [database, database + "-wal", database + "-shm", journal]
    /// What ends a journal that names another one: sqlite.org/fileformat.html, section 3.
    private static let journalEnd: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    let folder: Folder
    /// The database's path without links, as SQLite opens it.
    let path: String

    /// How the database is kept whole.
    ///
    /// A write-ahead log needs memory that all its users share, so that all must be on one machine. Where others may
    /// be, a rollback journal does with locks alone.
    var journal: Database.Journal { folder.mayBeOnNetwork ? .rollback : .writeAhead }

    /// Opens the folder, created where it is missing, for a process that writes records.
    static func writing(in root: URL) throws(StoreError) -> (RecordFolder, LibraryLock) {
        let (folder, lock, filePermissions) = try locked(in: root)
        let records = RecordFolder(folder: folder, path: try path(in: root))
        try records.check()
        // SQLite would create the database for everybody; the files beside it get the database's permissions.
        if folder.facts(of: database) == nil {
            _ = try folder.file(keeping: database, permissions: filePermissions)
        }
        for file in files { folder.withdraw(~filePermissions, from: file) }
        return (records, lock)
    }

    /// Takes the library's lock for a process that writes no records.
    static func lock(in root: URL) throws(StoreError) -> LibraryLock { try locked(in: root).lock }

    private static func locked(
        in root: URL
    ) throws(StoreError) -> (folder: Folder, lock: LibraryLock, filePermissions: mode_t) {
        let top = try Folder.create(root.path)
        let permissions = try top.permissionsWithin()
        let folder = try top.folder(creating: name, exactly: permissions)
        try folder.withdraw(~permissions)
        let filePermissions = permissions & 0o666
        return (folder, try LibraryLock(folder: folder, permissions: filePermissions), filePermissions)
    }

    /// Opens the folder for a process that reads records; `nil` where there are none.
    static func reading(in root: URL) throws(StoreError) -> RecordFolder? {
        guard let folder = try Folder.open(root.path)?.folder(name) else { return nil }
        let records = RecordFolder(folder: folder, path: try path(in: root))
        try records.check()
        return folder.facts(of: database) == nil ? nil : records
    }

    private static func path(in root: URL) throws(StoreError) -> String {
        guard let resolved = realpath(root.path, nil) else {
            throw StoreError(systemError: errno, subject: root.path, doing: "the library could not be opened")
        }
        defer { free(resolved) }
        return String(cString: resolved) + "/" + name + "/" + database
    }

    private func check() throws(StoreError) {
        for file in Self.files {
            guard let facts = folder.facts(of: file) else { continue }
            guard facts.kind == .regular else { throw folder.foreign(file, "it is a link, or no file") }
            guard facts.names == 1 else {
                throw folder.foreign(file, "the file has another name elsewhere, where it would change, too")
            }
        }
        guard let size = folder.size(of: Self.journal), size >= 16, let file = try folder.file(Self.journal)
        else { return }
        guard try file.read(size - 8..<size) != Self.journalEnd else {
            throw folder.foreign(Self.journal, "it names another file, which no journal of Carrel's does")
        }
    }
}
