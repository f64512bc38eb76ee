import CarrelBasics
import CarrelHTTP
import CarrelMarkup

/// A link as a page writes it.
struct Link {
    /// The reference, not yet resolved.
    var reference: String
    /// The title: the anchor's text, else its title, else the text for an image in it.
    var title: String?
    /// The media type that the page declares.
    var type: MediaType?
}

/// Gathers a page's title, base and links from the events of its markup.
struct LinkCollector {
    /// The most links that are read of one page.
    static let maxLinks = 100_000
    // The most text of one anchor or title, in bytes.
    private static let maxText = 4096

    private(set) var links: [Link] = []
    /// The page's title.
    private(set) var title: String?
    /// The base that the page declares.
    private(set) var base: String?

    private struct Anchor {
        var link: Link
        var text = ""
        var alternative: String?
    }

    private var anchor: Anchor?
    private var titleText: String?
    private var depthOfHidden = 0

    mutating func take(_ event: MarkupEvent) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .text(let text): add(text)
        case .end(let name): end(name)
        }
    }

    /// Ends what the page did not end.
    mutating func finish() { closeAnchor() }

    private mutating func start(_ name: String, _ attributes: [String: String]) {
        switch name {
        case "title" where title == nil: titleText = ""
        case "base" where base == nil: base = attributes["href"]
        case "a":
            closeAnchor()
            if let link = Self.link(attributes) { anchor = Anchor(link: link) }
        case "area":
            if var link = Self.link(attributes) {
                link.title = Self.firstTitle(attributes["alt"], attributes["title"])
                links.append(link)
            }
        case "img":
            if anchor?.alternative == nil, let text = attributes["alt"] { anchor?.alternative = text }
        case "script", "style", "template": depthOfHidden += 1
        case "br", "td", "li", "p", "div": add(" ")
        default: break
        }
    }

    private mutating func end(_ name: String) {
        switch name {
        case "title":
            if let text = titleText { title = Self.firstTitle(text) }
            titleText = nil
        case "a": closeAnchor()
        case "script", "style", "template": depthOfHidden = max(0, depthOfHidden - 1)
        default: break
        }
    }

    private mutating func add(_ text: String) {
        if let length = titleText?.utf8.count, length < Self.maxText { titleText? += text }
        guard depthOfHidden == 0, let length = anchor?.text.utf8.count, length < Self.maxText else { return }
        anchor?.text += text
    }

    private mutating func closeAnchor() {
        guard let anchor else { return }
        var link = anchor.link
        link.title = Self.firstTitle(anchor.text, link.title, anchor.alternative)
        links.append(link)
        self.anchor = nil
    }

    private static func link(_ attributes: [String: String]) -> Link? {
        guard let reference = attributes["href"], !reference.isEmpty else { return nil }
        return Link(
            reference: reference, title: attributes["title"], type: attributes["type"].flatMap(MediaType.init)
        )
    }

    /// The first of the texts that says something.
    private static func firstTitle(_ texts: String?...) -> String? {
        texts.lazy.compactMap { $0?.titleText }.first { !$0.isEmpty }
    }
}
