/// Shows numbers as a format of Excel wants them (ECMA-376 part 1, 18.8.31): dates and times, decimals, per cent,
/// thousands, powers of ten.
///
/// Colours and alignment are left out. A number is shown as it is where its format is not understood.
package struct NumberFormat {
    /// Those for numbers.
    private let sections: [FormatSection]

    /// Reads a format such as `#,##0.00;[Red]-#,##0.00`.
    package init(_ code: String) {
        let all = Self.split(code.prefix(500)).map(FormatSection.init)
        let hasText = all.count == 4 || all.last?.isForText == true
        sections = all.count > 4 ? [] : Array(hasText ? all.dropLast() : all[...])
    }

    /// The format that Excel has for a number without writing it into the file; `nil` for an unknown one.
    package init?(builtIn number: Int) {
        let codes: [Int: String] = [
            0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
            37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)",
            // Those of money have the sign of the reader's currency: it is left out.
            41: "#,##0;(#,##0);-", 42: "#,##0;(#,##0);-", 43: "#,##0.00;(#,##0.00);-",
            44: "#,##0.00;(#,##0.00);-",
            // Those of dates depend on the reader's country: they are shown as ISO 8601 does.
            14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
            19: "h:mm:ss AM/PM",
            20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
            48: "##0.0E+0", 49: "@",
            32: "h:mm", 33: "h:mm:ss",
        ]
        // Those of East Asia.
        let isDay = [27...31, 36...36, 50...54, 57...58].contains { $0.contains(number) }
        guard let code = isDay ? codes[14] : codes[number] else { return nil }
        self.init(code)
    }

    /// The parts for positive numbers, negative ones, zero and text.
    private static func split(_ code: Substring) -> [Substring] {
        var sections: [Substring] = []
        var start = code.startIndex
        var isQuoted = false
        var index = code.startIndex
        while index < code.endIndex {
            switch code[index] {
            case "\"": isQuoted.toggle()
            // The character behind these is none of the format's own.
            case "\\", "_", "*":
                let next = code.index(after: index)
                if !isQuoted, next < code.endIndex { index = next }
            case ";" where !isQuoted:
                sections.append(code[start..<index])
                start = code.index(after: index)
            default: break
            }
            index = code.index(after: index)
        }
        return sections + [code[start...]]
    }

    /// A number as the format shows it.
    ///
    /// - Parameters:
    ///   - number: the number; that of a date counts days.
    ///   - is1904: whether days are counted from 1904.
    package func text(_ number: Double, is1904: Bool) -> String {
        guard let (shown, isSigned) = section(for: number),
            let text = shown.text(number, is1904: is1904, isAlone: sections.count == 1)
        else { return NumberText.short(number) }
        return isSigned ? "-" + text : text
    }

    /// The section for a number, and whether it shows the sign of it; `nil` if there is none.
    private func section(for number: Double) -> (section: FormatSection, isSigned: Bool)? {
        guard let first = sections.first else { return nil }
        if first.condition?.holds(number)
            ?? (sections.count == 1 || number > 0 || sections.count == 2 && number == 0)
        {
            return (first, number < 0 && first.condition?.isForNegative != true)
        }
        guard sections.count > 1 else { return nil }
        let second = sections[1]
        let isRest = sections.count == 2 && first.condition != nil
        if second.condition?.holds(number) ?? (number < 0 || isRest) {
            // The sign is left out where it goes without saying.
            let isForNegative =
                second.condition?.isForNegative ?? (!isRest || first.condition?.isForRest == true)
            return (second, number < 0 && !isForNegative)
        }
        return sections.count > 2 ? (sections[2], number < 0) : nil
    }
}
