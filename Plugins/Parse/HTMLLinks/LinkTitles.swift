import CarrelBasics
import CarrelStages

/// What gives an item its title.
enum LinkTitles: String, Sendable, Hashable, CaseIterable, SettingValue {
    /// The link's own text.
    case link
    /// The text of the row, list item or paragraph that holds the link.
    case row
    /// The heading before the link, and the link's own text.
    case heading

    static let setting = Setting<LinkTitles>(
        "titles", default: .link,
        help:
            "What gives an item its title: the link, the row that holds it, or the heading before it with the link"
    )

    /// The title of a link; `nil` if nothing names it.
    func title(of link: Link) -> String? {
        switch self {
        case .link: return link.title
        case .row: return link.row ?? link.title
        case .heading:
            guard let heading = link.heading, let title = link.title, title != heading else {
                return link.heading ?? link.title
            }
            return "\(heading)\(heading.hasSuffix(":") ? "" : ":") \(title)".titleText
        }
    }
}
