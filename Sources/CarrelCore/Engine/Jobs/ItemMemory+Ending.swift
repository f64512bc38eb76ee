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

    /// That a transfer of somebody else stored the document, for whoever waited for it without hearing its events.
    ///
    /// - Parameters:
    ///   - item: the item, for the event.
    ///   - before: what was remembered of the item before.
    /// - Returns: the event; `nil` if the document is that of before, or a try failed since.
    func storing(of item: ItemEvent, since before: ItemMemory?) -> PipelineEvent? {
        guard lastFailure == nil, isStored, let document else { return nil }
        let known = before?.document
        if before?.isStored == true, known?.sha256 == document.sha256, known?.storedAt == document.storedAt {
            return nil
        }
        let news = News(of: document.digest, after: known?.sha256, read: before?.readSHA256)
        return .stored(item, document, news)
    }
}
