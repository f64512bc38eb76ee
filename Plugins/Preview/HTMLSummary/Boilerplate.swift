/// Tells what of a page is not its content.
enum Boilerplate {
    /// Elements whose text is never shown.
    static let hidden: Set<String> = [
        "script", "style", "noscript", "template", "iframe", "object", "embed", "applet", "svg", "math",
        "canvas",
        "audio", "video", "select", "option", "datalist", "button", "textarea", "map", "frameset", "noframes",
    ]

    /// Whether an element is not shown at all.
    static func isHidden(_ name: String, _ attributes: [String: String]) -> Bool {
        if hidden.contains(name) || attributes["hidden"] != nil { return true }
        if attributes["aria-hidden"]?.lowercased() == "true" { return true }
        guard let style = attributes["style"]?.lowercased() else { return false }
        let squeezed = style.filter { !$0.isWhitespace }
        return squeezed.contains("display:none") || squeezed.contains("visibility:hidden")
    }

    private static let elements: Set<String> = ["nav", "footer", "aside", "menu"]
    private static let roles: Set<String> = [
        "navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar",
    ]
    private static let words: Set<String> = [
        "nav", "navbar", "navigation", "navlinks", "topnav", "sidenav", "sidebar", "footer", "breadcrumb",
        "breadcrumbs", "cookie", "cookies", "advert", "advertisement", "ads", "skip", "masthead", "toolbar",
        "pagination", "pager", "share", "sharing", "social", "copyright",
    ]

    /// Whether an element helps to get around instead of saying something.
    ///
    /// The header of the page's main part is content, that of the page is not.
    static func isAround(_ name: String, _ attributes: [String: String], isInMain: Bool) -> Bool {
        // The page itself is never boilerplate, whatever it is called.
        guard name != "html", name != "body", name != "main", name != "article" else { return false }
        if elements.contains(name) || (name == "header" && !isInMain) { return true }
        if let role = attributes["role"]?.lowercased(), roles.contains(role) { return true }
        let names = [attributes["class"], attributes["id"]].compactMap { $0?.lowercased() }
            .flatMap { $0.split(whereSeparator: \.isWhitespace) }
        return names.contains { name in
            // The header of a section or card is a heading: only the name alone is that of the page's.
            if name == "header" || name == "site-header" { return !isInMain }
            return name.split { $0 == "-" || $0 == "_" }.contains { word in
                words.contains(String(word)) || word.contains("menu")
            }
        }
    }
}
