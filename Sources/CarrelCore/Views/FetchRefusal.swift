import CarrelModel
import CarrelStages

/// Why an item cannot be fetched.
public enum FetchRefusal: Sendable, Hashable {
    /// Its catalogue no longer lists it.
    case unlisted
    /// Its catalogue only lists its latest items, and leaves it out.
    case leftOut
    /// Somebody ignores it.
    case ignored
    /// Its catalogue lists it without a URL.
    case notAvailable

    /// The words after “it is”.
    public var words: String {
        switch self {
        case .unlisted: "no longer listed"
        case .leftOut: "left out by its catalogue, which only lists its latest items"
        case .ignored: "ignored"
        case .notAvailable: "not available yet"
        }
    }

    /// Whether its catalogue does not list it.
    public var isOfUnlisted: Bool { self == .unlisted || self == .leftOut }
}

extension LibraryView.Row {
    /// Why it cannot be fetched; `nil` if it can.
    public var fetchRefusal: FetchRefusal? {
        if number == 0 { return isLeftOut ? .leftOut : .unlisted }
        if isIgnored { return .ignored }
        return item.url == nil ? .notAvailable : nil
    }

    /// Whether it can be fetched.
    public var isFetchable: Bool { fetchRefusal == nil }

    /// Whether it is fetched before it is shown, because there is nothing to show yet.
    public var isFetchedToShow: Bool { isFetchable && status != .stored && status != .updateAvailable }
}

extension StoreError {
    /// Nothing is stored of an item, and to fetch it would help.
    ///
    /// - Parameters:
    ///   - subject: what a person calls the item.
    ///   - operands: what names it to `carrel get`, as a shell reads it; may be empty.
    /// - Returns: the error, with code `.notFound`.
    package static func notStored(_ subject: String, operands: String = "") -> StoreError {
        StoreError(
            .notFound, subject: subject, reason: "it is not stored",
            remedy: "Fetch it first: carrel get" + (operands.isEmpty ? "" : " \(operands)"))
    }
}
