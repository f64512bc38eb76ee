import CarrelMarkup

/// Writes equations of Word (OMML) in one line, as one would type them.
enum OfficeMath {
    /// The text of an equation, or of a part of one; nothing if it is not there.
    static func text(_ element: MarkupElement?) -> String {
        guard let element else { return "" }
        return element.elements.map(part).joined()
    }

    private static func part(_ element: MarkupElement) -> String {
        func inside(_ name: String) -> String { text(element.first(name)) }
        switch element.name {
        case "m:r": return element.all("m:t").map(\.text).joined() + element.all("w:t").map(\.text).joined()
        case "m:f": return grouped(inside("m:num")) + "/" + grouped(inside("m:den"))
        case "m:sSup": return inside("m:e") + "^" + grouped(inside("m:sup"))
        case "m:sSub": return inside("m:e") + "_" + grouped(inside("m:sub"))
        case "m:sSubSup":
            return inside("m:e") + "_" + grouped(inside("m:sub")) + "^" + grouped(inside("m:sup"))
        case "m:sPre":
            return "_" + grouped(inside("m:sub")) + "^" + grouped(inside("m:sup")) + inside("m:e")
        case "m:rad":
            let degree = inside("m:deg")
            return (degree.isEmpty ? "√" : degree == "3" ? "∛" : "root_" + grouped(degree))
                + "(" + inside("m:e") + ")"
        case "m:nary":
            let sign = element.first("m:naryPr", "m:chr")?["m:val"] ?? "∫"
            return sign + limits(inside("m:sub"), inside("m:sup")) + " " + inside("m:e")
        case "m:d":
            let properties = element.first("m:dPr")
            let (begin, end, between) = (
                properties?.first("m:begChr")?["m:val"] ?? "(",
                properties?.first("m:endChr")?["m:val"] ?? ")",
                properties?.first("m:sepChr")?["m:val"] ?? "|"
            )
            return begin + element.all("m:e").map(text).joined(separator: between) + end
        case "m:func": return inside("m:fName") + " " + inside("m:e")
        case "m:limLow": return inside("m:e") + "_" + grouped(inside("m:lim"))
        case "m:limUpp": return inside("m:e") + "^" + grouped(inside("m:lim"))
        case "m:m":
            return "["
                + element.all("m:mr").map { $0.all("m:e").map(text).joined(separator: ", ") }
                .joined(separator: "; ") + "]"
        case "m:eqArr": return element.all("m:e").map(text).joined(separator: "; ")
        case "m:acc":
            return inside("m:e") + (element.first("m:accPr", "m:chr")?["m:val"] ?? "\u{302}")
        case "m:ctrlPr", "m:rPr", "w:rPr", "m:oMathParaPr": return ""
        case "w:del", "w:moveFrom": return ""
        default: return text(element)
        }
    }

    private static func limits(_ lower: String, _ upper: String) -> String {
        (lower.isEmpty ? "" : "_" + grouped(lower)) + (upper.isEmpty ? "" : "^" + grouped(upper))
    }

    private static func grouped(_ text: String) -> String { MathMLText.grouped(text) }
}
