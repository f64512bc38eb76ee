extension ItemStatus {
    /// The state as lists and messages name it.
    public var words: String {
        switch self {
        case .notAvailable: "not available yet"
        case .available: "not fetched"
        case .paused: "paused"
        case .downloading(let fraction): fraction.map { "fetching \(Int($0 * 100)) %" } ?? "fetching"
        case .failed(let reason): "failed: \(reason)"
        case .setAside(let reason): "set aside: \(reason)"
        case .discarded(let reason): "discarded: \(reason)"
        case .ignored: "ignored"
        case .stored: "stored"
        case .updateAvailable: "update available"
        }
    }
}
