import CarrelBasics

/// Completes the commands in messages with the library and the profile's file of the current command.
///
/// The layer that writes a message knows which command helps, but not which library is used.
struct LibraryHints: Sendable {
    /// The options that name the library and the file, such as `--library DIR`; `nil` if none is needed.
    private let option: String?

    init(_ invocation: Invocation) {
        let key = "store.path="
        let set = invocation.options["--set"]?.last { $0.hasPrefix(key) }.map {
            String($0.dropFirst(key.count))
        }
        let options = [
            ("--library", invocation.value("--library") ?? set), ("--config", invocation.value("--config")),
        ].compactMap { name, value in value.map { "\(name) \(ShellWord.text(ShownText.of($0)))" } }
        option = options.isEmpty ? nil : options.joined(separator: " ")
    }

    /// Makes hints without a library.
    init() { option = nil }

    /// The text with the library after every command that works with one.
    func completing(_ text: String) -> String {
        guard let option, text.contains("carrel "), !text.contains(option) else { return text }
        return text.replacing(Self.command) { "\($0.output) \(option)" }
    }

    /// Matches a command in a text with its subcommand, but not the beginning of an error, which ends in a colon.
    private static var command: some RegexComponent<Substring> {
        #/
        \bcarrel\ (?:
            (?:quarantine|config|schedule|mark)\ [a-z]+
            | (?:add|sync|watch|plan|list|show|select|get|preview|open|new|ignore|unignore|versions|restore|prune|move
                |recent                |timetable|choose|unchoose|why|verify|catalogues|rename|set|remove)
        )\b (?!-|:|\ [a-z]+:)
        /#
    }
}
