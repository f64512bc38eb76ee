import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelSheets

/// The words of pictures, charts and diagrams.
enum DrawingText {
    /// What an author wrote about a picture, for those who cannot see it.
    static func description(of drawing: MarkupElement) -> [Block] {
        let properties = drawing.descendants(["wp:docPr", "v:shape", "xdr:cNvPr", "p:cNvPr"]).first
        return picture(properties?["descr"] ?? properties?["alt"] ?? "")
    }

    /// A picture with a description; nothing where that is only a file's name.
    static func picture(_ description: String) -> [Block] {
        let text = description.singleLine
        let isFileName =
            !text.contains(" ")
            && text.lowercased().firstMatch(of: /\.(png|jpe?g|gif|bmp|emf|wmf|tiff?|svg)$/) != nil
        return text.isEmpty || isFileName ? [] : [.paragraph("Picture: \(text)")]
    }

    private static let mostSeries = 16
    private static let mostPoints = 50

    /// The title, the axes and the values of a chart, from the root of its part.
    static func chart(_ root: MarkupElement?) -> [Block] {
        guard let root, let chart = root.first("c:chart") else { return [] }
        // It is so where it has no value.
        let is1904 = root.first("c:date1904").map { !["0", "false"].contains($0["val"] ?? "1") } ?? false
        let titles = chart.descendants(["c:title"]).map { title in
            title.descendants(["a:t"]).map(\.text).joined().singleLine
        }.filter { !$0.isEmpty }
        var columns: [[String]] = []
        var categories: [String] = []
        let allSeries = chart.descendants(["c:ser"])
        for series in allSeries.prefix(mostSeries) {
            let own = points(of: series.first("c:cat") ?? series.first("c:xVal"), is1904)
            // Those that the series before has are not shown again, and the first ones hold for those before them.
            if !own.isEmpty, own != categories {
                let isFirst = categories.isEmpty && series.first("c:cat") != nil
                columns.insert([""] + own, at: isFirst ? 0 : columns.count)
                categories = own
            }
            columns.append(
                [points(of: series.first("c:tx"), is1904).joined(separator: " ")]
                    + points(of: series.first("c:val") ?? series.first("c:yVal"), is1904))
        }
        let blocks: [Block] = titles.isEmpty ? [] : [.paragraph("Chart: " + titles.joined(separator: ", "))]
        guard let length = columns.map(\.count).max(), length > 1 else { return blocks }
        let table = (0..<length).map { row in columns.map { row < $0.count ? $0[row] : "" } }
        return blocks + [.table(table)] + rest(of: chart, seriesCount: allSeries.count)
    }

    /// How much of a chart is not shown.
    private static func rest(of chart: MarkupElement, seriesCount: Int) -> [Block] {
        let pointCount =
            chart.descendants(["c:ptCount"]).compactMap { $0["val"].flatMap { Int($0) } }.max() ?? 0
        let parts = [
            pointCount > mostPoints ? "\(mostPoints) of \(pointCount) points" : nil,
            seriesCount > mostSeries ? "\(mostSeries) of \(seriesCount) series" : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? [] : [.paragraph("Shown: \(parts.joined(separator: ", "))")]
    }

    /// The first points at their places: one without a value is not in the file.
    private static func points(of element: MarkupElement?, _ is1904: Bool) -> [String] {
        let numbers = element?.descendants(["c:numCache", "c:numLit"]).first
        let format = numbers.map { NumberFormat($0.first("c:formatCode")?.text ?? "General") }
        var points: [String] = []
        for point in element?.descendants(["c:pt", "c:v"]) ?? [] {
            let place = point["idx"].flatMap { Int($0) } ?? points.count
            guard (0..<mostPoints).contains(place) else { continue }
            points += Array(repeating: "", count: max(0, place + 1 - points.count))
            // Groups of categories stand behind the categories themselves.
            guard points[place].isEmpty else { continue }
            let text = point.text.trimmed
            let number = format.flatMap { format in Double(text).map { format.text($0, is1904: is1904) } }
            points[place] = number ?? text.singleLine
        }
        return points
    }

    /// The words of a diagram (SmartArt), from the root of its data.
    static func diagram(_ root: MarkupElement?) -> [Block] {
        let points = root?.first("dgm:ptLst")?.all("dgm:pt") ?? []
        return points.prefix(500).compactMap { point in
            let text = point.first("dgm:t").map { text in
                text.all("a:p").map { $0.descendants(["a:t"]).map(\.text).joined() }.joined(separator: " ")
            }
            return text.flatMap { $0.singleLine.isEmpty ? nil : .item($0.singleLine) }
        }
    }
}
