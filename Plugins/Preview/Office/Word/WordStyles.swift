import CarrelMarkup
import CarrelModel

/// What paragraphs of a style are.
struct WordStyles {
    /// The kind of a paragraph.
    enum Kind: Equatable {
        case heading(Int)
        case body
        case quote
        case code
    }

    /// A place in a list.
    struct ListPlace {
        let list: String
        let level: Int
    }

    private struct Style {
        var name = ""
        var parent: String?
        var outline: Int?
        var list: String?
        var level: Int?
        var isHidden: Bool?
    }

    private var styles: [String: Style] = [:]
    private var defaultStyle: String?

    init(_ root: MarkupElement?) {
        for element in root?.all("w:style") ?? [] {
            guard let id = element["w:styleId"] else { continue }
            let properties = element.first("w:pPr")
            styles[id] = Style(
                name: element.first("w:name")?["w:val"]?.lowercased() ?? "",
                parent: element.first("w:basedOn")?["w:val"],
                outline: properties?.first("w:outlineLvl")?["w:val"].flatMap { Int($0) },
                list: properties?.first("w:numPr", "w:numId")?["w:val"],
                level: properties?.first("w:numPr", "w:ilvl")?["w:val"].flatMap { Int($0) },
                isHidden: element.first("w:rPr", "w:vanish").map(Self.isOn))
            if element["w:type"] == "paragraph", element["w:default"] == "1" { defaultStyle = id }
        }
    }

    /// Whether a property that is on or off is on: it is where it has no value.
    static func isOn(_ property: MarkupElement) -> Bool {
        !["0", "false", "off"].contains(property["w:val"]?.lowercased() ?? "1")
    }

    /// The kind of a paragraph, by its properties.
    func kind(of paragraph: MarkupElement?) -> Kind {
        if let level = paragraph?.first("w:outlineLvl")?["w:val"].flatMap({ Int($0) }) {
            return level < 9 ? .heading(level + 1) : .body
        }
        for style in chain(paragraph?.first("w:pStyle")?["w:val"] ?? defaultStyle) {
            if let kind = Self.kind(named: style.name) { return kind }
            if let outline = style.outline, outline < 9 { return .heading(outline + 1) }
        }
        return .body
    }

    private static func kind(named name: String) -> Kind? {
        switch name {
        case "title": return .heading(1)
        case "subtitle": return .heading(2)
        case "quote", "intense quote", "block text", "quotations": return .quote
        case "html preformatted", "source code", "code", "preformatted text", "macro text": return .code
        default:
            // “heading 2”, whatever the language of the program is.
            guard name.hasPrefix("heading "), let level = Int(name.dropFirst(8)), level > 0 else {
                return nil
            }
            return .heading(level)
        }
    }

    /// The place in a list that a paragraph has, by itself or by its style.
    func place(of paragraph: MarkupElement?) -> ListPlace? {
        let own = paragraph?.first("w:numPr")
        var list = own?.first("w:numId")?["w:val"]
        var level = own?.first("w:ilvl")?["w:val"].flatMap { Int($0) }
        if list == nil {
            for style in chain(paragraph?.first("w:pStyle")?["w:val"] ?? defaultStyle) {
                level = level ?? style.level
                if let found = style.list {
                    list = found
                    break
                }
            }
        }
        guard let list, list != "0" else { return nil }
        return ListPlace(list: list, level: max(0, min(8, level ?? 0)))
    }

    /// Whether a run with these properties is not shown.
    func isHidden(_ run: MarkupElement?) -> Bool {
        guard let run else { return false }
        if let vanish = run.first("w:vanish") { return Self.isOn(vanish) }
        return chain(run.first("w:rStyle")?["w:val"]).lazy.compactMap(\.isHidden).first ?? false
    }

    /// A style and those that it is based on.
    private func chain(_ id: String?) -> [Style] {
        var result: [Style] = []
        var next = id
        // Styles that are based on each other are an error of the document.
        while let id = next, let style = styles[id], result.count < 16 {
            result.append(style)
            next = style.parent
        }
        return result
    }
}
