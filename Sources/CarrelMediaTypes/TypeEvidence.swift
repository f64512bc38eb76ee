import CarrelHTTP

/// What is known of a document's type from three sides, and what follows.
struct TypeEvidence {
    /// What libmagic found in the content.
    var found: MediaType?
    /// Whether there is no content.
    var isEmpty = false
    /// Whether the content begins as an HTML page does.
    var beginsAsPage = false
    /// What the server said.
    var declared: MediaType?
    /// What the name's extension stands for.
    var named: MediaType?

    var decision: MediaType {
        guard !isEmpty else { return firstTold ?? .plainText }
        guard let found, !found.isOpaque else {
            // Content without a mark of its own: believe what is said, unless it says text.
            return told.first { !$0.isTextual } ?? .octetStream
        }
        if found.isGuessOfText { return withCharset(textual) }
        if found.essence == MediaType.html.essence, !beginsAsPage { return withCharset(page) }
        // A narrower type of the same syntax, such as a feed for XML.
        if let narrower = told.first(where: { $0.isNarrower(than: found) }) { return withCharset(narrower) }
        return withCharset(found)
    }

    /// What characters are that libmagic guesses at: what is said, and a page where they begin as one and nobody says
    /// more than that it is text.
    private var textual: MediaType {
        let type = told.first { $0.isTextual } ?? .plainText
        return beginsAsPage && type.essence == MediaType.plainText.essence ? .html : type
    }

    /// What a text with tags in it is: a page, unless it is said to be another text, as notes in Markdown are.
    private var page: MediaType {
        guard let type = told.first(where: { $0.isTextual }) else { return .html }
        return type.isMarkup ? (type.isNarrower(than: .html) ? type : .html) : type
    }

    /// What is said about the document, the nearer first, as far as it says something.
    private var told: [MediaType] { [declared, named].compactMap { $0 }.filter { !$0.isOpaque } }

    private var firstTold: MediaType? { told.first }

    /// The type with the charset that was declared, which content does not show.
    private func withCharset(_ type: MediaType) -> MediaType {
        guard type.isTextual, type.charset == nil, let charset = declared?.charset else { return type }
        return MediaType("\(type.essence); charset=\(charset)") ?? type
    }
}

extension MediaType {
    /// Whether the type's documents are characters.
    fileprivate var isTextual: Bool {
        isText || essence.hasSuffix("+json") || essence.hasSuffix("+xml")
            || Self.textualApplications.contains(essence)
    }

    /// Whether libmagic says only that it is text: its guesses of programming languages are not reliable, and a page
    /// with much of a script at its beginning is a script to it.
    fileprivate var isGuessOfText: Bool {
        // A plotter's commands begin with two letters, and so does a text about springs: SP.
        if essence == "application/vnd.hp-hpgl" || Self.programs.contains(essence) { return true }
        return isText
            && !["text/html", "text/xml", "text/rtf", "text/calendar", "text/vcard"].contains(essence)
    }

    /// Whether the type's documents are HTML or XML.
    fileprivate var isMarkup: Bool {
        essence == "text/html" || essence == "text/xml" || essence == "application/xml"
            || essence.hasSuffix("+xml")
    }

    private static let programs: Set<String> = [
        "application/javascript", "application/x-javascript", "application/x-httpd-php", "application/x-sh",
    ]

    /// Whether the type says the same about the syntax, and more about the meaning.
    fileprivate func isNarrower(than found: MediaType) -> Bool {
        switch found.essence {
        case essence: charset != nil
        case "text/xml", "application/xml":
            essence.hasSuffix("+xml") || ["text/x-opml", "text/html"].contains(essence)
        case "text/html": essence == "application/xhtml+xml"
        case "application/json", "application/x-ndjson": essence.hasSuffix("+json")
        case "application/zip":
            essence.hasSuffix("+zip") || essence.hasPrefix("application/vnd.openxmlformats")
                || essence.hasPrefix("application/vnd.oasis") || essence == "application/java-archive"
        case "application/x-ole-storage", "application/cdfv2":
            essence == "application/msword" || essence.hasPrefix("application/vnd.ms-")
        default: false
        }
    }

    private static let textualApplications: Set<String> = [
        "application/javascript", "application/json", "application/toml", "application/x-httpd-php",
        "application/x-javascript", "application/x-sh", "application/x-tex", "application/xml",
        "application/yaml",
    ]
}
