/// Opens one library; made by a plug-in of the kind `library`.
///
/// **Calls.** A library that is opened exclusively stays locked until the last reference to it is released or the
/// process ends, however it ends. What one instance records, every instance opened later sees, unless the keeper only
/// remembers in memory.
///
/// **Errors.** `StoreError`, with `.busy` if another process, or another call, holds the library exclusively.
///
/// **Concurrency.** Calls may overlap; none blocks a cooperative thread.
public protocol LibraryKeeper: Sendable {
    /// Whether what is recorded is there when the process has ended.
    var remembers: Bool { get }

    /// Opens the library.
    ///
    /// A library that does not exist yet is empty in shared mode, and nothing is created.
    ///
    /// - Parameters:
    ///   - access: whether to write to it or only to look at it.
    ///   - begins: whether whoever writes begins one that does not exist yet. To find out takes no room on a disk.
    /// - Throws: `StoreError`, with `.notFound` if there is none to write to, and none is to be begun.
    func open(_ access: LibraryAccess, begins: Bool) async throws(StoreError) -> any Library

    /// Opens the index of the library's documents, or makes an empty one if it is missing, unreadable or was made with
    /// another stemming.
    ///
    /// - Parameters:
    ///   - stemming: whether words are found in their other forms, too.
    ///   - replacing: whether it is made anew in any case, because it turned out to be damaged.
    /// - Throws: `StoreError`, with `.notFound` if there is no library yet.
    func openIndex(_ stemming: IndexStemming, replacing: Bool) async throws(StoreError) -> any DocumentIndex
}

extension LibraryKeeper {
    /// True: what does not remember says so.
    public var remembers: Bool { true }

    /// Opens the library, and begins it where whoever writes finds none.
    public func open(_ access: LibraryAccess) async throws(StoreError) -> any Library {
        try await open(access, begins: true)
    }

    /// Opens the index, or makes an empty one where it has to.
    public func openIndex(_ stemming: IndexStemming) async throws(StoreError) -> any DocumentIndex {
        try await openIndex(stemming, replacing: false)
    }
}

/// How a library is opened.
public enum LibraryAccess: Sendable {
    /// For writing, by this process alone: takes the lock, and creates or migrates what is remembered.
    case exclusive
    /// For recording, beside other processes that do: for libraries whose machines share their jobs.
    ///
    /// A library that only one process writes throws `StoreError` with `.system`.
    case joined
    /// Like `joined`, and for storing documents: takes the lock of this machine's folder.
    case working
    /// For looking at it, and for recording views and selections, while another process may be writing.
    case shared
    /// For giving its records to another library: nobody else writes meanwhile.
    ///
    /// Where the records are not in the library's folder, that is not locked: who takes them may need it.
    case giving
    /// For taking the records of another library: like `giving`, for a library that is empty or an unfinished copy.
    case receiving
}

extension StoreError {
    /// The error of a library that only one process at a time can write.
    ///
    /// - Parameter subject: the library.
    public static func notJoinable(_ subject: String) -> StoreError {
        StoreError(
            .system, subject: subject, reason: "only one process at a time writes a library of this kind",
            remedy: "docs/ManyMachines.md says how several machines write one library")
    }
}
