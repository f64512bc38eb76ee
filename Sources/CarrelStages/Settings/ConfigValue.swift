import CarrelBasics

/// A value of a config file, before a setting has read it.
public indirect enum ConfigValue: Sendable, Hashable {
    /// Text from the environment or the command line, which may stand for a value of any kind.
    case untyped(String)
    /// A string.
    case string(String)
    /// A boolean.
    case boolean(Bool)
    /// An integer.
    case integer(Int64)
    /// A number with a fraction.
    case float(Double)
    /// A date or time, as written.
    case date(String)
    /// A list.
    case array([ConfigValue])
    /// A table.
    case table(ConfigTable)

    /// The value as an error message shows it.
    public var found: String {
        switch self {
        case .untyped(let text): "“\(ShownText.of(text))”"
        case .string(let text): "the string \"\(ShownText.of(text))\""
        case .boolean(let value): "the boolean \(value)"
        case .integer(let value): "the integer \(value)"
        case .float(let value): "the number \(value)"
        case .date(let text): "the date \(text)"
        case .array: "a list"
        case .table: "a table"
        }
    }
}

/// A table of a config file: keys in order, each with its place.
public struct ConfigTable: Sendable, Hashable {
    /// One key and its value.
    public struct Entry: Sendable, Hashable {
        /// The key.
        public var key: String
        /// The value.
        public var value: ConfigValue
        /// Where the key was set.
        public var origin: ConfigOrigin

        public init(key: String, value: ConfigValue, origin: ConfigOrigin) {
            self.key = key
            self.value = value
            self.origin = origin
        }
    }

    /// The entries, in order; each key at most once.
    public var entries: [Entry]
    /// Where the table begins; `nil` if no file has it.
    public var origin: ConfigOrigin?

    public init(_ entries: [Entry] = [], origin: ConfigOrigin? = nil) {
        (self.entries, self.origin) = (entries, origin)
    }

    /// The entry of a key.
    public subscript(key: String) -> Entry? { entries.first { $0.key == key } }

    /// Sorts the entries by their place in the file.
    public mutating func sortByPlace() {
        entries.sort { left, right in
            guard case .file(_, let line, let column) = left.origin,
                case .file(_, let otherLine, let otherColumn) = right.origin
            else { return false }
            return (line, column) < (otherLine, otherColumn)
        }
    }
}

/// Where a value came from.
public enum ConfigOrigin: Sendable, Hashable, CustomStringConvertible {
    /// A setting's own default.
    case builtIn
    /// A file or shipped profile, with line and column counted from 1.
    case file(String, line: Int, column: Int)
    /// An environment variable.
    case environment(String)
    /// `--set`, or an option that does the same.
    case commandLine(String)

    /// The origin as `config show` prints it.
    public var description: String {
        switch self {
        case .builtIn: "built in"
        case .file(let file, let line, let column): "\(file):\(line):\(column)"
        case .environment(let name): "environment \(name)"
        case .commandLine(let option): ShownText.of(option)
        }
    }
}
