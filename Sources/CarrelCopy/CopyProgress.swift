import CarrelStages

/// What happens while a library is copied.
public enum CopyProgress: Sendable, Hashable {
    /// Records of a kind are copied: how many so far.
    case records(RecordKind, Int)
    /// Documents are copied: how many so far, and how many there are.
    case documents(Int, of: Int)
    /// Earlier versions and what was set aside are copied: how many so far.
    case others(Int)
    /// The two libraries are compared: how many documents so far, and how many there are.
    case comparing(Int, of: Int)
    /// A document is not as its record says.
    case trouble(CopyTrouble)
}

/// A document of the original that is not as its record says.
public struct CopyTrouble: Sendable, Hashable {
    /// What is wrong with it.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Its content is not the recorded one, although nobody edited it; the copy is the same.
        case damaged
        /// It is recorded, and not there; so it is not in the copy.
        case missing
        /// It could not be copied, so the copy is not finished.
        case unreadable
        /// Somebody edited it, which is fine; the copy is the same.
        case edited
    }

    /// Its name.
    public var name: String
    /// What is wrong with it.
    public var state: State
    /// Why it could not be copied.
    public var reason: String?

    init(_ name: String, _ state: State, reason: String? = nil) {
        (self.name, self.state, self.reason) = (name, state, reason)
    }
}
