/// One value of a record.
public enum RecordValue: Sendable, Hashable, Codable {
    /// Nothing.
    case null
    /// A number, or a truth as 0 or 1.
    case integer(Int64)
    /// A time in microseconds since 1970.
    case time(Int64)
    /// A text.
    case text(String)

    /// The text; `nil` if it is something else.
    public var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The number; `nil` if it is something else.
    public var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

    /// The time; `nil` if it is something else.
    public var time: Int64? { if case .time(let time) = self { time } else { nil } }

    /// The value as a library keeps it whose times are less exact: the latest of those times that is not after it.
    ///
    /// - Parameter step: how exact times are kept, in microseconds, at least 1.
    /// - Returns: the value; other values stay as they are.
    public func rounded(to step: Int64) -> RecordValue {
        guard case .time(let time) = self else { return self }
        let rest = time % step
        let floor = time - rest
        guard rest < 0 else { return .time(floor) }
        let (lower, overflows) = floor.subtractingReportingOverflow(step)
        return .time(overflows ? floor : lower)
    }
}
