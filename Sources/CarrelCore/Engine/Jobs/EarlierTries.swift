import CarrelModel
import CarrelStages

/// The last tries of items from before somebody joined transfers of them, which tell an end that was waited for from an
/// earlier one.
struct EarlierTries {
    private let library: any Library
    private var tries: [ItemKey: Attempt?] = [:]

    /// - Parameter library: where tries are recorded.
    init(_ library: any Library) { self.library = library }

    /// Looks up the last try of an item.
    mutating func note(_ key: ItemKey) async throws(StoreError) {
        let last = try await lastTry(of: key)
        tries.updateValue(last, forKey: key)
    }

    /// How a transfer ended that was joined.
    ///
    /// - Parameters:
    ///   - item: the item; without a noted try, whatever is remembered of it counts.
    ///   - memory: what is remembered of it now.
    /// - Returns: the outcome and its event; `nil` if the transfer was given up, whatever came of an earlier one.
    /// - Throws: `StoreError` if the library cannot be read.
    func ending(
        of item: ItemEvent, _ memory: ItemMemory?
    ) async throws(StoreError) -> (outcome: Attempt.Outcome, event: PipelineEvent)? {
        guard let ending = memory?.ending(of: item) else { return nil }
        guard let earlier = tries[item.key] else { return ending }
        let last = try await lastTry(of: item.key)
        return last != earlier && last?.outcome != .parked ? ending : nil
    }

    private func lastTry(of key: ItemKey) async throws(StoreError) -> Attempt? {
        var last = try await library.attempts(for: key, limit: 1).first
        // A library may drop the exchanges of an old try meanwhile.
        last?.exchanges = []
        return last
    }
}
