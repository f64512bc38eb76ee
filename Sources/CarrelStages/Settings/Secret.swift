import CarrelBasics

/// Where to read a secret: the secret itself is in no profile.
public enum Secret: Sendable, Hashable {
    /// An environment variable.
    case environment(String)
    /// The first line of a file.
    case file(String)
    /// The first line that a program prints: its name and arguments, run without a shell.
    case command([String])

    /// Reads `env:NAME`, `file:PATH` or `command:PROGRAM ARG…`; `nil` for anything else, such as a secret itself.
    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = String(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "env" where !rest.isEmpty && !rest.contains("="): self = .environment(rest)
        case "file" where !rest.isEmpty: self = .file(rest)
        case "command":
            guard let command = CommandWords(rest) else { return nil }
            self = .command(command.words)
        default: return nil
        }
    }
}

extension Secret {
    /// How to provide the secret, as the beginning of a sentence.
    var remedy: String {
        switch self {
        case .environment(let name): "Set it with export \(name)=KEY"
        case .file(let path): "Write the key into the first line of \(path)"
        case .command(let words): "Run \(Self.line(words)) to see why it prints no key"
        }
    }
}

extension Secret: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String {
        "where a secret is: \"env:NAME\", \"file:PATH\" or \"command:PROGRAM ARG…\", never the secret itself"
    }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        guard let text = configValue.text else { return nil }
        self.init(text)
    }

    /// The value as a config file would write it.
    public var configText: String? {
        switch self {
        case .environment(let name): "env:\(name)".configText
        case .file(let path): "file:\(path)".configText
        case .command(let words): "command:\(Self.line(words))".configText
        }
    }

    /// Words as a shell and `init(_:)` read them.
    private static func line(_ words: [String]) -> String {
        words.map { ShellWord.forAnyShell($0) }.joined(separator: " ")
    }
}
