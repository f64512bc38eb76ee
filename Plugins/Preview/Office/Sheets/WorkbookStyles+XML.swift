import CarrelMarkup
import CarrelSheets

extension WorkbookStyles {
    /// Reads the root of a workbook's part of styles.
    init(_ root: MarkupElement?) {
        var codes: [Int: String] = [:]
        for format in root?.first("x:numFmts")?.all("x:numFmt") ?? [] {
            guard let id = format["numFmtId"].flatMap({ Int($0) }), let code = format["formatCode"] else {
                continue
            }
            codes[id] = code
        }
        self.init(
            codes: codes,
            styles: (root?.first("x:cellXfs")?.all("x:xf") ?? []).map { style in
                style["numFmtId"].flatMap { Int($0) } ?? 0
            })
    }
}
