import CarrelStages

/// What every database of records says in the same words.
extension StoreError {
    /// The error for a library that is not there.
    package static func noLibrary(_ subject: String) -> StoreError {
        StoreError(
            .notFound, subject: subject, reason: "there is no library yet",
            remedy: "Begin one with carrel add URL")
    }

    /// The error for names that were not prepared to be looked up, because the task was cancelled.
    package static func namesCancelled(_ subject: String) -> StoreError {
        StoreError(.cancelled, subject: subject, reason: "its names were being prepared")
    }

    /// Refuses records that a newer Carrel wrote, or of a version that there cannot be.
    ///
    /// - Parameters:
    ///   - version: the version of their schema.
    ///   - current: the version that this Carrel writes.
    ///   - subject: the library.
    /// - Throws: `StoreError` with `.database`.
    package static func check(
        schema version: Int64, upTo current: Int64, _ subject: String
    ) throws(StoreError) {
        guard !(0...current).contains(version) else { return }
        throw StoreError(
            .database, subject: subject,
            reason: "the library has schema version \(version), this Carrel knows up to \(current)",
            remedy: version < 0 ? "Bring it back from a backup" : "Use the newer Carrel that wrote it")
    }
}
