import CarrelModel
import CarrelStages

extension ItemMemory {
    /// Whether a transfer of it has ended before.
    var hasEnding: Bool { lastFailure != nil || isStored }

    /// How a transfer ended that somebody else made, for whoever joined it.
    ///
    /// - Parameter item: the item, for the event.
    /// - Returns: the outcome and its event; `nil` if the transfer was given up.
    func ending(of item: ItemEvent) -> (outcome: Attempt.Outcome, event: PipelineEvent)? {
        if let reason = lastFailure {
            return isSetAside
                ? (.quarantined, .quarantined(item, reason: reason))
                : (.failed, .failed(item, reason: reason))
        }
        return isStored ? (.unchanged, .unchanged(item)) : nil
    }
}
