import CarrelModel
import CarrelStages

extension Store {
    /// Gives documents their names in the order that survives a kill: recorded, published, made durable, settled.
    ///
    /// The committer does the same with groups of new documents, and makes the names of one durable with the next.
    ///
    /// - Parameters:
    ///   - publications: the names to give.
    ///   - changes: what holds from now on, with the publications; none if that is recorded already.
    ///   - library: the records.
    ///   - correct: the changes that correct the records of what was refused.
    /// - Returns: the publications that were refused.
    /// - Throws: `StoreError`; what is recorded by then is finished by `Pipeline.recover(besideOthers:)`.
    @discardableResult
    func publish(
        _ publications: [Publication], recording changes: [LibraryChange] = [], in library: any Library,
        correcting correct: ([RefusedPublication]) async throws(StoreError) -> [LibraryChange]
    ) async throws(StoreError) -> [RefusedPublication] {
        if !changes.isEmpty { try await library.commit(changes) }
        let refused = try await publish(publications)
        let corrections = refused.isEmpty ? [] : try await correct(refused)
        try await flush([])
        try await library.commit(corrections, settling: publications)
        return refused
    }

    /// Moves documents to the quarantine, and may give their names to others; of what is refused, the records are corrected.
    ///
    /// - Parameters:
    ///   - publications: their names in the quarantine, and those of others.
    ///   - changes: what holds from now on, with the publications.
    ///   - library: the records.
    ///   - keys: the items of those others, by name.
    /// - Returns: the publications that were refused.
    /// - Throws: `StoreError`.
    @discardableResult
    func setAside(
        _ publications: [Publication], recording changes: [LibraryChange], in library: any Library,
        replacedBy keys: [String: ItemKey] = [:]
    ) async throws(StoreError) -> [RefusedPublication] {
        try await publish(publications, recording: changes, in: library) { refused throws(StoreError) in
            try await library.corrections(after: refused, of: keys)
        }
    }
}
