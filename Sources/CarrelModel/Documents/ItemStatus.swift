/// The state of an item as every front end shows it.
public enum ItemStatus: Sendable, Hashable {
    /// Listed without a URL.
    case notAvailable
    /// Listed, not stored.
    case available
    /// Not stored; what came of it before it was interrupted is kept, and the next try goes on from there.
    case paused
    /// Queued or in flight; the fraction is between 0 and 1, or `nil` while the size is not known.
    case downloading(fraction: Double?)
    /// The last try failed.
    case failed(reason: String)
    /// The document was not what was promised, and is in the quarantine.
    case setAside(reason: String)
    /// The document was not what was promised and somebody discarded it; the server has nothing else.
    case discarded(reason: String)
    /// Not stored, and ignored.
    case ignored
    /// Stored and intact.
    case stored
    /// Stored, and the server has a newer version.
    case updateAvailable

    /// The name of the state in machine-readable output.
    public var name: String {
        switch self {
        case .notAvailable: "notAvailable"
        case .available: "available"
        case .paused: "paused"
        case .downloading: "downloading"
        case .failed: "failed"
        case .setAside: "setAside"
        case .discarded: "discarded"
        case .ignored: "ignored"
        case .stored: "stored"
        case .updateAvailable: "updateAvailable"
        }
    }
}
