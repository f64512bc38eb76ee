/// What Carrel remembers of one library between runs.
///
/// It is the pipeline's memory, not a stage: the pipeline passes values between it and the stages.
public protocol Library: Ledger, Listings, KnownCatalogs, ReaderState {
    /// Copies what is remembered, in case it gets damaged; does nothing if the library cannot be copied.
    ///
    /// Call it from time to time, while nothing is being written.
    ///
    /// - Parameter age: how old a copy may be without being replaced.
    /// - Throws: `StoreError` if it could not be copied; an earlier copy stays.
    func keepCopy(unlessYoungerThan age: Duration) async throws(StoreError)

    /// Reads everything that is remembered, and says what is damaged; `nil` if nothing is.
    func damage() async throws(StoreError) -> String?

    /// Why nothing can be recorded, as far as can be told without recording anything; `nil` if nothing speaks against it.
    func refusal() async throws(StoreError) -> StoreError?

    /// Whether what is remembered is still where it was opened, and no other library has taken its place.
    ///
    /// Cheap: whoever keeps a library open asks each time that it comes back to it.
    var isInPlace: Bool { get }

    /// Waits until it can no longer be written to, because what keeps others from writing was lost.
    ///
    /// - Returns: the error; `nil` if that cannot happen, or if the task is cancelled before.
    func waitUntilLost() async -> StoreError?

    /// Whether it is a library: one that does not exist yet is empty to look at, and stays so, also when somebody begins
    /// it.
    var isThere: Bool { get }

    /// Gives its records to another library, and takes those of another one; `nil` if it does not.
    var transfer: (any RecordTransfer)? { get }

    /// Records catalogues part by part; `nil` if it does not.
    var parts: (any PartListings)? { get }
}

extension Library {
    /// True: for libraries that cannot be exchanged while they are open.
    public var isInPlace: Bool { true }

    /// Nothing is lost: for libraries that no other machine keeps.
    public func waitUntilLost() async -> StoreError? { nil }

    /// True: for libraries that are there as soon as they are opened, or see themselves that they are begun.
    public var isThere: Bool { true }

    /// Gives and takes no records.
    public var transfer: (any RecordTransfer)? { nil }

    /// Records every catalogue as a whole.
    public var parts: (any PartListings)? { nil }

    /// No damage: for libraries that remember only in memory.
    public func damage() async throws(StoreError) -> String? { nil }

    /// Nothing speaks against it.
    public func refusal() async throws(StoreError) -> StoreError? { nil }

    /// Keeps no copy.
    public func keepCopy(unlessYoungerThan age: Duration) async throws(StoreError) {}
}
