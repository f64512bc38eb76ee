/// Where the text of a group goes.
enum RTFDestination: Equatable {
    case body
    case skip
    case fontTable
    case styleSheet
    case info
    /// A fact about the document.
    case fact(String)
    /// A time, in numbers.
    case time(String)
    /// What stands before an item of a list.
    case label
    case footnote
    case comment
    case commentAuthor
    case header
    case footer
    /// The text of a shape.
    case shape
}

/// What holds for the text of a group, and for groups in it unless they say otherwise.
struct RTFGroup {
    var destination = RTFDestination.body
    var font: Int?
    /// How many characters a character of Unicode has as a replacement for old programs.
    var replacements = 1
    var isHidden = false
    /// The style that is being described, in the style sheet.
    var style: Int?
    /// Whether the next group is the form for old programs of what another group says.
    var skipsNext = false
}
