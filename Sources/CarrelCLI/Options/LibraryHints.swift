import CarrelBasics
import CarrelConfiguration
import CarrelOpening

/// Completes the commands in messages with the library and the profile of the current command.
///
/// The layer that writes a message knows which command helps, but not which library is used.
struct LibraryHints: Sendable {
    /// The options that name the library and the profile's file, such as `--library DIR`.
    private let options: [String]
    /// The profile; `nil` if none is named.
    private let profile: NamedProfile?

    init(_ invocation: Invocation) {
        let key = "store.path="
        let set = invocation.options["--set"]?.last { $0.hasPrefix(key) }.map {
            String($0.dropFirst(key.count))
        }
        options = [
            ("--library", invocation.value("--library") ?? set), ("--config", invocation.value("--config")),
        ].compactMap { name, value in value.map { "\(name) \(ShellWord.text(ShownText.of($0)))" } }
        profile = NamedProfile(invocation)
    }

    /// Makes hints without a library.
    init() { (options, profile) = ([], nil) }

    /// The text with the library after every command that works with one.
    func completing(_ text: String) -> String {
        guard text.contains("carrel ") else { return text }
        let option = (options + [profile?.option].compactMap(\.self)).joined(separator: " ")
        guard !option.isEmpty, !text.contains(option) else { return text }
        return text.replacing(Self.command) { "\($0.output) \(option)" }
    }

    /// Matches a command in a text with its subcommand, but not the beginning of an error, which ends in a colon.
    private static var command: some RegexComponent<Substring> {
        #/
        \bcarrel\ (?:
            (?:quarantine|config|schedule|mark)\ [a-z]+
            | (?:add|sync|watch|plan|list|show|select|get|preview|open|new|ignore|unignore|versions|restore|prune|move
                |recent|index|status|search|work|timetable|choose|unchoose|why|verify|catalogues|rename|set|remove)
        )\b (?!-|:|\ [a-z]+:)
        /#
    }
}

/// The profile that a command names; it belongs into a hint if the library would be another one without it.
private final class NamedProfile: Sendable {
    private let name: String
    private let invocation: Invocation
    /// Whether it leads to the library, once somebody asked: most commands print no hint.
    private let leads = Locked<Bool?>(nil)

    /// Makes one; nothing is read yet.
    init?(_ invocation: Invocation) {
        // Where both are given, the file goes first.
        guard let name = invocation.value("--profile"), !invocation.has("--config") else { return nil }
        (self.name, self.invocation) = (name, invocation)
    }

    /// The option that names it; `nil` if the library is the same without it.
    var option: String? {
        let isLeading = leads.value ?? leadsToLibrary()
        leads.withLock { $0 = isLeading }
        return isLeading ? "--profile \(ShellWord.text(ShownText.of(name)))" : nil
    }

    private func leadsToLibrary() -> Bool {
        guard let opener = try? Workspace(invocation).opener, let own = try? opener.configuration(),
            // One of its own: copies of an opener share the profile that they read.
            var other = try? Workspace(invocation).opener
        else { return false }
        other.options.profile = nil
        guard let without = try? other.configuration() else { return true }
        return !own.isOfSameLibrary(as: without)
    }
}
