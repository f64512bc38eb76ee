import CarrelBasics
import CarrelFiles
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// The folder `.carrel` with a library's records, checked before SQLite sees it.
///
/// A library may be somebody else's work. Links, pipes and files with a second name elsewhere are refused, and so is
/// a journal that would have SQLite remove another file. Records can hold private things: they are their owner's
/// alone, or the group's where the library's folder is open for it.
struct RecordFolder {
    private static let name = LockedFolder.name
    private static let database = "library.sqlite"
    private static let journal = database + "-journal"
    private static let companions = [database + "-wal", database + "-shm", journal]
    /// What was remembered some time ago, for when the database is damaged, and the file that becomes it.
    private static let copy = "library.copy"
    private static let newCopy = "library.copy-new"
    private static let files = [database] + companions + [copy, newCopy] + IndexFile.names
    /// What ends a journal that names another one: sqlite.org/fileformat.html, section 3.
    private static let journalEnd: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    let folder: Folder
    /// Whether there were no records before, so that nothing of them can be damaged yet.
    var isNew = false
    /// The database's path without links, as SQLite opens it.
    let path: String

    /// How the database is kept whole.
    ///
    /// A write-ahead log needs memory that all its users share, so that all must be on one machine. Where others may
    /// be, a rollback journal does with locks alone.
    var journal: Database.Journal { folder.mayBeOnNetwork ? .rollback : .writeAhead }

    /// Whether the write-ahead log may hold what the database does not.
    var hasLog: Bool { SharedFiles.haveMore(than: Self.database, in: folder) }

    /// Whether there is such a folder, as far as the system tells.
    static func isThere(in root: URL) -> Bool {
        !Folder.isMissing(root.appending(path: name).path)
    }

    /// Whether there are records in it, or a copy to begin with; what is there instead of them counts, too, so that whoever
    /// opens it says what is wrong.
    static func isBegun(in root: URL) throws(StoreError) -> Bool {
        guard let folder = try Folder.open(root.path)?.folder(name) else { return false }
        let found = [try folder.facts(of: database), try folder.facts(of: copy)]
        return found.contains { facts in facts.map { $0.kind != .regular || $0.size > 0 } ?? false }
    }

    /// The folder as it is, for whoever wants to know it again; `nil` if there is none, or it cannot be opened.
    static func existing(in root: URL) -> Folder? { try? Folder.open(root.path)?.folder(name) }

    /// Opens the folder for a process that writes records; where it is missing, it is created if a library may begin.
    static func writing(in root: URL, begins: Bool) throws(StoreError) -> (RecordFolder, LibraryLock) {
        let locked = try LockedFolder(in: root, begins: begins)
        let (folder, filePermissions) = (locked.folder, locked.filePermissions)
        var records = RecordFolder(folder: folder, path: try path(in: root))
        try records.check()
        // SQLite would create the database for everybody; the files beside it get the database's permissions.
        if try records.hasNoDatabase {
            records.isNew = try folder.facts(of: copy) == nil
            try records.begin(filePermissions)
        }
        for file in files { folder.withdraw(~filePermissions, from: file) }
        return (records, locked.lock)
    }

    /// Whether there is no database.
    ///
    /// A file of no bytes counts as none where there is a copy.
    private var hasNoDatabase: Bool {
        get throws(StoreError) {
            guard let size = try folder.size(of: Self.database) else { return true }
            guard size == 0 else { return false }
            return try folder.size(of: Self.copy) ?? 0 > 0
        }
    }

