import Foundation

/// How a host behaved.
public struct HostState: Sendable, Hashable {
    /// The failures in a row.
    public var failures = 0
    /// How often it has paused for them.
    public var pauses = 0
    /// Why it is to be left alone, as a sentence about it; `nil` if it is not.
    public var leftAlone: String?
    /// How long it gets no request at least, because it asked to wait, or pauses after failures.
    public var wait: Duration = .zero
    /// Whether that is for its failures, and not because it asked for it.
    public var isFailing = false
    /// When it asked for that; `nil` if it did not.
    ///
    /// What it has said to somebody else since then counts.
    public var said: Date?

    public init() {}
}
