import CarrelBasics

/// Completes the commands in messages with the library and the profile of the current command.
///
/// The layer that writes a message knows which command helps, but not which library is used.
struct LibraryHints: Sendable {
    /// The options that name the library and the profile's file, such as `--library DIR`.
    private let options: [String]
    /// Gives the option that names the profile; `nil` if none is needed.
    private let profile: @Sendable () -> String?

    /// Makes hints for a command.
    ///
    /// - Parameters:
    ///   - invocation: the command.
    ///   - profile: gives the option that names its profile, if the library would be another one without it; only
    ///     called where a text names a command.
    init(_ invocation: Invocation, profile: @escaping @Sendable () -> String?) {
        let key = "store.path="
        let set = invocation.options["--set"]?.last { $0.hasPrefix(key) }.map {
            String($0.dropFirst(key.count))
        }
        options = [
            ("--library", invocation.value("--library") ?? set), ("--config", invocation.value("--config")),
        ].compactMap { name, value in value.map { "\(name) \(ShellWord.text(ShownText.of($0)))" } }
        self.profile = profile
    }

    /// Makes hints without a library.
    init() { (options, profile) = ([], { nil }) }

    /// The text with the library after every command that works with one.
    func completing(_ text: String) -> String {
        guard text.contains("carrel ") else { return text }
        let missing = (options + [profile()].compactMap(\.self)).filter { !text.contains($0) }
        guard !missing.isEmpty else { return text }
        let added = missing.joined(separator: " ")
        return text.replacing(Self.command) { "\($0.output) \(added)" }
    }

    /// Matches a command in a text with its subcommand, but not the beginning of an error, which ends in a colon and a space:
    /// names and addresses have colons, too.
    private static var command: some RegexComponent<Substring> {
        #/
        \bcarrel\ (?:
            (?:quarantine|config|schedule|mark)\ [a-z]+
            | (?:add|sync|watch|plan|list|show|select|get|preview|open|new|ignore|unignore|versions|restore|prune|move
                |recent|index|status|search|work|timetable|choose|unchoose|why|verify|catalogues|rename|set|remove
                |import)
        )\b (?!-|:|\ [a-z]+:\ )
        /#
    }
}
