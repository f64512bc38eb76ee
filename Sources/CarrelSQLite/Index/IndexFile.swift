import CarrelBasics
import CarrelFiles
import CarrelStages
import Foundation

/// Where an index is: a file that can be made anew.
package struct IndexFile {
    private static let name = "index.sqlite"
    /// Its name, and those of the files that SQLite keeps beside it.
    package static let names = [name, name + "-wal", name + "-shm", name + "-journal"]

    private let folder: Folder
    private let path: String
    private let permissions: mode_t

    /// Names the index in a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - path: its path without links, with a slash at its end.
    ///   - permissions: those of a file that is made.
    package init(in folder: Folder, path: String, permissions: mode_t) {
        (self.folder, self.path, self.permissions) = (folder, path + Self.name, permissions)
    }

    /// Opens the index; one that cannot be read, or is of another kind, is replaced.
    ///
    /// - Parameters:
    ///   - stemming: how words are divided.
    ///   - records: tells the records that it belongs to from others.
    ///   - replacing: whether it is made anew in any case.
    package func open(
        _ stemming: IndexStemming, records: Int64, replacing: Bool
    ) throws(StoreError) -> SQLiteIndex {
        if replacing { remove() }
        do throws(StoreError) {
            return try opened(stemming, records)
        } catch {
            if error.code == .database {
                remove()
                return try opened(stemming, records)
            }
            let isThere = (try? folder.facts(of: Self.name)) != nil
            if error.code == .readOnly, !isThere { throw missing(error) }
            // As the records: what cannot be written can be read as it stands.
            guard [.readOnly, .system, .full].contains(error.code), isThere,
                error.code != .full || !SharedFiles.haveMore(than: Self.name, in: folder)
            else { throw error }
            return try SQLiteIndex(
                reading: path, stemming, records: records, refusal: Database.refusal(of: path) ?? error)
        }
    }

    /// Another folder would be another library: only who may write makes an index for those who look.
    private func missing(_ refusal: StoreError) -> StoreError {
        StoreError(
            refusal.code, subject: path, reason: "there is no index yet, and it \(refusal.reason)",
            remedy: "Run carrel index once where its folder may be written to")
    }

    private func opened(_ stemming: IndexStemming, _ records: Int64) throws(StoreError) -> SQLiteIndex {
        if try folder.facts(of: Self.name) == nil {
            _ = try folder.file(keeping: Self.name, permissions: permissions)
        }
        let journal = folder.mayBeOnNetwork ? Database.Journal.rollback : .writeAhead
        if journal == .writeAhead { try SharedFiles.prepare(beside: path) }
        return try SQLiteIndex(path: path, journal, stemming, records: records)
    }

    /// Removes the index.
    package func remove() { for name in Self.names { folder.remove(name) } }
}
