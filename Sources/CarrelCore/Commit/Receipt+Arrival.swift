import CarrelStages

extension Receipt {
    /// What has come, if something has.
    var arrival: Arrival? {
        switch ending {
        case .staged(let arrival), .setAside(let arrival, _, _): arrival
        case .stored, .unchanged, .again, .failed, .parked, .stopped: nil
        }
    }

    /// Why what has come is not to be stored.
    var aside: (reason: String, isWhole: Bool)? {
        guard case .setAside(_, let reason, let isWhole) = ending else { return nil }
        return (reason, isWhole)
    }
}
