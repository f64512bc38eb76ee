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
    ///   - conclude: the changes that hold once they were published, given those that were refused.
    /// - Returns: the publications that were refused.
    /// - Throws: `StoreError`; what is recorded by then is finished by `Pipeline.recover(for:)`.
    @discardableResult
    func publish(
        _ publications: [Publication], recording changes: [LibraryChange] = [], in library: any Library,
        concluding conclude: ([RefusedPublication]) async throws(StoreError) -> [LibraryChange]
    ) async throws(StoreError) -> [RefusedPublication] {
        if !changes.isEmpty { try await library.commit(changes) }
        let refused = try await publish(publications)
        let conclusions = try await conclude(refused)
        try await flush([])
        try await library.commit(conclusions, settling: publications)
        return refused
    }
}
