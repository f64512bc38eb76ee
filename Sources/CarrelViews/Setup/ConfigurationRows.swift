import CarrelConfiguration
import CarrelStages

/// One value of a profile.
public struct ValueRow: Encodable, Sendable {
    /// The catalogue that the value is for alone.
    public var catalog: String?
    /// The key, such as `download.use`.
    public var key: String
    /// The value as a profile writes it; `nil` if it is not set.
    public var value: String?
    /// Where the value came from.
    public var origin: String

    private enum CodingKeys: String, CodingKey {
        case catalog = "catalogue"
        case key, value, origin
    }

    /// A value.
    public init(catalog: String? = nil, key: String, value: String?, origin: String) {
        (self.catalog, self.key, self.value, self.origin) = (catalog, key, value, origin)
    }
}

/// A valid profile.
public struct ValidRow: Encodable, Sendable {
    /// Always true.
    public var isValid = true
    /// The files that it was read from.
    public var files: [String]

    /// A profile that was read from files.
    public init(files: [String]) { self.files = files }
}

/// One problem of a profile that is not valid.
public struct ProblemRow: Encodable, Sendable {
    /// Always false.
    public var isValid = false
    /// Where it is, and which key.
    public var origin, key: String?
    /// What was found.
    public var found: String
    /// What was expected, and what may be meant.
    public var expected, suggestion: String?

    /// A problem.
    public init(_ problem: ConfigProblem) {
        (origin, key, found) = (problem.origin?.description, problem.key, problem.found)
        (expected, suggestion) = (problem.expected, problem.suggestion)
    }
}

/// Where profiles are read from.
public struct PathsRow: Encodable, Sendable {
    /// The files of this profile, and the names of those that can be named.
    public var files, profiles: [String]
    /// The folder of the user's own.
    public var userFolder: String

    /// Files, names and the user's folder.
    public init(files: [String], profiles: [String], userFolder: String) {
        (self.files, self.profiles, self.userFolder) = (files, profiles, userFolder)
    }
}
