import CSQLite
import CarrelBasics
import CarrelFiles
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// Keeps what is remembered of a library in its folder, as one SQLite database.
public actor SQLiteKeeper: LibraryKeeper {
    private let executor = BlockingExecutor(label: "carrel.library.opening")
    private let root: URL
    private let disk: BlockingExecutor
    /// Whether there was a library once: one that was taken away comes back, and is not begun anew in its place.
    private var wasThere: Bool
    /// The folder of its records, held open so that no other one gets its number: another library that takes its place is
    /// not this one.
    private var seen: Folder?

    /// The queue that libraries are opened on: that reads and writes files.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a keeper of the library in a folder.
    ///
    /// - Parameters:
    ///   - root: the folder.
    ///   - disk: where what is opened exclusively is used; what is opened to be looked at waits for nobody.
    public init(root: URL, disk: BlockingExecutor = BlockingExecutor(label: "carrel.disk")) {
        (self.root, self.disk) = (root, disk)
        wasThere = RecordFolder.isThere(in: root)
        seen = RecordFolder.existing(in: root)
    }

    /// Opens the library.
    public func open(_ access: LibraryAccess, begins: Bool) throws(StoreError) -> any Library {
        try check()
        if !begins, access != .shared, try !RecordFolder.isBegun(in: root) { throw .noLibrary(root.path) }
        let library =
            switch access {
            case .exclusive, .giving, .receiving:
                try SQLiteLibrary(root: root, access: access, on: disk, begins: !wasThere)
            case .shared: try SQLiteLibrary(root: root, access: access)
            case .joined, .working: throw .notJoinable(root.path)
            }
        wasThere = wasThere || RecordFolder.isThere(in: root)
        // It may have been exchanged just then.
        try check()
        seen = seen ?? RecordFolder.existing(in: root)
        return library
    }

    /// Refuses what is in the place of the library.
    ///
    /// - Throws: `StoreError` with `.gone` if it was taken away, or exchanged for another one.
    private func check() throws(StoreError) {
        guard wasThere else { return }
        let isOther = seen.map { !$0.isInPlace } ?? false && RecordFolder.existing(in: root) != nil
        if isOther || !RecordFolder.isThere(in: root) { throw .gone(root.path) }
    }

    /// Opens the index; one that cannot be read, or is of another kind, is replaced.
    public func openIndex(_ stemming: IndexStemming, replacing: Bool) throws(StoreError) -> any DocumentIndex
    {
        guard let records = try RecordFolder.reading(in: root) else { throw .noLibrary(root.path) }
        return try records.index.open(stemming, records: records.identity, replacing: replacing)
    }

    /// The version of the SQLite that runs.
    public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// How config files name it.
    public static let plugin = Plugin<any LibraryKeeper>(
        "sqlite", summary: "Remembers in one SQLite database in the library's folder"
    ) { (_, context) throws(PluginError) in
        guard let root = context.libraryFolder else {
            throw PluginError(
                setting: "use",
                reason: "“sqlite” keeps records in the library's folder, and the store has none; "
                    + "“memory” needs no folder")
        }
        return SQLiteKeeper(root: root, disk: context.disk)
    }
}
