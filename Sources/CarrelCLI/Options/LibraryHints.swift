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
        var (completed, place) = ("", text.startIndex)
        for range in text.ranges(of: "carrel ") {
            guard let end = Self.end(ofCommand: range, in: text) else { continue }
            completed += text[place..<end] + " " + added
            place = end
        }
        return completed + text[place...]
    }

    /// The commands that work with a library; those in groups with a further word.
    private static let commands = Set(
        """
        add sync watch plan list show select get preview open new ignore unignore versions restore prune move recent index \
        status search work timetable choose unchoose why verify catalogues rename set remove import
        """.split(separator: " "))
    private static let groups: Set<Substring> = ["quarantine", "config", "schedule", "mark", "map"]

    /// Where a command in a text ends with its subcommand; `nil` for any other word, and for the beginning of an error, which
    /// ends in a colon and a space: names and addresses have colons, too.
    ///
    /// A regular expression takes a hundred times as long, and there may be a command in each of many lines.
    private static func end(ofCommand range: Range<String.Index>, in text: String) -> String.Index? {
        func word(at place: String.Index) -> Substring {
            text[place...].prefix { $0.isASCII && $0.isLowercase }
        }
        func isOfWord(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        var last = word(at: range.upperBound)
        if groups.contains(last), text[last.endIndex...].first == " " {
            last = word(at: text.index(after: last.endIndex))
        } else if !commands.contains(last) {
            return nil
        }
        let rest = text[last.endIndex...]
        guard !last.isEmpty, !isOfWord(text[..<range.lowerBound].last), !isOfWord(rest.first),
            rest.first.map({ "-:|".contains($0) }) != true
        else { return nil }
        let next = rest.first == " " ? word(at: text.index(after: rest.startIndex)) : ""
        return !next.isEmpty && text[next.endIndex...].hasPrefix(": ") ? nil : rest.startIndex
    }
}
