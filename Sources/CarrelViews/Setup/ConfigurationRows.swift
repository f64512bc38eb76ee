import CarrelConfiguration
import CarrelStages

/// One value of a profile.
public struct ValueRow: Encodable, Sendable {
    /// The name of the only catalogue to which the value applies; `nil` if it applies to all.
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

    public init(files: [String]) { self.files = files }
}

/// One problem of an invalid profile.
public struct ProblemRow: Encodable, Sendable {
    /// Always false.
    public var isValid = false
    /// Where it is, and the key.
    public var origin, key: String?
    /// What was found.
    public var found: String
    /// What was expected, and the name that may be meant.
    public var expected, suggestion: String?

    public init(_ problem: ConfigProblem) {
        (origin, key, found) = (problem.origin?.description, problem.key, problem.found)
        (expected, suggestion) = (problem.expected, problem.suggestion)
    }
}

/// Where profiles are read from.
public struct PathsRow: Encodable, Sendable {
    /// The files of the current profile, and the names of all profiles.
    public var files, profiles: [String]
    /// The folder of the user's own profiles.
    public var userFolder: String

    public init(files: [String], profiles: [String], userFolder: String) {
        (self.files, self.profiles, self.userFolder) = (files, profiles, userFolder)
    }
}
