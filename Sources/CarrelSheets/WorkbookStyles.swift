/// The formats of a workbook's cells, by the number of their style.
package struct WorkbookStyles {
    private let formats: [NumberFormat?]

    /// Reads the formats.
    ///
    /// - Parameters:
    ///   - codes: the formats that the workbook has written down, by their number.
    ///   - styles: the number of each style's format.
    package init(codes: [Int: String], styles: [Int]) {
        var known: [Int: NumberFormat] = [:]
        formats = styles.map { id in
            let format = known[id] ?? codes[id].map { NumberFormat($0) } ?? NumberFormat(builtIn: id)
            known[id] = format
            return format
        }
    }

    /// A number as a cell of a style shows it.
    package func text(_ number: Double, style: Int?, is1904: Bool) -> String {
        guard let style, formats.indices.contains(style), let format = formats[style] else {
            return NumberText.short(number)
        }
        return format.text(number, is1904: is1904)
    }
}
