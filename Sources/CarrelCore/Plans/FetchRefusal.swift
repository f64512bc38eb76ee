/// Why an item cannot be fetched.
public enum FetchRefusal: Sendable, Hashable {
    /// Its catalogue no longer lists it.
    case unlisted
    /// Its catalogue does not list everything, and leaves it out: a feed lists its latest items only.
    case leftOut
    /// Somebody ignores it.
    case ignored
    /// Its catalogue lists it without a URL.
    case notAvailable

    /// The words after “it is”.
    public var words: String {
        switch self {
        case .unlisted: "no longer listed"
        case .leftOut: "left out by its catalogue, which does not list everything"
        case .ignored: "ignored"
        case .notAvailable: "not available yet"
        }
    }

    /// What ends it that the file of its document is gone, for nothing fetches that again.
    public var remedyOfMissing: String {
        switch self {
        case .unlisted: "carrel prune --orphaned removes its record"
        case .ignored: "carrel prune --ignored removes its record"
        case .leftOut, .notAvailable: "once it is ignored, carrel prune --ignored removes its record"
        }
    }

    /// Whether its catalogue does not list it.
    public var isOfUnlisted: Bool { self == .unlisted || self == .leftOut }
}
