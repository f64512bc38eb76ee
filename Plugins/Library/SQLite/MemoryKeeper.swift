import CarrelBasics
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// Keeps what is remembered in memory, for as long as the keeper is there: a database that is never written to a disk.
///
/// Where the library has a folder, that is locked all the same, for the documents in it are one process's work, too.
public actor MemoryKeeper: LibraryKeeper {
    private let executor = BlockingExecutor(label: "carrel.library.memory")
    private let root: URL?
    private let name = "carrel-\(UUID().uuidString)"
    /// Has the memory stay while nobody else has it open.
    private var anchor: SQLiteLibrary?
    /// Who holds it exclusively.
    private weak var holder: SQLiteLibrary?
    private var index: (stemming: IndexStemming, opened: SQLiteIndex)?

    /// The queue that libraries are opened on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Nothing outlives the process.
    public nonisolated var remembers: Bool { false }

    /// Makes a keeper that remembers nothing yet.
    ///
    /// - Parameter root: the library's folder, if it has one.
    public init(root: URL? = nil) { self.root = root }

    /// Opens the memory: the same one at every call, which is always there.
    public func open(_ access: LibraryAccess, begins: Bool) throws(StoreError) -> any Library {
        if anchor == nil {
            anchor = try SQLiteLibrary(inMemory: name, access == .receiving ? .receiving : .shared)
        }
        switch access {
        case .exclusive, .giving, .receiving: break
        case .shared: return try SQLiteLibrary(inMemory: name)
        case .joined, .working: throw .notJoinable(root?.path ?? "memory")
        }
        guard holder == nil else {
            throw StoreError(
                .busy, subject: root?.path ?? "memory", reason: "the library is in use already",
                remedy: "Wait until it is free")
        }
        let lock: LibraryLock? = if let root { try LockedFolder(in: root).lock } else { nil }
        let library = try SQLiteLibrary(inMemory: name, access, holding: lock)
        holder = library
        return library
    }

    /// Opens an index that ends with it.
    public func openIndex(_ stemming: IndexStemming, replacing: Bool) throws(StoreError) -> any DocumentIndex
    {
        if let index, index.stemming == stemming, !replacing { return index.opened }
        let opened = try SQLiteIndex(path: ":memory:", .writeAhead, stemming)
        index = (stemming, opened)
        return opened
    }

    /// How config files name it.
    public static let plugin = Plugin<any LibraryKeeper>(
        "memory", summary: "Remembers nothing after the command ends"
    ) { _, context in MemoryKeeper(root: context.libraryFolder) }
}
