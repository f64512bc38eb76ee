import CarrelBasics

/// Completes the commands that messages name, so that they are about the library of the command that printed them.
///
/// Whoever words a message, in whatever layer, knows which command helps, but not which library it was started for.
struct LibraryHints: Sendable {
    /// What names the library, such as `--library DIR`; `nil` if nothing has to.
    private let option: String?

    /// Makes hints for a command line.
    init(_ invocation: Invocation) {
        let key = "store.path="
        let set = invocation.options["--set"]?.last { $0.hasPrefix(key) }.map {
            String($0.dropFirst(key.count))
        }
        option = (invocation.value("--library") ?? set).map {
            "--library \(ShellWord.text(ShownText.of($0).singleLine))"
        }
    }

    /// Hints that name no library.
    init() { option = nil }

    /// A text with the library behind every command in it that works with one.
    func completing(_ text: String) -> String {
        guard let option, text.contains("carrel "), !text.contains(option) else { return text }
        return text.replacing(Self.command) { "\($0.output) \(option)" }
    }

    /// A command within a text, with the word that says what it is to do; not the beginning of an error, which ends in
    /// a colon.
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
