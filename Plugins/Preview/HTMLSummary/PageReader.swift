import CarrelBasics
import CarrelMarkup
import Foundation

/// One stretch of text that stands on lines of its own.
struct TextBlock {
    enum Kind: Hashable { case heading(level: Int), paragraph, item, row, preformatted }

    var kind: Kind
    var text: String
    /// How deep the item stands in lists.
    var indent = 0
    /// Whether it is in the page's main part.
    var isInMain: Bool
    /// Whether it is in a part that helps to get around.
    var isAround: Bool
}

/// Gathers a page's facts and its text, block by block, from the events of its markup.
struct PageReader {
    private(set) var facts = PageFacts()
    private(set) var blocks: [TextBlock] = []
    private(set) var firstHeading: String?

    // How many of the open elements are of each sort; each open element notes what it added.
    private struct Open {
        var isHidden = false
        var isAround = false
        var isMain = false
    }
    private var open: [Open] = []
    private var hidden = 0
    private var around = 0
    private var main = 0

    private var title: String?
    private var headingLevel: Int?
    private var preformatted = 0
    private var lists: [Int?] = []
    // The line that is being gathered, and whether it holds more than white space and more than one cell.
    private var line = ""
    private var hasText = false
    private var isRow = false
    // What stands before an item's first line: its mark; before its other lines: as many spaces.
    private var mark = ""
    // A cell has begun, a paragraph has ended: it depends on what follows whether the line ends there.
    private var startsCell = false
    private var endsParagraph = false

    mutating func take(_ event: MarkupEvent) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .text(let text): add(text)
        case .end(let name): end(name)
        }
    }

    /// The reader after the last event.
    func finished() -> PageReader {
        var copy = self
        copy.breakLine()
        return copy
    }

    private mutating func start(_ name: String, _ attributes: [String: String]) {
        separate(name)
        var element = Open()
        element.isHidden = Boilerplate.isHidden(name, attributes)
        element.isAround = Boilerplate.isAround(name, attributes, isInMain: main > 0)
        element.isMain = name == "main" || name == "article" || attributes["role"]?.lowercased() == "main"
        // What helps to get around is a block of its own, even within a line.
        if element.isAround && around == 0 { breakLine() }
        open.append(element)
        hidden += element.isHidden ? 1 : 0
        around += element.isAround ? 1 : 0
        main += element.isMain ? 1 : 0
        guard hidden == 0 else { return }

        switch name {
        case "html": facts.take(language: attributes["lang"])
        case "meta": facts.take(meta: attributes)
        case "title": title = ""
        case "time": facts.take(time: attributes["datetime"])
        case "br": if isRow { line += ", " } else { breakLine() }
        case "h1", "h2", "h3", "h4", "h5", "h6": headingLevel = name.last?.wholeNumberValue
        case "ul", "menu", "dir": lists.append(nil)
        case "ol": lists.append(Int(attributes["start"] ?? "") ?? 1)
        case "li": startItem()
        case "dd": mark = "  "
        case "td", "th": startsCell = true
        case "pre": preformatted += 1
        default: break
        }
    }

    private mutating func end(_ name: String) {
        separate(name)
        guard let element = open.popLast() else { return }
        if hidden == 0 {
            switch name {
            case "title":
                if let title { facts.take(title: title) }
                title = nil
            case "h1", "h2", "h3", "h4", "h5", "h6": headingLevel = nil
            case "ul", "ol", "menu", "dir": _ = lists.popLast()
            case "li", "dd": mark = ""
            case "pre": preformatted = max(0, preformatted - 1)
            default: break
            }
        }
        if element.isAround && around == 1 { breakLine() }
        hidden -= element.isHidden ? 1 : 0
        around -= element.isAround ? 1 : 0
        main -= element.isMain ? 1 : 0
    }

    private mutating func add(_ text: String) {
        if title != nil {
            if (title?.utf8.count ?? 0) < 4096 { title? += text }
            return
        }
        guard hidden == 0 else { return }
        let isBlank = preformatted == 0 && text.allSatisfy(\.isWhitespace)
        if !isBlank {
            if startsCell, hasText {
                line += " | "
                isRow = true
            } else if endsParagraph {
                breakLine()
            }
            startsCell = false
            endsParagraph = false
            hasText = true
        }
        line += text
    }

    private mutating func startItem() {
        if case .some(.some(let number)) = lists.last {
            mark = "\(number). "
            lists[lists.count - 1] = number == Int.max ? number : number + 1
        } else {
            mark = "• "
        }
    }

    /// Separates what stands before and after the beginning or end of an element.
    private mutating func separate(_ name: String) {
        if Self.paragraphs.contains(name) {
            endsParagraph = true
        } else if Self.otherBlocks.contains(name) {
            breakLine()
        }
    }

    /// Ends the line; what follows is a block of its own.
    private mutating func breakLine() {
        defer {
            line = ""
            hasText = false
            isRow = false
            endsParagraph = false
        }
        guard hasText else { return }
        if preformatted > 0 {
            append(.preformatted, line.readable.trimmingCharacters(in: .newlines))
            return
        }
        let text = line.singleLine
        guard !text.isEmpty else { return }
        if let headingLevel {
            if firstHeading == nil { firstHeading = text.titleText }
            append(.heading(level: headingLevel), text)
        } else if !mark.isEmpty {
            append(.item, mark + text)
            mark = String(repeating: " ", count: mark.count)
        } else {
            append(isRow ? .row : .paragraph, text)
        }
    }

    private mutating func append(_ kind: TextBlock.Kind, _ text: String) {
        guard !text.isEmpty else { return }
        blocks.append(
            TextBlock(
                kind: kind, text: text, indent: max(0, min(lists.count, 12) - 1), isInMain: main > 0,
                isAround: around > 0))
    }

    private static let paragraphs: Set<String> = ["p", "div", "center", "address", "figure", "figcaption"]

    private static let otherBlocks: Set<String> = [
        "article", "aside", "blockquote", "body", "caption", "dd", "details", "dl", "dt", "fieldset",
        "footer",
        "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "legend", "li", "main", "nav", "ol",
        "pre",
        "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
    ]
}
