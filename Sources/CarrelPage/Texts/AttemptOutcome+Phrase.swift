import CarrelStages

extension Attempt.Outcome {
    /// How a try ended, as the page says it.
    var phrase: Phrase {
        switch self {
        case .stored: .stored
        case .unchanged: .unchanged
        case .failed: .failed
        case .quarantined: .setAside
        case .parked: .paused
        }
    }
}
