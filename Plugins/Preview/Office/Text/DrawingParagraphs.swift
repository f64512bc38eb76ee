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
    static func text(of paragraph: MarkupElement) -> String {
        var text = ""
        var shifts = ShiftedRuns()
        read(paragraph, into: &text, &shifts)
        return text
    }

    private static func read(_ element: MarkupElement, into text: inout String, _ shifts: inout ShiftedRuns) {
        for child in element.elements {
            let start = text.utf8.count
            switch child.name {
            case "a:t": text += child.text
            case "a:br": text += "\n"
            case "a:tab": text += "\t"
            case "a:pPr", "a:rPr", "a:endParaRPr": break
            case "a:fld" where child["type"] == "slidenum": break
            case "m:oMath": text += OfficeMath.text(child)
            case "mc:AlternateContent":
                for form in child.all("mc:Choice") + child.all("mc:Fallback") where text.utf8.count == start {
                    read(form, into: &text, &shifts)
                }
            default:
                read(child, into: &text, &shifts)
                shifts.mark(&text, shift(of: child), from: start)
            }
        }
    }

    private static func shift(of run: MarkupElement) -> ShiftedText? {
        let height = run.first("a:rPr")?["baseline"].flatMap { Double($0.prefix { $0 != "%" }) } ?? 0
        return height > 0 ? .raised : height < 0 ? .lowered : nil
    }
}
