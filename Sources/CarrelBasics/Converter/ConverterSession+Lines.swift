extension ConverterSession {
    /// What the screen shows, line by line; the number of lines is always the same.
    public var lines: [String] {
        let result = outcome
        return [
            heading, "", "    \(typed)_ \(source)", "  = \(result.text)", "", "  \(notice ?? result.problem)",
            "",
        ] + Self.keys
    }

    private static let keys = [
        "  0-9 .  the number      f t  the next unit from, to; F T, the one before",
        "  -      its sign             (also the arrows ↓ ↑ and → ←)",
        "  ⌫      take back       s    swap the units        c  category (also Tab)",
        "  ^U     take back all   d    1 KB: 1024 or 1000 B  q  leave (also Esc)",
    ]

    /// The keys for a narrow screen; how to leave comes first and is never left out.
    private static let shortKeys = [
        "q leave", "f t F T units", "s swap", "c category", "d 1 KB", "⌫ back", "^U all", "- sign",
    ]

    /// The lines for a screen of that size: it may leave out everything except the conversion and how to leave.
    ///
    /// - Parameters:
    ///   - columns: the width; the caller must cut longer lines.
    ///   - rows: the number of lines, at least 1.
    /// - Returns: at most `rows` lines.
    public func lines(columns: Int, rows: Int) -> [String] {
        let all = lines
        if all.count <= rows, Self.keys.allSatisfy({ $0.count <= columns }) { return all }
        let result = outcome
        let (typed, converted) = ("\(typed)_ \(source)", "= \(result.text)")
        guard rows > 1 else { return ["\(Self.shortKeys[0])  \(typed) \(converted)"] }
        let notice = notice ?? result.problem
        let content =
            switch rows {
            case 2: ["\(typed) \(converted)"]
            case 3: [typed, converted]
            case 4, 5: [typed, converted, notice]
            default: [heading, typed, converted, notice]
            }
        return content + Self.shortKeyLines(columns).prefix(rows - content.count)
    }

    private static func shortKeyLines(_ columns: Int) -> [String] {
        shortKeys.reduce(into: []) { lines, key in
            if let last = lines.last, last.count + 2 + key.count <= columns {
                lines[lines.count - 1] = last + "  " + key
            } else {
                lines.append(key)
            }
        }
    }

    /// The last result, to leave on the terminal; `nil` if there was none.
    public var summary: String? {
        guard let conversion = try? conversion() else { return nil }
        return "\(conversion.value) \(source) = \(conversion.text)"
    }

    private var heading: String {
        let units = UnitTable.of(dialect).units(of: category).map(\.symbol).joined(separator: " ")
        return "\(category.name): \(units)" + (category == .data ? "    1 KB = \(dialect.kilobyte) B" : "")
    }

    private var outcome: (text: String, problem: String) {
        do {
            return (try conversion()?.text ?? "… \(target)", "")
        } catch {
            return ("… \(target)", error.description)
        }
    }
}

extension UnitConversion {
    /// The result with its unit, and whether it is rounded: `13107200 B`.
    public var text: String {
        "\(result.text) \(target.symbol)"
            + (result.isExact ? "" : " (rounded to \(DecimalQuotient.roundedDigits) digits)")
    }
}
