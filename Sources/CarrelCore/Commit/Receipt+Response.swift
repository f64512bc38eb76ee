import CarrelStages

extension Receipt {
    /// The document that came, if one did.
    var response: Response? {
        switch ending {
        case .staged(let response), .setAside(let response, _, _): response
        case .stored, .unchanged, .again, .failed, .parked, .stopped: nil
        }
    }

    /// Why the document is set aside; `nil` if it is to be stored.
    var aside: (reason: String, isWhole: Bool)? {
        guard case .setAside(_, let reason, let isWhole) = ending else { return nil }
        return (reason, isWhole)
    }
}
