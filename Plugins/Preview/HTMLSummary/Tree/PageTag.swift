/// The elements that mean something to a preview.
enum PageTag: UInt8, Sendable {
    case text, other
    case html, body, title, meta, link, script, style, noscript, template
    case main, article, section, header, footer, nav, aside, menu, div, center, form, fieldset, details,
        summary
    case p, h1, h2, h3, h4, h5, h6, blockquote, pre, hr, br, address, figure, figcaption, hgroup
    case ul, ol, dl, li, dt, dd
    case table, caption, thead, tbody, tfoot, tr, td, th
    case a, code, kbd, samp, tt, sup, sub, time, label
    case img, math
    case unseen

    /// The table of names.
    private static let names = ByteWords<PageTag>(
        [
            ("html", .html), ("body", .body), ("title", .title), ("meta", .meta), ("link", .link),
            ("script", .script), ("style", .style), ("noscript", .noscript), ("template", .template),
            ("main", .main), ("article", .article), ("section", .section), ("header", .header),
            ("footer", .footer), ("nav", .nav), ("aside", .aside), ("menu", .menu), ("dir", .ul),
            ("div", .div), ("center", .center), ("form", .form), ("fieldset", .fieldset),
            ("details", .details), ("summary", .summary), ("p", .p), ("h1", .h1), ("h2", .h2),
            ("h3", .h3), ("h4", .h4), ("h5", .h5), ("h6", .h6), ("blockquote", .blockquote),
            ("pre", .pre), ("listing", .pre), ("xmp", .pre), ("plaintext", .pre), ("hr", .hr),
            ("br", .br), ("address", .address), ("figure", .figure), ("figcaption", .figcaption),
            ("hgroup", .hgroup), ("ul", .ul), ("ol", .ol), ("dl", .dl), ("li", .li), ("dt", .dt),
            ("dd", .dd), ("table", .table), ("caption", .caption), ("thead", .thead), ("tbody", .tbody),
            ("tfoot", .tfoot), ("tr", .tr), ("td", .td), ("th", .th), ("a", .a), ("code", .code),
            ("kbd", .kbd), ("samp", .samp), ("tt", .tt), ("sup", .sup), ("sub", .sub), ("time", .time),
            ("label", .label), ("img", .img), ("amp-img", .img), ("math", .math),
        ]
            + [
                "iframe", "object", "embed", "applet", "svg", "canvas", "audio", "video", "select", "option",
                "optgroup", "datalist", "button", "textarea", "map", "frameset", "noframes", "input",
                "progress", "meter", "dialog", "rp", "rt", "portal", "amp-ad", "amp-analytics", "wbr",
            ].map { ($0, .unseen) })

    /// The element with a name.
    static func named(_ name: UnsafeRawBufferPointer) -> PageTag { names[name] ?? .other }

    var headingLevel: Int? {
        self.rawValue >= PageTag.h1.rawValue && self.rawValue <= PageTag.h6.rawValue
            ? Int(rawValue - PageTag.h1.rawValue) + 1 : nil
    }

    /// Whether the element stands on lines of its own.
    var isBlock: Bool { Self.isBlock[Int(rawValue)] }

    private static let isBlock: [Bool] = {
        let blocks: [PageTag] = [
            .html, .body, .main, .article, .section, .header, .footer, .nav, .aside, .menu, .div, .center,
            .form, .fieldset, .details, .summary, .p, .h1, .h2, .h3, .h4, .h5, .h6, .blockquote, .pre, .hr,
            .address, .figure, .figcaption, .hgroup, .ul, .ol, .dl, .li, .dt, .dd, .table, .caption, .thead,
            .tbody, .tfoot, .tr, .td, .th, .img,
        ]
        return (0...PageTag.unseen.rawValue).map { PageTag(rawValue: $0).map(blocks.contains) ?? false }
    }()
}
