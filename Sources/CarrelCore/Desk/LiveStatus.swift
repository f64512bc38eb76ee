import CarrelBasics
import CarrelModel

/// What the events tell of an item, before a front end has read what is recorded of it.
public enum LiveStatus: Sendable, Hashable {
    /// It waits or is being fetched; the fraction is between 0 and 1, or `nil` while it is not known.
    case underWay(fraction: Double?)
    /// Its document was stored, with what is new about that.
    case stored(StoredDocument, News?)
    /// Its stored document is current, or the server has only what somebody discarded.
    case unchanged
    /// It failed.
    case failed(reason: String)
    /// The server sent something other than was promised.
    case setAside(reason: String)
    /// It was cancelled or left for later: it is what it was before.
    case parked

    /// What an event tells of its item; `nil` if it says nothing of the state of one.
    public init?(_ event: PipelineEvent) {
        switch event {
        case .started, .refetching: self = .underWay(fraction: nil)
        case .progress(_, let bytes, let total):
            self = .underWay(fraction: total.map { bytes.fraction(of: $0) })
        case .stored(_, let document, let news): self = .stored(document, news)
        case .unchanged: self = .unchanged
        case .failed(_, let reason): self = .failed(reason: reason)
        case .quarantined(_, let reason): self = .setAside(reason: reason)
        case .parked: self = .parked
        case .catalogRead, .catalogUnchanged, .problem, .unread, .planned, .moved, .gap, .finished: return nil
        }
    }

    /// Whether the item waits or is being fetched.
    public var isUnderWay: Bool { if case .underWay = self { true } else { false } }
}

extension LibraryView.Row {
    /// The row as it is now.
    ///
    /// - Parameter live: what events have told of its document since the row was recorded, if anything.
    /// - Returns: the row with that.
    public func now(_ live: LiveStatus?) -> Self {
        var row = self
        switch live {
        case nil: break
        // What was read while it came is kept.
        case .parked: if isBeingFetched { row.status = .paused }
        case .underWay(let fraction): row.status = .downloading(fraction: fraction)
        case .stored(let document, let news):
            (row.status, row.document) = (.stored, document)
            // What nobody has looked at is new in every version; the same version again says nothing.
            if row.news != .new, let news { row.news = news }
            (row.isMissing, row.isEdited, row.isUnnamed, row.trouble) = (false, false, false, nil)
        case .unchanged:
            if case .discarded = status { break }
            (row.status, row.trouble) = (.stored, nil)
        case .failed(let reason): row.fail(.failed(reason: reason))
        case .setAside(let reason): row.fail(.setAside(reason: reason))
        }
        return row
    }

    /// A stored document stays what it is, also where the try to update it failed.
    private mutating func fail(_ failure: ItemStatus) {
        if isStored { trouble = failure } else { status = failure }
    }
}
