import CarrelStages

/// A library that a check can open as often as it needs to.
public struct LibraryTestbed: Sendable {
    private let makeKeeper: @Sendable () -> any LibraryKeeper

    /// - Parameter makeKeeper: makes a keeper of one and the same library, which is empty before the first one opens it:
    ///   another one at each call, as other processes have them, or always the same where the library is in its memory.
    public init(makeKeeper: @escaping @Sendable () -> any LibraryKeeper) { self.makeKeeper = makeKeeper }

    /// The library's keeper.
    var keeper: any LibraryKeeper { makeKeeper() }

    /// Opens the library; who held it before may take a moment to go.
    func open(_ access: LibraryAccess = .exclusive) async throws -> any Library {
        while true {
            do throws(StoreError) {
                return try await makeKeeper().open(access)
            } catch {
                guard error.code == .busy else { throw error }
            }
            await Task.yield()
        }
    }

    /// Opens the library with a catalogue in it.
    func openListed() async throws -> any Library {
        let library = try await open()
        try await library.record(LibrarySample.catalog, reading: LibrarySample.reading())
        return library
    }

    /// Opens the library with a catalogue in it, whose first document is stored.
    func openStored() async throws -> any Library {
        let library = try await openListed()
        try await library.commit([LibrarySample.stored()])
        return library
    }
}
