import CarrelModel

/// What stands before an item of a list, or before a heading.
enum ListLabel {
    case bullet
    /// A plain number.
    case number(Int)
    /// Anything else, such as `(a)` or `1.2`.
    case text(String)
    case nothing

    /// An item with it; `nil` if there is nothing before the words.
    func item(_ words: String, depth: Int) -> Block? {
        switch self {
        case .bullet: .item(words, depth: depth)
        case .number(let number): .item(words, depth: depth, number: number)
        case .text(let text): .item("\(text) \(words)", depth: depth)
        case .nothing: nil
        }
    }

    /// The words of a heading with it, if it is more than a sign.
    func heading(_ words: String) -> String {
        switch self {
        case .number(let number): "\(number). \(words)"
        case .text(let text): "\(text) \(words)"
        case .bullet, .nothing: words
        }
    }
}
