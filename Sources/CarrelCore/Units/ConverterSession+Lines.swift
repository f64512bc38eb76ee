extension ConverterSession {
    /// What the screen shows, line by line; the number of lines is always the same.
    public var lines: [String] {
        let result = outcome
        return [
            heading, "", "    \(typed)_ \(source)", "  = \(result.text)", "", "  \(notice ?? result.problem)",
            "",
            "  0-9 .  number       f t  next unit: from, to (F T: the one before; also the arrows)",
            "  -      sign         s    swap them         c  category (also Tab)",
            "  ⌫      take back    d    KB is 1024 or 1000 bytes         q  leave (also Esc)",
        ]
    }

    /// What was last seen, to be left behind on the terminal; `nil` where there was no result.
    public var summary: String? {
        guard let conversion = try? conversion() else { return nil }
        return "\(conversion.value) \(source) = \(conversion.text)"
    }

    private var heading: String {
        let units = UnitTable.of(dialect).units(of: category).map(\.symbol).joined(separator: " ")
        let size = dialect == .si ? 1000 : 1024
        return "\(category.name): \(units)" + (category == .data ? "    1 KB = \(size) B" : "")
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
