import CarrelMarkup
import CarrelModel

/// The styles of an OpenDocument document, as far as they say what is what.
struct DocumentStyles {
    /// What stands before the items of a level of a list.
    struct ListLevel {
        /// Whether it is a sign, not a number.
        var isBullet = true
        var format = ""
        var prefix = ""
        var suffix = ""
        var start = 1
        /// The number of levels in a label such as `1.2.3`.
        var shownLevels = 1
    }

    private struct Style {
        var parent: String?
        var isHidden: Bool?
        /// How high text stands, such as `super 58%`.
        var position: String?
    }

    private var styles: [String: Style] = [:]
    private var lists: [String: [Int: ListLevel]] = [:]
    /// How headings are numbered, by level.
    private(set) var outline: [Int: ListLevel] = [:]
    // Those of sheets, or of slides.
    private var hiddenPages: Set<String> = []

    init() {}

    /// Reads the styles in an element such as `office:automatic-styles`.
    mutating func read(_ element: MarkupElement) {
        for style in element.elements {
            switch style.name {
            case "style:style": read(style: style)
            case "text:list-style":
                if let name = style["style:name"] { lists[name] = Self.levels(style) }
            case "text:outline-style": outline = Self.levels(style)
            default: break
            }
        }
    }

    private mutating func read(style: MarkupElement) {
        guard let name = style["style:name"] else { return }
        switch style["style:family"] {
        case "paragraph", "text", "paragraphs":
            let properties = style.first("style:text-properties") ?? style.first("style:properties")
            styles[name] = Style(
                parent: style["style:parent-style-name"],
                isHidden: properties?["text:display"].map { $0 == "none" },
                position: properties?["style:text-position"])
        case "table":
            let display = style.first("style:table-properties")?["table:display"]
            if display == "false" { hiddenPages.insert(name) }
        case "drawing-page":
            let properties = style.first("style:drawing-page-properties")
            if properties?["presentation:visibility"] == "hidden" { hiddenPages.insert(name) }
        default: break
        }
    }

    private static func levels(_ list: MarkupElement) -> [Int: ListLevel] {
        var levels: [Int: ListLevel] = [:]
        for element in list.elements {
            guard let index = element["text:level"].flatMap({ Int($0) }) else { continue }
            let isNumber =
                element.name == "text:list-level-style-number" || element.name == "text:outline-level-style"
            levels[index] = ListLevel(
                isBullet: !isNumber, format: element["style:num-format"] ?? "",
                prefix: element["style:num-prefix"] ?? "", suffix: element["style:num-suffix"] ?? "",
                start: element["text:start-value"].flatMap { Int($0) } ?? 1,
                shownLevels: element["text:display-levels"].flatMap { Int($0) } ?? 1)
        }
        return levels
    }

    /// The levels of a list's style, from 1.
    func levels(of list: String?) -> [Int: ListLevel] { list.flatMap { lists[$0] } ?? [:] }

    /// Whether text of a style is not shown.
    func isHidden(_ name: String?) -> Bool {
        chain(name).lazy.compactMap(\.isHidden).first ?? false
    }

    /// Whether text of a style is raised or lowered.
    func shift(_ name: String?) -> ShiftedText? {
        guard let position = chain(name).lazy.compactMap(\.position).first else { return nil }
        if position.hasPrefix("super") { return .raised }
        if position.hasPrefix("sub") { return .lowered }
        let height = Double(position.prefix { $0 != "%" }) ?? 0
        return height > 0 ? .raised : height < 0 ? .lowered : nil
    }

    /// Whether a sheet or a slide of a style is not shown.
    func isHidden(page name: String?) -> Bool { name.map(hiddenPages.contains) ?? false }

    /// The names of a style and of those that it is based on, as they are in every language.
    func names(_ name: String?) -> [String] {
        guard let name else { return [] }
        return [name] + chain(name).compactMap(\.parent)
    }

    private func chain(_ name: String?) -> [Style] {
        var result: [Style] = []
        var next = name
        // Styles that are based on each other are an error of the document.
        while let name = next, let style = styles[name], result.count < 16 {
            result.append(style)
            next = style.parent
        }
        return result
    }
}
