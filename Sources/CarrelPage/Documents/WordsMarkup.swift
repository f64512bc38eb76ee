import CarrelHTML
import CarrelModel

/// The words of a page as text that nobody sees, over the picture of the page, to be selected and found.
///
/// It is SVG: a line can be made as wide as it is on the page without a style, which the page's policy forbids.
enum WordsMarkup {
    /// The layer of a page.
    ///
    /// - Parameters:
    ///   - page: its words.
    ///   - wanted: what somebody looks for; empty for nothing.
    /// - Returns: the drawing.
    static func layer(_ page: PageWords, finding wanted: String) -> Markup {
        let places = page.matches(of: wanted).map { match -> Markup in
            "<g class=\"hit\">\(match.boxes.map(rectangle))</g>"
        }
        return """
            <svg class="layer" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(page.width)) \(number(page.height))" \
            preserveAspectRatio="none">\(places)\(page.lines.map(line))</svg>
            """
    }

    private static func line(_ words: [PageWords.Word]) -> Markup {
        guard let first = words.first?.box else { return .none }
        let start = Self.base(of: first)
        var base = start
        let spans = words.enumerated().map { index, word -> Markup in
            let space: Markup = index + 1 < words.count ? " " : .none
            // Each word of a line that runs down the page has a place of its own.
            let own = Self.base(of: word.box)
            let isElsewhere = abs(own - base) > first.height / 2
            if isElsewhere { base = own }
            return """
                <tspan x="\(number(word.box.x))"\(.when(isElsewhere, " y=\"\(number(own))\"")) \
                textLength="\(number(word.box.width))" lengthAdjust="spacingAndGlyphs">\(word.text)</tspan>\(space)
                """
        }
        return "<text y=\"\(number(start))\" font-size=\"\(number(first.height * 0.9))\">\(spans)</text>"
    }

    /// A font stands about a fifth of its size below its line.
    private static func base(of box: PageWords.Box) -> Double { box.y + box.height * 0.8 }

    private static func rectangle(_ box: PageWords.Box) -> Markup {
        """
        <rect x="\(number(box.x))" y="\(number(box.y))" width="\(number(box.width))" height="\(number(box.height))"/>
        """
    }

    /// A length with one digit behind the point: far finer than a dot of a screen.
    private static func number(_ value: Double) -> Markup {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        return Markup(trusted: "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)")
    }
}

/// The places of a text in a document, each a link to its page.
struct FoundMarkup: Sendable {
    let context: PageContext
    let wanted: String
    /// The pages with their places.
    let pages: [(page: Int, matches: [PageWords.Match])]
    /// Whether there may be more.
    let isCut: Bool

    /// A list, or a sentence that there is nothing.
    var markup: Markup {
        let items = pages.flatMap { page in
            page.matches.enumerated().map { index, match in item(page.page, index, match) }
        }
        guard !items.isEmpty else { return "<p class=\"empty\">\(context.text(.noHits))</p>" }
        return """
            <ol>\(items)</ol>\
            \(.when(isCut, "<p class=\"note\" data-more>\(context.text(.moreFound))</p>"))
            """
    }

    private func item(_ page: Int, _ place: Int, _ match: PageWords.Match) -> Markup {
        var address = context.address
        address.page = page
        return """
            <li><a href="\(context.link(address, [("find", wanted)]))" data-page="\(page)" data-place="\(place)">\
            <span class="soft">\(page)</span> <bdi>\(match.before) <mark>\(match.text)</mark> \(match.after)</bdi></a></li>
            """
    }
}
