import CarrelBasics
import CarrelMarkup
import CarrelModel

/// The words of pictures, charts and diagrams.
enum DrawingText {
    /// What an author wrote about a picture, for those who cannot see it.
    static func description(of drawing: MarkupElement) -> [Block] {
        let properties = drawing.descendants(["wp:docPr", "v:shape", "xdr:cNvPr", "p:cNvPr"]).first
        let text = (properties?["descr"] ?? properties?["alt"] ?? "").singleLine
        return picture(text)
    }

    /// A picture with a description; nothing where that is only a file's name.
    static func picture(_ description: String) -> [Block] {
        let text = description.singleLine
        let isFileName =
            !text.contains(" ")
            && text.lowercased().firstMatch(of: /\.(png|jpe?g|gif|bmp|emf|wmf|tiff?|svg)$/) != nil
        return text.isEmpty || isFileName ? [] : [.paragraph("Picture: \(text)")]
    }

    /// The title, the axes and the values of a chart, from the root of its part.
    static func chart(_ root: MarkupElement?) -> [Block] {
        guard let chart = root?.first("c:chart") else { return [] }
        let titles = chart.descendants(["c:title"]).map { title in
            title.descendants(["a:t"]).map(\.text).joined().singleLine
        }.filter { !$0.isEmpty }
        let series = chart.descendants(["c:ser"]).prefix(16).map { series in
            [points(of: series.first("c:tx")).joined(separator: " ")] + points(of: series.first("c:val"))
        }
        let categories = chart.descendants(["c:ser"]).lazy.map { points(of: $0.first("c:cat")) }
            .first { !$0.isEmpty }
        var blocks: [Block] = titles.isEmpty ? [] : [.paragraph("Chart: " + titles.joined(separator: ", "))]
        let columns = (categories.map { [[""] + $0] } ?? []) + series
        guard let length = columns.map(\.count).max(), length > 1 else { return blocks }
        blocks.append(
            .table(
                (0..<min(length, 50)).map { row in columns.map { row < $0.count ? $0[row] : "" } }))
        return blocks
    }

    private static func points(of element: MarkupElement?) -> [String] {
        (element?.descendants(["c:v"]) ?? []).prefix(200).map { value in
            // 0.30000000000000004 is 0.3.
            Double(value.text.trimmed).map(NumberText.short) ?? value.text.singleLine
        }
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
