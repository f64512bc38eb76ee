extension ConverterSession {
    /// What the screen shows, line by line; the number of lines is always the same.
    public var lines: [String] {
        let result = outcome
        return [
            heading, "", "    \(typed)_ \(source)", "  = \(result.text)", "", "  \(notice ?? result.problem)",
            "",
            "  0-9 .  the number      f t  the next unit from, to; F T, the one before",
            "  -      its sign             (also the arrows ↓ ↑ and → ←)",
            "  ⌫      take back       s    swap the units        c  category (also Tab)",
            "  ^U     take back all   d    1 KB: 1024 or 1000 B  q  leave (also Esc)",
        ]
    }

    /// What was last seen, to be left behind on the terminal; `nil` where there was no result.
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
