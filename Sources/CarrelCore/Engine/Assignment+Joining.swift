import CarrelModel
import CarrelStages

extension Assignment {
    /// The last tries of what it is to fetch and another assignment may be fetching now.
    ///
    /// - Parameter underWay: the items that the others fetch, before this one begins.
    /// - Throws: `PipelineError` if the library cannot be read.
    func earlierTries(underWay: Set<ItemKey>) async throws(PipelineError) -> EarlierTries {
        var earlier = EarlierTries(parts.library)
        guard !underWay.isEmpty else { return earlier }
        try await asPipelineError { () async throws(StoreError) in
            for entry in plan.entries where entry.action.transfers {
                let key = plan.key(of: entry)
                // What never ended before needs no look: an end is a new one.
                guard underWay.contains(key), memory.items[key]?.hasEnding == true else { continue }
                try await earlier.note(key)
            }
        }
        return earlier
    }
}
