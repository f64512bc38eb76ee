import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelXMLReading

/// A link as a page writes it.
struct Link {
    /// The reference, not yet resolved.
    var reference: String
    /// The title: the anchor's text, else its title, else the text for an image in it.
    var title: String?
    /// The media type that the page declares.
    var type: MediaType?
    /// Its place among the page's elements that link or embed, from 0.
    var place = 0
    /// The element, such as `video`, that has it as a part of the page; `nil` for a link.
    var embedding: String?
    /// The place of the film or sound that this is one format of; `nil` for anything else.
    var player: Int?
    /// Whether the page asks programs not to follow it.
    var isNofollow = false
    /// The heading before it.
    var heading: String?
    /// The text of the row, list item or paragraph that holds it, or else of its line.
    var row: String?
    /// Whether that is a line.
    var isInLine = false
    /// The number of links before its line.
    var line = 0
    /// What stands before it in its line; `nil` without a word.
    var before: String?
    /// The words in no link that stand nearest before it in its line.
    var nearest = ""
    /// What its line says beside all links, where nothing stands before it.
    var aside: String?
    /// What stands before its line in the row or list item around that; `nil` without a word.
    var around: String?
    /// The number of links before that row or list item.
    var entry = 0
}

/// Gathers a page's title, base and links from the events of its markup.
struct LinkCollector: CatalogHTMLReader {
    static let maxLinks = 100_000
    // The most text of one anchor or title, in bytes.
    private static let maxText = 4096

    private(set) var links: [Link] = []
    var linkCount: Int { links.count }
    /// The page's title.
    private(set) var title: String?
    /// The base that the page declares.
    private(set) var base: String?
    /// Whether the page asks programs not to follow its links.
    private(set) var isNofollow = false
    /// Whether the page asks for a password.
    private(set) var asksForPassword = false
    /// The first feed that the page names, not yet resolved.
    private(set) var feed: String?

    private struct Anchor {
        var link: Link
        var text = ""
        var alternative: String?
    }

