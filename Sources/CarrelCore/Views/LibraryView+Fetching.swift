import CarrelModel
import CarrelStages

extension LibraryView.Row {
    /// Why it cannot be fetched; `nil` if it can.
    public var fetchRefusal: FetchRefusal? {
        if number == 0 { return isLeftOut ? .leftOut : .unlisted }
        if isIgnored { return .ignored }
        return item.url == nil ? .notAvailable : nil
    }

    /// Whether its document was fetched and its file is gone, with nothing else to say of it.
    public var isLost: Bool { isMissing && status == .available }

    /// Its status in words, and of one whose file is gone, or is not there yet, this.
    public var statusWords: String {
        guard isLost else { return status.words }
        return isUnnamed ? "waits for its name" : "missing"
    }

    /// Whether the last thing that came for it was set aside, and still is.
    package var isSetAside: Bool { if case .setAside = trouble ?? status { true } else { false } }

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
            offering: .fetch(operands: operands))
    }
}
