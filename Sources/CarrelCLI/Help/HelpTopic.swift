/// A help topic about something that several commands have in common; also part of the manual pages.
struct HelpTopic: Sendable {
    /// Its name, for `carrel help NAME`.
    var name: String
    /// The heading.
    var title: String
    /// One line, without a full stop.
    var summary: String
    /// The text from top to bottom.
    var blocks: [HelpBlock]

    /// In the order of the help.
    static let all: [HelpTopic] = [addresses, profiles, events, exitStatus]
}

/// A part of a topic, for terminals and manual pages.
enum HelpBlock: Sendable {
    /// A heading for the next blocks.
    case heading(String)
    /// A paragraph.
    case text(String)
    /// Terms, each with what it means.
    case terms([(String, String)])
    /// Lines to show as they are, such as commands.
    case lines([String])
}
