import CarrelBasics
import CarrelFiles
import CarrelPostgreSQL
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// Keeps what is remembered of a library in a PostgreSQL database; its search index stays on this machine.
public actor PostgreSQLKeeper: LibraryKeeper {
    private let executor = BlockingExecutor(label: "carrel.library.opening")
    private let address: @Sendable () async throws(StoreError) -> String
    private let place: PostgreSQLPlace
    private let root: URL?
    private let cache: URL
    private let clock: any Clock<Duration>
    /// Whether it has opened the library before.
    private var hasOpened = false

    /// The queue that libraries are opened on, which takes as long as a server takes to answer.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a keeper of the library in a schema.
    ///
    /// - Parameters:
    ///   - schema: its name: letters, digits and `_`.
    ///   - reader: whose views, marks and lists are kept.
    ///   - root: the library's folder, if it has one; it is locked, too, for the documents in it are one process's work.
    ///   - cache: where the index is if there is no such folder.
    ///   - clock: says when the server hears a word, so that the connection which holds the library stays.
    ///   - address: reads the connection string or URI of the database when it is first needed.
    public init(
        schema: String, reader: String, root: URL? = nil, cache: URL,
        clock: any Clock<Duration> = ContinuousClock(),
        address: @escaping @Sendable () async throws(StoreError) -> String
    ) {
        place = PostgreSQLPlace(schema: schema, reader: reader)
        (self.root, self.cache, self.clock, self.address) = (root, cache, clock, address)
    }

    /// Opens the library.
    public func open(_ access: LibraryAccess, begins: Bool) async throws(StoreError) -> any Library {
        let address = try PostgreSQLAddress(try await address())
        let lock: LibraryLock? =
            if let root, access == .exclusive || access == .working { try LockedFolder(in: root).lock } else {
                nil
            }
        let library = try PostgreSQLLibrary(
            address, place, access, begins: begins, goesOn: hasOpened, holding: lock)
        hasOpened = hasOpened || library.identity != 0
        if access != .shared { library.stayHeard(by: clock) }
        return library
    }

    /// Opens the index in the library's folder, or in the user's cache.
    public func openIndex(
        _ stemming: IndexStemming, replacing: Bool
    ) async throws(StoreError) -> any DocumentIndex {
        let address = try PostgreSQLAddress(try await address())
        let library = try PostgreSQLLibrary(address, place, .shared, holding: nil)
        guard library.identity != 0 else { throw .noLibrary(address.subject) }
        return try indexFile(of: library.identity).open(
            stemming, records: library.identity, replacing: replacing)
    }

    private func indexFile(of identity: Int64) throws(StoreError) -> IndexFile {
        if let root, let folder = try Folder.open(root.path)?.folder(LockedFolder.name) {
            let permissions = try folder.permissionsWithin() & 0o666
            return IndexFile(
                in: folder, path: try Self.path(of: root.appending(path: LockedFolder.name)),
                permissions: permissions)
        }
        // The number that the library's schema got when it was made, so that the name holds nothing of the address.
        let url = cache.appending(path: "carrel/index-\(String(UInt64(bitPattern: identity), radix: 16))")
        let folder = try Folder.create(url.path)
        try folder.withdraw(0o077)
        return IndexFile(in: folder, path: try Self.path(of: url), permissions: 0o600)
    }

    private static func path(of folder: URL) throws(StoreError) -> String {
        try Folder.realPath(folder.path, doing: "the index could not be opened") + "/"
    }
}

extension PostgreSQLKeeper {
    private static let dsn = Setting<Secret?>(
        "dsn", power: ProfilePower.reading,
        help:
            "Where the connection string or URI of the database is"
    )

    private static let schema = Setting<String>(
        "schema", default: "carrel",
        constraint: SettingConstraint("1 to 40 lower-case letters, digits and _, the first of them a letter")
        { text in
            text.utf8.count <= 40 && text.utf8.first.map { (0x61...0x7A).contains($0) } == true
                && text.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || $0.isDigit || $0 == 0x5F
                }
        },
        help: "The schema of the database that holds the records; several libraries can share a database")

    private static let user = Setting<String?>(
        "user",
        constraint: SettingConstraint("1 to 200 bytes") { text in (1...200).contains(text?.utf8.count ?? 1) },
        help: "Whose views, marks and printed lists are kept; the login name without it")

    /// How config files name it.
    public static let plugin = Plugin<any LibraryKeeper>(
        "postgresql", summary: "Remembers in a PostgreSQL database, for libraries that several machines use",
        settings: [dsn, schema, user], features: [.sharesJobs]
    ) { (settings, context) throws(PluginError) in
        guard let dsn = settings[dsn] else {
            throw PluginError(
                setting: "dsn",
                reason: "it says where the database's address is, such as \"env:LIBRARY_DSN\"")
        }
        let secrets = SecretReader(context)
        let cache = UserFolders(environment: context.environment).cache
        return PostgreSQLKeeper(
            schema: settings[schema], reader: settings[user] ?? ListedUser.name ?? "user \(geteuid())",
            root: context.libraryFolder,
            cache: cache, clock: context.clock
        ) { () throws(StoreError) in
            do throws(SecretReader.Failure) {
                return try await secrets.value(of: dsn)
            } catch {
                throw StoreError(
                    error.isCancelled ? .cancelled : .unreachable, subject: "library.dsn",
                    reason: error.reason,
                    remedy: "Put there where the database is, such as host=SERVER dbname=carrel")
            }
        }
    }
}
