import CarrelBasics
import CarrelStages

/// Everything that is wrong with a configuration, reported together.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, in the order of the files, then of the lines; at least one.
    public let problems: [ConfigProblem]

    /// Makes an error of several problems.
    public init(_ problems: [ConfigProblem]) { self.problems = problems }

    /// Makes an error of one problem.
    public init(_ problem: ConfigProblem) { self.init([problem]) }

    /// Makes an error of problems that were found here and there; each counts once.
    ///
    /// They stand file by file and line by line; what comes from elsewhere stays behind, in its order.
    init(inReadingOrder problems: [ConfigProblem]) {
        func place(_ problem: ConfigProblem) -> (file: String, line: Int, column: Int)? {
            guard case .file(let file, let line, let column)? = problem.origin else { return nil }
            return (file, line, column)
        }
        var seen = Set<ConfigProblem>()
        let problems = problems.filter { seen.insert($0).inserted }
        let inFiles = problems.filter { place($0) != nil }.sorted { left, right in
            guard let left = place(left), let right = place(right) else { return false }
            return left < right
        }
        self.init(inFiles + problems.filter { place($0) == nil })
    }

    /// One line a problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong with a configuration.
public struct ConfigProblem: Sendable, Hashable, CustomStringConvertible {
    /// The file, variable or option.
    public var origin: ConfigOrigin?
    /// The key with its table, such as `download.max-concurrent`.
    public var key: String?
    /// What was found.
    public var found: String
    /// What was expected.
    public var expected: String?
    /// The nearest valid name.
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

    /// The problem in one line: place, key, what was found, what was expected, the nearest name.
    public var description: String {
        var text = [origin?.description, key, found].compactMap { $0 }.joined(separator: ": ")
        if let expected { text += "; expected \(expected)" }
        if let suggestion { text += "; did you mean “\(suggestion)”?" }
        // What it quotes of a file may hide, or act on a terminal.
        return text.singleLine
    }
}
