import CarrelBasics

/// Puts the digits of numbers where a section of a format has places for them.
struct DigitLayout {
    private let pieces: [Piece]
    /// The places before the point, and those behind it.
    private var whole: [Character] = []
    private var fraction: [Character] = []
    private var isGrouped = false
    /// By which power of ten a number is multiplied.
    private var power = 0
    private let isScientific: Bool

    init(_ pieces: [Piece]) {
        self.pieces = pieces
        isScientific = pieces.contains { if case .exponent = $0 { true } else { false } }
        var commas = 0
        var isBehindPoint = false
        for case .digits(let marks) in pieces {
            for mark in marks {
                switch mark {
                case ".": isBehindPoint = true
                case ",": commas += 1
                case _ where isBehindPoint: fraction.append(mark)
                default:
                    // A comma between digits sets thousands apart.
                    if commas > 0, !whole.isEmpty { isGrouped = true }
                    commas = 0
                    whole.append(mark)
                }
            }
        }
        // Commas behind all digits divide by a thousand each.
        power = 2 * pieces.count { $0 == .percent } - 3 * commas
    }

    /// A number, without its sign, within the characters around it.
    func text(_ number: Double) -> String {
        var digits = DecimalDigits(number)
        digits.shift(by: power)
        let exponent = isScientific ? digits.split(wholes: max(1, whole.count), decimals: fraction.count) : 0
        digits.round(decimals: fraction.count)
        let shown = Array(digits.whole)
        var places = (wholes(shown) + fractions(Array(digits.fraction(fraction.count))))[...]
        var text = ""
        for piece in pieces {
            switch piece {
            case .digits(let marks):
                for mark in marks where mark != "," {
                    if mark != "." {
                        text += places.popFirst() ?? ""
                    } else {
                        text += whole.isEmpty ? String(shown) + "." : "."
                    }
                }
            case .exponent(let isSigned, let least):
                text += Self.exponent(exponent, isSigned: isSigned, places: least)
            case .general: text += NumberText.short(number)
            default: text += piece.literal
            }
        }
        return text
    }

    /// What each place before the point shows; the first one has all that is left.
    private func wholes(_ shown: [Character]) -> [String] {
        whole.enumerated().map { index, mark in
            let last = whole.count - 1 - index
            let first = index == 0 ? max(last, shown.count - 1) : last
            return (last...first).reversed().map { place in
                let digit =
                    place < shown.count ? String(shown[shown.count - 1 - place]) : mark == "0" ? "0" : ""
                return isGrouped && !digit.isEmpty && place > 0 && place % 3 == 0 ? digit + "," : digit
            }.joined()
        }
    }

    /// What each place behind the point shows: nothing for zeros that the format can do without.
    private func fractions(_ shown: [Character]) -> [String] {
        let last = max(shown.lastIndex { $0 != "0" } ?? -1, fraction.lastIndex(of: "0") ?? -1)
        return shown.enumerated().map { index, digit in index <= last ? String(digit) : "" }
    }

    private static func exponent(_ exponent: Int, isSigned: Bool, places: Int) -> String {
        (exponent < 0 ? "E-" : isSigned ? "E+" : "E") + String(abs(exponent)).zeroPadded(to: places)
    }
}
