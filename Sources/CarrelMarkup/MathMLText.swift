/// Writes equations of MathML in one line, as one would type them.
public enum MathMLText {
    /// The text of an equation: of the element `math`, or one in it; names may have a prefix.
    public static func text(_ element: MarkupElement) -> String {
        let parts = element.elements.map { $0 }
        func part(_ index: Int) -> String { index < parts.count ? text(parts[index]) : "" }
        func grouped(_ index: Int) -> String { Self.grouped(part(index)) }
        switch localName(element) {
        case "mi", "mn", "mo", "mtext", "ms": return token(element)
        case "mfrac" where (element["linethickness"] ?? "1").allSatisfy { !("1"..."9").contains($0) }:
            return "binom(\(part(0)), \(part(1)))"
        case "mfrac": return grouped(0) + "/" + grouped(1)
        case "msup", "mover": return part(0) + "^" + grouped(1)
        case "msub", "munder": return part(0) + "_" + grouped(1)
        case "msubsup", "munderover": return part(0) + "_" + grouped(1) + "^" + grouped(2)
        case "msqrt": return "√(" + parts.map(text).joined() + ")"
        case "mroot": return "root_" + grouped(1) + "(" + part(0) + ")"
        case "mfenced":
            return (element["open"] ?? "(") + parts.map(text).joined(separator: ", ")
                + (element["close"] ?? ")")
        case "mtable": return "[" + parts.map(text).joined(separator: "; ") + "]"
        case "mtr", "mlabeledtr": return parts.map(text).joined(separator: ", ")
        case "mspace": return " "
        // The same again, for programs; and what takes the room of something.
        case "annotation", "annotation-xml", "mphantom", "none", "mprescripts": return ""
        default: return parts.map(text).joined()
        }
    }

    private static func localName(_ element: MarkupElement) -> Substring {
        element.name.split(separator: ":").last ?? ""
    }

    private static func token(_ element: MarkupElement) -> String {
        // Invisible signs of multiplication and the like are for programs.
        let words = element.text.unicodeScalars.filter { !(0x2061...0x2064).contains($0.value) }
        let text = String(String.UnicodeScalarView(words)).split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        guard localName(element) == "mo", text.count == 1, "=+−-·×<>≤≥≠≈→∈∪∩".contains(text) else {
            return text
        }
        return element["stretchy"] == "true" ? text : " \(text) "
    }

    /// A part that holds together by itself, or in brackets.
    public static func grouped(_ text: String) -> String {
        let isOne =
            text.count <= 1 || text.allSatisfy { $0.isNumber || $0 == "." || $0 == "," }
            || text.count <= 3 && text.allSatisfy(\.isLetter)
        return isOne ? text : "(\(text))"
    }
}
