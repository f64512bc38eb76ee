/// Text that an extension promises, which only a page in its place contradicts.
///
/// Text may be about pages and hold markup, so that its bytes alone prove nothing: its server must call it a page, too.
struct PromisedText {
    /// What it is, for messages: `Markdown`.
    let noun: String
    /// How a page in its place is told.
    let markup: Markup

    /// How much of a page it may honestly hold.
    enum Markup {
        /// None at its beginning.
        case none
        /// Elements at its beginning, as Markdown has them, but not a whole page.
        case elements
        /// A whole page, as long as that is XML.
        case pages
    }

    /// The text that an extension, in lower case, promises; `nil` for an unknown one.
    static func of(fileExtension: String) -> PromisedText? { texts[fileExtension] }

    /// Whether content is a page in the place of this text.
    ///
    /// - Parameters:
    ///   - bytes: the beginning of the content.
    ///   - essence: the media type that the server declares, in lower case and without parameters.
    /// - Returns: whether it is.
    func isContradicted(by bytes: [UInt8], declared essence: String) -> Bool {
        switch essence {
        case "text/html": markup == .none ? ContentSniff.isHTML(bytes) : ContentSniff.isWholePage(bytes)
        case "application/xhtml+xml": markup != .pages && ContentSniff.isWholePage(bytes)
        default: false
        }
    }

    private static let texts: [String: PromisedText] = {
        var texts: [String: PromisedText] = [:]
        for (noun, markup, extensions) in kinds {
            for name in extensions.split(separator: " ") {
                texts[String(name)] = PromisedText(noun: noun, markup: markup)
            }
        }
        return texts
    }()

    private static let kinds: [(noun: String, markup: Markup, extensions: String)] = [
        ("plain text", .none, "txt text log asc"),
        ("Markdown", .elements, "md markdown mkd mdown rmd qmd"),
        ("marked-up text", .elements, "rst adoc asciidoc org textile"),
        ("TeX", .none, "tex latex ltx sty cls"),
        ("XML", .pages, "xml xsd xsl xslt rss atom opml rdf svg gpx kml mml musicxml"),
        ("a contact", .none, "vcf"),
        ("subtitles", .none, "vtt"),
        ("settings", .none, "yml ini cfg conf"),
        ("lines of JSON", .none, "jsonl ndjson"),
        (
            "source code", .none,
            "c h cc cpp cxx hpp cs java kt scala swift py r jl m hs ml rs go js mjs ts css sql sh lean"
        ),
    ]
}
