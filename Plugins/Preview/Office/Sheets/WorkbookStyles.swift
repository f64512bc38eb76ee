import CarrelMarkup

/// The formats of a workbook's cells, by their number.
struct WorkbookStyles {
    private var formats: [NumberFormat?] = []

    init(_ root: MarkupElement?) {
        var own: [Int: NumberFormat] = [:]
        for format in root?.first("x:numFmts")?.all("x:numFmt") ?? [] {
            guard let id = format["numFmtId"].flatMap({ Int($0) }), let code = format["formatCode"] else {
                continue
            }
            own[id] = NumberFormat(code)
        }
        formats = (root?.first("x:cellXfs")?.all("x:xf") ?? []).map { style in
            let id = style["numFmtId"].flatMap { Int($0) } ?? 0
            if own[id] == nil { own[id] = NumberFormat(builtIn: id) }
            return own[id]
        }
    }

    /// A number as a cell of a style shows it.
    func text(_ number: Double, style: Int?, is1904: Bool) -> String {
        guard let style, formats.indices.contains(style), let format = formats[style] else {
            return NumberText.short(number)
        }
        return format.text(number, is1904: is1904)
    }
}
