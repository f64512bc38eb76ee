import CarrelBasics
import CarrelStages

/// All problems of a configuration, reported together.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, by file and line; at least one.
    public let problems: [ConfigProblem]

    public init(_ problems: [ConfigProblem]) { self.problems = problems }

    public init(_ problem: ConfigProblem) { self.init([problem]) }

    /// Sorts problems by file and line, and removes repetitions.
    ///
    /// Problems that are not in files come last, in their order.
    init(inReadingOrder problems: [ConfigProblem]) {
        func place(_ problem: ConfigProblem) -> (file: String, line: Int, column: Int)? {
            guard case .file(let file, let line, let column)? = problem.origin else { return nil }
            return (file, line, column)
        }
        let problems = problems.uniqued()
        let inFiles = problems.filter { place($0) != nil }.sorted { left, right in
            guard let left = place(left), let right = place(right) else { return false }
            return left < right
        }
        self.init(inFiles + problems.filter { place($0) == nil })
    }

    /// The problems, one on each line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One problem of a configuration.
public struct ConfigProblem: Sendable, Hashable, CustomStringConvertible {
    /// The file, variable or option.
    public var origin: ConfigOrigin?
    /// The key with its table, such as `download.max-concurrent`.
    public var key: String?
    /// What was found.
    public var found: String
    /// What was expected.
    public var expected: String?
    /// The nearest valid name, if there is one.
    public var suggestion: String?

    public init(
        origin: ConfigOrigin?, key: String?, found: String, expected: String? = nil, suggestion: String? = nil
    ) {
        self.origin = origin
        self.key = key
        self.found = ShownText.of(found)
        self.expected = expected
        self.suggestion = suggestion
    }

    /// The problem in one line: place, key unless the place names it, what was found, what was expected, and the nearest name.
    public var description: String {
        let isNamed = key.map { origin == ConfigOrigin.commandLine("--set \($0)") } == true
        var text = [origin?.description, isNamed ? nil : key, found].compactMap { $0 }.joined(separator: ": ")
        if let expected { text += "; expected \(expected)" }
        if let suggestion { text += "; did you mean “\(suggestion)”?" }
        // Text quoted from a file may have characters that are invisible or act on a terminal.
        return text.singleLine
    }
}