    /// The elements that have a document as a part of the page.
    static let embedding: Set<String> = ["video", "audio", "source", "embed", "object", "iframe"]
    private static let rows: Set<String> = ["tr", "li", "p", "dt", "dd"]
    private static let feeds: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json",
    ]
    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
    private static let lists: Set<String> = ["table", "ul", "ol", "dl", "menu", "dir"]
    private static let entries = headings.union(["tr", "li", "dt"])
    private static let blocks: Set<String> = [
        "br", "hr", "div", "section", "article", "details", "nav", "main", "aside", "footer", "blockquote",
        "figure",
    ]
    private static let breaks: Set<String> = ["br", "hr"]
    // How many lists within each other are looked at for what stands before a line.
    private static let maxLists = 4

    private var anchor: Anchor?
    // The place of the open film or sound.
    private var player: Int?
    private var elements = 0
    private var heading: String?
    private var headingText: String?
    private var rowText = ""
    private var rowStart = 0
    // How many rows, items and paragraphs are open; outside of them a line is a row.
    private var openRows = 0
    private var cards = HeadedCards()
    // `nil` if nobody asks what stands beside links.
    private var line: LinkLine?
    // Of each open list or table, the last of its rows, items, terms and headings.
    private var openEntries: [LinkLine] = []
    private var titleText: String?
    private var depthOfHidden = 0

    /// - Parameter readsBeside: whether links are to know what stands beside them.
    init(readsBeside: Bool) { line = readsBeside ? LinkLine() : nil }

    mutating func take(_ event: MarkupEvent) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .text(let text): add(text)
        case .end(let name): end(name)
        }
    }

    mutating func finish() {
        closeAnchor()
        closeRow()
        cards.addHeadings(to: &links)
    }

    private mutating func start(_ name: String, _ attributes: [String: String]) {
        if line != nil { startEntry(name) }
        if Self.rows.contains(name) {
            closeRow()
            openRows += 1
        }
        if Self.headings.contains(name) {
            closeRow()
            headingText = ""
        }
        switch name {
        case "meta":
            let words = (attributes["content"] ?? "").lowercased().split { $0 == "," || $0.isWhitespace }
            if ["robots", "carrel"].contains(attributes["name"]?.lowercased()),
                words.contains("nofollow") || words.contains("none")
            {
                isNofollow = true
            }
        case "title" where title == nil: titleText = ""
        case "base" where base == nil: base = attributes["href"]
        case "link" where feed == nil: feed = Self.feed(attributes)
        case "a":
            closeAnchor()
            if var link = link(attributes) {
                line?.startLink(&link)
                anchor = Anchor(link: link)
            }
            elements += 1
        case "area":
            defer { elements += 1 }
            if var link = link(attributes) {
                link.title = Self.firstTitle(attributes["alt"], attributes["title"])
                line?.hold(&link)
                links.append(link)
            }
        case _ where Self.embedding.contains(name): embed(name, attributes)
        case "input":
            if attributes["type"]?.trimmed.lowercased() == "password" { asksForPassword = true }
        case "img":
            if anchor?.alternative == nil, let text = attributes["alt"] { anchor?.alternative = text }
        case "script", "style", "template": depthOfHidden += 1
        case "td", "th":
            line?.hasCells = true
            add(" ")
        case _ where Self.blocks.contains(name):
            endLine()
            add(" ")
            if !Self.breaks.contains(name) { cards.begin() }
        case "li", "p": add(" ")
        default: break
        }
    }

    /// Takes a film, a document in a frame and the like, which have no text of their own.
    private mutating func embed(_ name: String, _ attributes: [String: String]) {
        defer { elements += 1 }
        if name == "video" || name == "audio" { player = elements }
        var attributes = attributes
        attributes["href"] = attributes[name == "object" ? "data" : "src"]
        guard var link = link(attributes) else { return }
        link.embedding = name
        link.player = ["video", "audio", "source"].contains(name) ? player : nil
        link.title = Self.firstTitle(link.title, attributes["aria-label"])
        line?.hold(&link)
        links.append(link)
    }

    private mutating func end(_ name: String) {
        if Self.rows.contains(name) || name == "table" { closeRow() }
        if Self.rows.contains(name) { openRows = max(0, openRows - 1) }
        if Self.headings.contains(name), let text = headingText {
            (heading, headingText) = (Self.firstTitle(text), nil)
            if openRows == 0 {
                endRow()
                cards.note(heading, after: links.count)
            }
        }
        switch name {
        case "title":
            if let text = titleText { title = Self.firstTitle(text) }
            titleText = nil
            closeLine()
        case "a": closeAnchor()
        case "video", "audio": player = nil
        case _ where Self.blocks.contains(name):
            endLine()
            if !Self.breaks.contains(name) { cards.end(links.count) }
        case _ where Self.lists.contains(name):
            _ = openEntries.popLast()
            closeLine()
        case "script", "style", "template": depthOfHidden = max(0, depthOfHidden - 1)
        default: break
        }
    }

    private mutating func add(_ text: String) {
        if let length = titleText?.utf8.count, length < Self.maxText { titleText? += text }
        guard depthOfHidden == 0 else { return }
        if let length = headingText?.utf8.count, length < Self.maxText { headingText? += text }
        if rowText.utf8.count < Self.maxText { rowText += text }
        line?.add(text, isInLink: anchor != nil)
        if let last = openEntries.indices.last { openEntries[last].add(text, isInLink: anchor != nil) }
        guard let length = anchor?.text.utf8.count, length < Self.maxText else { return }
        anchor?.text += text
    }

    private mutating func closeAnchor() {
        guard let anchor else { return }
        var link = anchor.link
        link.title = Self.firstTitle(anchor.text, link.title, anchor.alternative)
        links.append(link)
        self.anchor = nil
    }

    private mutating func closeRow() {
        endRow()
        closeLine()
    }

    /// Gives the links of a row its text.
    private mutating func endRow() {
        let open = anchor != nil
        if rowStart < links.count, let text = Self.firstTitle(rowText) {
            for index in rowStart..<links.count {
                (links[index].row, links[index].isInLine) = (text, openRows == 0)
            }
        }
        // An unclosed link belongs to the row that it began in; what follows is the next row.
        if !open { rowText = "" }
        rowStart = links.count
    }

    /// Ends a line at a break, which ends no row of a table; where no row is open, the line is one.
    private mutating func endLine() {
        if openRows == 0 { endRow() }
        if line?.hasCells == false { closeLine() }
    }

    /// Begins a list or a table, or one of its rows, items, terms and headings.
    private mutating func startEntry(_ name: String) {
        if Self.lists.contains(name) { openEntries.append(LinkLine(start: links.count)) }
        if Self.entries.contains(name), let last = openEntries.indices.last {
            openEntries[last] = LinkLine(start: links.count)
        }
    }

    private mutating func closeLine() {
        guard let line else { return }
        if line.start < links.count, let aside = line.aside {
            for index in line.start..<links.count where links[index].before == nil {
                links[index].aside = aside
            }
        }
        let entry = openEntries.suffix(Self.maxLists).last { $0.before != nil }
        self.line = LinkLine(start: links.count, in: entry)
    }

    private func link(_ attributes: [String: String]) -> Link? {
        guard let reference = attributes["href"], !reference.isEmpty else { return nil }
        var link = Link(
            reference: reference, title: attributes["title"], type: attributes["type"].flatMap(MediaType.init)
        )
        // A heading that is a link has its title from itself.
        (link.place, link.heading) = (elements, headingText == nil ? heading : nil)
        let relations = (attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        link.isNofollow = relations.contains("nofollow")
        return link
    }

    /// The address of a feed, if an element `link` names one.
    private static func feed(_ attributes: [String: String]) -> String? {
        guard let type = attributes["type"].flatMap(MediaType.init), feeds.contains(type.essence),
            attributes["rel"]?.lowercased().contains("alternate") == true
        else { return nil }
        return attributes["href"]
    }

    /// The first of the texts that says something.
    private static func firstTitle(_ texts: String?...) -> String? {
        texts.lazy.compactMap { $0?.titleText }.first { !$0.isEmpty }
    }
}
