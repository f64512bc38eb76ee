/// A section of a number format: for which numbers it is, and how it shows them.
struct FormatSection {
    /// The condition that is written in it.
    let condition: FormatCondition?
    private let pieces: [Piece]
    private let digits: DigitLayout
    private let isTime: Bool
    private let names: DayNames
    private let isUnderstood: Bool

    init(_ code: Substring) {
        pieces = Piece.pieces(of: code)
        digits = DigitLayout(pieces)
        isTime = pieces.contains(where: \.isTime)
        names = isTime ? DayNames.of(format: code) : .english
        isUnderstood =
            !pieces.contains { $0 == .fraction || $0 == .cellText } && Self.areShown(pieces, isTime: isTime)
        var condition: FormatCondition?
        for case .condition(let found) in pieces where condition == nil { condition = found }
        self.condition = condition
    }

    /// Whether letters that stand for nothing are shown: each by itself, between the parts of a date or a time.
    ///
    /// Several in a row are a word, such as the name that another language has for General.
    private static func areShown(_ pieces: [Piece], isTime: Bool) -> Bool {
        isTime
            ? !zip(pieces, pieces.dropFirst()).contains { $0.isLetter && $1.isLetter }
            : !pieces.contains(where: \.isLetter)
    }

    /// Whether it shows a cell's text.
    var isForText: Bool { pieces.contains(.cellText) }

    /// A number without its sign; `nil` if the section does not say how it is shown.
    ///
    /// - Parameters:
    ///   - number: the number.
    ///   - is1904: whether days are counted from 1904.
    ///   - isAlone: whether it is for all numbers: then it hides none.
    func text(_ number: Double, is1904: Bool, isAlone: Bool) -> String? {
        guard isUnderstood, number.isFinite, !(isAlone && pieces.isEmpty) else { return nil }
        return isTime ? TimeFormat.text(pieces, number, is1904: is1904, names) : digits.text(abs(number))
    }
}

/// A condition such as `[<=100]`.
struct FormatCondition: Equatable {
    private let sign: String
    private let limit: Double

    /// Reads what is within brackets; `nil` for anything else.
    init?(_ text: Substring) {
        let sign = String(text.prefix { "<>=".contains($0) })
        guard ["<", "<=", "=", ">=", ">", "<>"].contains(sign),
            let limit = Double(text.dropFirst(sign.count))
        else { return nil }
        (self.sign, self.limit) = (sign, limit)
    }

    /// Whether a number fulfils it.
    func holds(_ number: Double) -> Bool {
        switch sign {
        case "<": number < limit
        case "<=": number <= limit
        case "=": number == limit
        case ">=": number >= limit
        case ">": number > limit
        default: number != limit
        }
    }

    /// Whether it leaves no number but negative ones.
    var isForNegative: Bool { sign == "<" && limit <= 0 || ["<=", "="].contains(sign) && limit < 0 }

    /// Whether it takes all numbers but negative ones, and perhaps zero.
    var isForRest: Bool { [">=", ">"].contains(sign) && limit <= 0 }
}
