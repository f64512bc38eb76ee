/// A piece of a number format.
enum Piece: Equatable {
    /// Places of digits, with the point and commas among them.
    case digits(String)
    case percent
    /// A power of ten: whether it always has a sign, and how many digits it has at least.
    case exponent(isSigned: Bool, places: Int)
    case fraction
    case general
    /// A part of a date or time: its letter, and how often it stands there; a bracketed one counts beyond its whole.
    case time(Character, count: Int, isElapsed: Bool)
    /// Morning or afternoon.
    case half
    case text(String)
    /// Where a cell's text goes.
    case cellText
    /// For which numbers the section is.
    case condition(FormatCondition)
    /// A letter that stands for nothing; spreadsheets put those that are shown as such in quotes, other programs do not.
    case letter(Character)

    /// Whether it belongs to a date or a time.
    var isTime: Bool {
        switch self {
        case .time, .half: true
        default: false
        }
    }

    /// Whether it is a letter that stands for nothing.
    var isLetter: Bool { if case .letter = self { true } else { false } }

    /// What it shows by itself.
    var literal: String {
        switch self {
        case .text(let text): text
        case .letter(let letter): String(letter)
        case .percent: "%"
        default: ""
        }
    }

    static func pieces(of section: Substring) -> [Piece] {
        var rest = section
        var pieces: [Piece] = []
        while let character = rest.first {
            if let (piece, length) = word(rest) {
                if let piece { pieces.append(piece) }
                rest = rest.dropFirst(length)
                continue
            }
            switch character.lowercased() {
            case "y", "m", "d", "h", "s", "b", "e", "g":
                let letter = Character(character.lowercased())
                let count = rest.prefix { $0.lowercased() == String(letter) }.count
                pieces.append(.time(letter, count: count, isElapsed: false))
                rest = rest.dropFirst(count)
            case "0", "#", "?", ".", ",":
                let digits = rest.prefix { "0#?.,".contains($0) }
                pieces.append(
                    digits.contains { $0 != "." && $0 != "," }
                        ? .digits(String(digits)) : .text(String(digits)))
                rest = rest.dropFirst(digits.count)
            case "%":
                pieces.append(.percent)
                rest.removeFirst()
            case "/":
                let isFraction = if case .digits? = pieces.last { true } else { false }
                pieces.append(isFraction ? .fraction : .text("/"))
                rest.removeFirst()
            // The room of a character, and a fill with one.
            case "_", "*": rest = rest.dropFirst(2)
            case "@":
                pieces.append(.cellText)
                rest.removeFirst()
            default:
                let isCode = character.isASCII && character.isLetter
                pieces.append(isCode ? .letter(character) : .text(String(character)))
                rest.removeFirst()
            }
        }
        return pieces
    }

    /// A piece of several characters at the beginning, and its length.
    private static func word(_ rest: Substring) -> (Piece?, Int)? {
        switch rest.first {
        case "\"":
            let words = rest.dropFirst().prefix { $0 != "\"" }
            return (.text(String(words)), words.count + 2)
        case "\\":
            return (rest.dropFirst().first.map { .text(String($0)) }, 2)
        case "[":
            let inside = rest.dropFirst().prefix { $0 != "]" }
            return (bracketed(inside), inside.count + 2)
        default:
            let start = rest.prefix(7).lowercased()
            if start == "general" { return (.general, 7) }
            if start.hasPrefix("am/pm") { return (.half, 5) }
            if start.hasPrefix("a/p") { return (.half, 3) }
            if start.hasPrefix("e+") || start.hasPrefix("e-") {
                let places = rest.dropFirst(2).prefix { "0#?".contains($0) }.count
                return (.exponent(isSigned: start.hasPrefix("e+"), places: places), 2 + places)
            }
            return nil
        }
    }

    private static func bracketed(_ inside: Substring) -> Piece? {
        if let letter = inside.lowercased().first, "hms".contains(letter),
            inside.lowercased().allSatisfy({ $0 == letter })
        {
            return .time(letter, count: inside.count, isElapsed: true)
        }
        if let condition = FormatCondition(inside) { return .condition(condition) }
        // [$€-407] is a currency; colours are not shown.
        guard inside.first == "$" else { return nil }
        return .text(String(inside.dropFirst().prefix { $0 != "-" }))
    }
}
