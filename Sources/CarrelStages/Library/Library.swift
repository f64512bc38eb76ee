/// What Carrel remembers between runs, for one library.
///
/// It is the pipeline's memory, not a stage: stages get values from it and give values to it.
public protocol Library: Ledger, Listings, KnownCatalogs, ReaderState {
    /// Keeps a copy of what is remembered, for when that is damaged; does nothing where that cannot be.
    ///
    /// Called from time to time, while nothing is written.
    ///
    /// - Parameter age: the age of a copy that will do.
    /// - Throws: `StoreError` if there is no copy then but the former one.
    func keepCopy(unlessYoungerThan age: Duration) async throws(StoreError)

    /// Reads everything that is remembered, to see whether it is damaged; says what is wrong, `nil` if nothing is.
    func damage() async throws(StoreError) -> String?
}

extension Library {
    /// What is remembered nowhere else than in memory is not damaged.
    public func damage() async throws(StoreError) -> String? { nil }

    /// Keeps none.
    public func keepCopy(unlessYoungerThan age: Duration) async throws(StoreError) {}
}