    /// Begins a database: with the copy of one that was moved away, because it is damaged, or empty.
    private func begin(_ permissions: mode_t) throws(StoreError) {
        // They belong to the one that is gone, and SQLite would take them for the new one's.
        for name in [Self.database] + Self.companions { folder.remove(name) }
        index.remove()
        guard let copy = try folder.file(Self.copy) else {
            _ = try folder.file(keeping: Self.database, permissions: permissions)
            return
        }
        folder.remove(Self.newCopy)
        let file = try folder.file(creating: Self.newCopy, permissions: permissions)
        try copy.readAll { (bytes) throws(StoreError) in try file.write(bytes) }
        try file.flush()
        let code = folder.rename(Self.newCopy, to: folder, exclusivelyAs: Self.database)
        guard code == 0 else {
            throw StoreError(systemError: code, subject: path, doing: "the records could not be restored")
        }
        try folder.flush()
    }

    /// Replaces the copy, unless it is younger than that.
    ///
    /// - Parameters:
    ///   - age: the age.
    ///   - write: writes the database into an empty file, and reads it there to see that it is whole, unless the records
    ///     are new and there is no other copy.
    /// - Throws: `StoreError`; then the former copy is as it was.
    func keepCopy(
        unlessYoungerThan age: Duration,
        _ write: (_ file: borrowing FileDescriptor, _ path: String, _ isRead: Bool) throws(StoreError) ->
            Void
    ) throws(StoreError) {
        let now = Int64(Date().timeIntervalSince1970)
        let former = try folder.facts(of: Self.copy)
        if let former,
            (0..<Int64(age.seconds)).contains(now - former.fileTime.nanoseconds / 1_000_000_000)
        {
            return
        }
        guard let database = try folder.facts(of: Self.database) else { return }
        folder.remove(Self.newCopy)
        do throws(StoreError) {
            let file = try folder.file(creating: Self.newCopy, permissions: 0o600)
            let place = String(path.dropLast(Self.database.count)) + Self.newCopy
            try write(file, place, !isNew || former != nil)
            _ = fchmod(file.raw, database.permissions)
            try file.flush()
            let code = folder.rename(Self.newCopy, to: folder, as: Self.copy)
            guard code == 0 else {
                throw StoreError(systemError: code, subject: path, doing: "its copy could not be kept")
            }
        } catch {
            folder.remove(Self.newCopy)
            throw error
        }
    }

    /// The index beside the records.
    var index: IndexFile {
        IndexFile(
            in: folder, path: String(path.dropLast(Self.database.count)),
            permissions: ((try? folder.facts(of: Self.database))?.permissions ?? 0o600) & 0o666)
    }

    /// Tells the database from any other that is or was in this place.
    var identity: Int64 {
        get throws(StoreError) {
            Int64(truncatingIfNeeded: try folder.facts(of: Self.database)?.inode ?? 0)
        }
    }

    /// Opens the folder for a process that reads records; `nil` if there are none.
    static func reading(in root: URL) throws(StoreError) -> RecordFolder? {
        guard let folder = try Folder.open(root.path)?.folder(name) else { return nil }
        let records = RecordFolder(folder: folder, path: try path(in: root))
        try records.check()
        if try records.hasNoDatabase, try folder.facts(of: copy) != nil {
            // The database is gone: who looks sees the copy, too. Another process may be at it.
            _ = try? writing(in: root, begins: false)
        }
        return try folder.facts(of: database) == nil ? nil : records
    }

    private static func path(in root: URL) throws(StoreError) -> String {
        try Folder.realPath(root.path, doing: "the library could not be opened") + "/" + name + "/" + database
    }

    private func check() throws(StoreError) {
        for file in Self.files {
            guard let facts = try folder.facts(of: file) else { continue }
            guard facts.kind == .regular else { throw folder.foreign(file, "it is a link, or no file") }
            guard facts.names == 1 else {
                throw folder.foreign(file, "the file has another name elsewhere, where it would change, too")
            }
        }
        guard let size = try folder.size(of: Self.journal), size >= 16,
            let file = try folder.file(Self.journal)
        else { return }
        guard try file.read(size - 8..<size) != Self.journalEnd else {
            throw folder.foreign(Self.journal, "it names another file, which no journal of Carrel's does")
        }
    }
}
