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
}

extension Library {
    /// Keeps none.
    public func keepCopy(unlessYoungerThan age: Duration) async throws(StoreError) {}
}
