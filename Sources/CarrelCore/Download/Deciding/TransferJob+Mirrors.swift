import CarrelStages

/// What a failure of one URL means for a job that has others.
extension TransferJob {
    /// How a try ends whose URL will not bring the document: a mirror may.
    func refusal(_ reason: String, updateAvailable: Bool = false) -> Receipt.Ending {
        guard mirrors != nil else { return .failed(reason: reason, updateAvailable: updateAvailable) }
        return .again(
            Receipt.Setback(reason: reason, updateAvailable: updateAvailable, isOfURL: true))
    }

    /// Whether no other try follows if the content is not what was promised.
    var isLastMismatch: Bool { ways.contains(.lastMismatch) && mirrors == nil }
}
