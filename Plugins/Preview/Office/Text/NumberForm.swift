/// Writes the numbers of items as their lists want them.
enum NumberForm {
    /// A number in a form that OOXML or OpenDocument names; decimal if the form is not known.
    static func text(_ number: Int, as form: String) -> String {
        switch form {
        case "lowerLetter", "a": letters(number).lowercased()
        case "upperLetter", "A": letters(number)
        case "lowerRoman", "i": roman(number).lowercased()
        case "upperRoman", "I": roman(number)
        case "decimalZero": number < 10 && number >= 0 ? "0\(number)" : String(number)
        case "none", "": ""
        default: text(number, inScript: form) ?? String(number)
        }
    }

    /// A … Z, then AA, BB as word processors count.
    private static func letters(_ number: Int) -> String {
        guard (1...780).contains(number) else { return String(number) }
        let letter = Character(Unicode.Scalar(UInt8(65 + (number - 1) % 26)))
        return String(repeating: letter, count: (number - 1) / 26 + 1)
    }

    private static func roman(_ number: Int) -> String {
        guard (1...3999).contains(number) else { return String(number) }
        let signs = [
            (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
            (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
        ]
        var rest = number
        var text = ""
        for (value, sign) in signs {
            while rest >= value {
                text += sign
                rest -= value
            }
        }
        return text
    }
}
