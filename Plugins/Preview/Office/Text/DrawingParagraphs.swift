import CarrelBasics
import CarrelMarkup
import CarrelModel

/// Reads the paragraphs of drawings (DrawingML): the texts of slides, and of shapes on sheets.
enum DrawingParagraphs {
    /// The blocks of a text.
    ///
    /// - Parameters:
    ///   - body: the element with the paragraphs.
    ///   - bullets: whether paragraphs are items of a list unless they say otherwise.
    /// - Returns: the blocks.
    static func blocks(of body: MarkupElement?, bullets: Bool) -> [Block] {
        var counts: [Int: Int] = [:]
        var result: [Block] = []
        for paragraph in body?.all("a:p") ?? [] {
            let words = text(of: paragraph).trimmed
            guard !words.isEmpty else { continue }
            let properties = paragraph.first("a:pPr")
            let level = max(0, min(8, properties?["lvl"].flatMap { Int($0) } ?? 0))
            counts = counts.filter { $0.key <= level }
            if let numbering = properties?.first("a:buAutoNum") {
                let start = numbering["startAt"].flatMap { Int($0) } ?? 1
                let number = (counts[level] ?? start &- 1) &+ 1
                counts[level] = number
                result.append(item(words, level, number, numbering["type"] ?? ""))
                continue
            }
            counts[level] = nil
            let isItem =
                properties?.first("a:buChar") != nil || properties?.first("a:buBlip") != nil
                || bullets && properties?.first("a:buNone") == nil
            result.append(isItem ? .item(words, depth: level) : .paragraph(words))
        }
        return result
    }

    private static func item(_ words: String, _ level: Int, _ number: Int, _ type: String) -> Block {
        let forms = [
            "alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman",
            "romanUc": "upperRoman",
        ]
        guard let form = forms.first(where: { type.hasPrefix($0.key) })?.value else {
            return .item(words, depth: level, number: number)
        }
        return .item("\(NumberForm.text(number, as: form)). \(words)", depth: level)
    }

    /// The words of a paragraph.
    static func text(of element: MarkupElement) -> String {
        var text = ""
        for child in element.elements {
            switch child.name {
            case "a:t": text += child.text
            case "a:br": text += "\n"
            case "a:tab": text += "\t"
            case "a:pPr", "a:rPr", "a:endParaRPr": break
            case "a:fld" where child["type"] == "slidenum": break
            case "m:oMath": text += OfficeMath.text(child)
            case "mc:AlternateContent":
                let forms = child.all("mc:Choice") + child.all("mc:Fallback")
                text += forms.lazy.map { self.text(of: $0) }.first { !$0.isEmpty } ?? ""
            default: text += self.text(of: child)
            }
        }
        return text
    }
}
