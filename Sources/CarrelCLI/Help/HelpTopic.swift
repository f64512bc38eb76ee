/// What `carrel help` says of something that several commands have in common; the manual pages are made of the same.
struct HelpTopic: Sendable {
    /// What follows `carrel help`.
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

/// A part of a topic, as terminals and manual pages both can show it.
enum HelpBlock: Sendable {
    /// A heading over what follows.
    case heading(String)
    /// A paragraph.
    case text(String)
    /// Terms, each with what it means.
    case terms([(String, String)])
    /// Lines that are shown as they are, such as commands.
    case lines([String])
}
