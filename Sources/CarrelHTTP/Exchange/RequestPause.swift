/// Why no request is sent for a while.
public struct RequestPause: Sendable, Hashable {
    /// What a pause is made for.
    public enum Cause: Sendable, Hashable {
        /// The host asked to wait.
        case hold
        /// Requests to one host keep their distance.
        case pace
        /// Every request is delayed.
        case delay
        /// What failed is tried again after a while.
        case retry
    }

    /// What it is made for.
    public var cause: Cause
    /// The host that gets no request meanwhile.
    public var host: String
    /// How long it still lasts.
    public var left: Duration

    public init(_ cause: Cause, at host: String, left: Duration) {
        (self.cause, self.host, self.left) = (cause, host, left)
    }
}
