import CarrelBasics
import CarrelHTTP

/// Restricts the values of a setting beyond their type.
public struct SettingConstraint<Value: Sendable>: Sendable {
    /// What is expected, such as `one of mirror, missing-only`.
    public let expectation: String
    /// All valid texts, for suggestions and completion; empty if they cannot be listed.
    public let choices: [String]
    /// Whether a value is allowed.
    public let allows: @Sendable (Value) -> Bool
    /// What is wrong with a value, where the expectation alone would leave that open; `nil` for one that is allowed.
    public private(set) var fault: (@Sendable (Value) -> String?)?

    public init(
        _ expectation: String, choices: [String] = [], allows: @escaping @Sendable (Value) -> Bool
    ) {
        self.expectation = expectation
        self.choices = choices
        self.allows = allows
    }

    /// Values with which nothing is wrong; a message says what is.
    public static func faultless(
        _ expectation: String, fault: @escaping @Sendable (Value) -> String?
    ) -> Self {
        var constraint = Self(expectation) { fault($0) == nil }
        constraint.fault = fault
        return constraint
    }
}

extension SettingConstraint {
    /// No value, or one that another constraint allows.
    public static func ifSet<Wrapped>(_ other: SettingConstraint<Wrapped>) -> Self where Value == Wrapped? {
        Self(other.expectation, choices: other.choices) { $0.map(other.allows) ?? true }
    }
}

extension SettingConstraint<String> {
    /// The path of a folder: a URL would name folders such as `https:` in the working directory, and so would `$HOME`.
    public static var folder: Self {
        .faultless("a folder and no URL") { path in
            if path.isEmpty { return "it is empty" }
            if path.contains("://") { return "it is a URL" }
            let isOfOther = path.hasPrefix("~") && path != "~" && !path.hasPrefix("~/")
            return path.hasPrefix("$") || isOfOther ? "only ~ is replaced, by your home folder" : nil
        }
    }

    /// What can stand in a field of a request.
    public static var oneLine: Self { Self("one line of text") { !$0.utf8.contains(where: \.isControl) } }

    /// An address that Carrel may ask.
    public static var webAddress: Self {
        Self("an http or https URL") { (try? RequestTarget.check($0)) != nil }
    }

    /// One of some words.
    public static func one(of words: [String]) -> Self {
        Self("one of \(words.joined(separator: ", "))", choices: words) { words.contains($0) }
    }
}

extension SettingConstraint<Duration> {
    /// Times that are not shorter than this.
    static func atLeast(_ least: Duration) -> Self { Self("at least \(least.durationText)") { $0 >= least } }
}

extension SettingConstraint where Value: Comparable & SettingValue {
    /// Values within a range.
    public static func within(_ range: ClosedRange<Value>) -> Self {
        Self("\(range.lowerBound.configText ?? "") to \(range.upperBound.configText ?? "")") {
            range.contains($0)
        }
    }
}
