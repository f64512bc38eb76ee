/// Opens what is remembered of one library: what a library's plug-in makes.
///
/// **Calls.** A library that is held exclusively is held until the last reference to it goes, or the process ends,
/// however it ends. What was recorded through one is there for every one that is opened later, unless the keeper says
/// that it remembers nothing.
///
/// **Errors.** `StoreError`, with `.busy` where another process, or another call, holds the library exclusively.
///
/// **Concurrency.** Calls may overlap; none blocks a cooperative thread.
public protocol LibraryKeeper: Sendable {
    /// Opens the library.
    ///
    /// A library that does not exist yet is empty in shared mode, and nothing is created.
    ///
    /// - Parameter access: what it is opened for.
    /// - Returns: the library.
    /// - Throws: `StoreError`.
    func open(_ access: LibraryAccess) async throws(StoreError) -> any Library

    /// Opens the index of the library's documents, made if there is none, it cannot be read, or words are divided
    /// otherwise in it.
    ///
    /// - Parameter stemming: whether words are found in their other forms, too.
    /// - Returns: the index.
    /// - Throws: `StoreError`, with `.notFound` where there is no library yet.
    func openIndex(_ stemming: IndexStemming) async throws(StoreError) -> any DocumentIndex
}

/// What a library is opened for.
public enum LibraryAccess: Sendable {
    /// To be written to by this process alone: the lock is taken, the memory created and migrated.
    case exclusive
    /// To be looked at, and to remember views and selections, beside a process that holds it.
    case shared
}
