import CarrelMarkup
import CarrelModel
import Foundation

extension WordReader {
    /// The words of a paragraph, or of any element that holds runs.
    mutating func paragraph(_ element: MarkupElement) -> WordParagraph {
        var result = WordParagraph()
        for child in element.elements { read(child, into: &result) }
        return result
    }

    private mutating func read(_ element: MarkupElement, into result: inout WordParagraph) {
        switch element.name {
        case "w:r":
            guard !styles.isHidden(element.first("w:rPr")) else { return readFieldMarks(element) }
            let start = result.text.utf8.count
            for child in element.elements { read(child, into: &result) }
            result.shifts.mark(&result.text, Self.shift(of: element.first("w:rPr")), from: start)
        case "w:del", "w:moveFrom", "w:pPr", "w:rPr", "w:sdtPr", "w:sdtEndPr", "w:rt", "w:tblPr": break
        case "w:fldSimple":
            guard !WordFields.isPageNumber(element["w:instr"] ?? "") else { break }
            for child in element.elements { read(child, into: &result) }
        case "w:fldChar": takeFieldMark(element, &result)
        case "w:instrText": fields.take(instruction: element.text)
        case "m:oMath": result.text += OfficeMath.text(element)
        case "mc:AlternateContent": readAlternative(element, into: &result)
        case "w:drawing", "w:pict", "w:object": readDrawing(element, into: &result)
        case "w:p", "w:tbl": result.beside += blocks(of: [element])
        default:
            if let text = Self.text(of: element) {
                if fields.isShown { result.text += text }
            } else if let reference = Self.reference(element) {
                take(reference, custom: element["w:customMarkFollows"] != nil, &result)
            } else {
                for child in element.elements { read(child, into: &result) }
            }
        }
    }

    private static func shift(of properties: MarkupElement?) -> ShiftedText? {
        switch properties?.first("w:vertAlign")?["w:val"] {
        case "superscript": .raised
        case "subscript": .lowered
        default: nil
        }
    }

    /// What an element of a run writes; `nil` if it is another one.
    private static func text(of element: MarkupElement) -> String? {
        switch element.name {
        case "w:t": return element.text
        case "w:tab", "w:ptab": return "\t"
        case "w:br": return element["w:type"] == "page" || element["w:type"] == "column" ? "" : "\n"
        case "w:cr": return "\n"
        case "w:noBreakHyphen": return "\u{2011}"
        case "w:softHyphen", "w:delText", "w:lastRenderedPageBreak", "w:footnoteRef", "w:endnoteRef":
            return ""
        case "w:sym":
            guard let code = element["w:char"].flatMap({ UInt32($0, radix: 16) }) else { return "" }
            return SymbolFonts.character(code, font: element["w:font"] ?? "").map { String($0) } ?? ""
        default: return nil
        }
    }

    private static func reference(_ element: MarkupElement) -> WordReference? {
        let kinds: [String: WordReference.Kind] = [
            "w:footnoteReference": .footnote, "w:endnoteReference": .endnote, "w:commentReference": .comment,
        ]
        guard let kind = kinds[element.name], let id = element["w:id"] else { return nil }
        return WordReference(kind: kind, id: id)
    }

    private mutating func take(_ reference: WordReference, custom: Bool, _ result: inout WordParagraph) {
        result.notes.append(reference)
        guard reference.kind != .comment, !custom, fields.isShown else { return }
        result.text += " [^\(noteNumber(of: reference))]"
    }

    private mutating func takeFieldMark(_ element: MarkupElement, _ result: inout WordParagraph) {
        switch element["w:fldCharType"] {
        case "begin":
            if let box = element.first("w:ffData", "w:checkBox"), fields.isShown {
                let state = box.first("w:checked") ?? box.first("w:default")
                result.text += state.map(WordStyles.isOn) == true ? "☒" : "☐"
            } else if let list = element.first("w:ffData", "w:ddList"), fields.isShown {
                let choice = (list.first("w:result") ?? list.first("w:default"))?["w:val"].flatMap { Int($0) }
                result.text += list.all("w:listEntry").dropFirst(max(0, choice ?? 0)).first?["w:val"] ?? ""
            }
            fields.begin()
        case "separate": fields.separate()
        case "end": fields.end()
        default: break
        }
    }

    /// Fields may begin and end in what is not shown.
    private mutating func readFieldMarks(_ run: MarkupElement) {
        var ignored = WordParagraph()
        for mark in run.all("w:fldChar") { takeFieldMark(mark, &ignored) }
    }

    /// Reads one of several forms of the same: the first that says something.
    private mutating func readAlternative(_ element: MarkupElement, into result: inout WordParagraph) {
        let (length, beside) = (result.text.utf8.count, result.beside.count)
        for form in element.all("mc:Choice") + element.all("mc:Fallback") {
            for child in form.elements { read(child, into: &result) }
            if result.text.utf8.count > length || result.beside.count > beside { return }
        }
    }

    private mutating func readDrawing(_ element: MarkupElement, into result: inout WordParagraph) {
        guard fields.isShown else { return }
        var found: [Block] = []
        for part in element.descendants([
            "w:txbxContent", "c:chart", "dgm:relIds", "v:textpath", "mc:AlternateContent", "w:drawing",
        ]) {
            switch part.name {
            case "w:txbxContent": found += blocks(of: Array(part.elements))
            case "c:chart", "dgm:relIds": found += drawings.blocks(of: part)
            case "v:textpath": found += [.paragraph(part["string"] ?? "")]
            default:
                var inner = WordParagraph()
                read(part, into: &inner)
                found += inner.beside
            }
        }
        // A picture is told of by its description alone.
        if found.isEmpty { found = DrawingText.description(of: element) }
        result.beside += found
    }
}
