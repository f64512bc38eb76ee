import CarrelBasics
import CarrelCore
import CarrelHTML
import CarrelHTTP
import CarrelMarkdown
import CarrelModel
import Foundation

/// The pages of a site, which need no server and no script, request nothing from elsewhere, and show every text as text.
struct SitePages {
    /// A collection with the documents that it lists.
    struct Collection {
        var address: String
        var title: String
        var catalogName: String
        var copies: [ExportedLibrary.Copy]
    }

    private let library: ExportedLibrary

    init(_ library: ExportedLibrary) { self.library = library }

    /// The page of a document.
    static func address(of copy: ExportedLibrary.Copy) -> String { "\(copy.name).html" }

    // MARK: Pages

    /// The first page: the collections, then all documents, which a small script filters by what is typed.
    func index(_ collections: [Collection]) -> Markup {
        let rows = collections.map { collection -> Markup in
            """
            <li><a href="\(collection.address)">\(Markup.isolated(collection.title))</a> \
            <small>\(collection.catalogName) · \(collection.copies.count)</small></li>

            """
        }
        let documents = collections.map { collection in
            Markup.joined(collection.copies.map { item($0, also: collection.title) })
        }
        return page(
            library.title, date: library.date, hasScript: true,
            """
            <h1>\(Markup.isolated(library.title))</h1>
            <h2>Collections</h2>
            <ul>\(rows)</ul>
            <h2 id="all">Documents</h2>
            <p hidden><label>Find <input type="search" id="find" autocomplete="off"></label> <output id="count"></output></p>
            <ul id="documents">\(documents)</ul>

            """)
    }

    func page(of collection: Collection) -> Markup {
        page(
            collection.title,
            """
            <nav><a href="index.html">\(Markup.isolated(library.title))</a></nav>
            <h1>\(Markup.isolated(collection.title))</h1>
            <p><small>\(collection.catalogName)</small></p>
            <ul>\(collection.copies.map { item($0, also: nil) })</ul>

            """)
    }

    /// The page of a document.
    ///
    /// - Parameters:
    ///   - copy: the document.
    ///   - collection: a collection that lists it.
    ///   - preview: what is in it; `nil` if that is not known.
    ///   - picture: where its picture is, relative to the page.
    ///   - reason: why there is no preview.
    func page(
        of copy: ExportedLibrary.Copy, in collection: Collection?, _ preview: Preview?, picture: String?,
        reason: String?
    ) -> Markup {
        let title = copy.document.row.label
        return page(
            title,
            """
            <nav><a href="index.html">\(Markup.isolated(library.title))</a>\
            \(Markup.when(collection) { " › <a href=\"\($0.address)\">\(Markup.isolated($0.title))</a>" })</nav>
            <h1>\(Markup.isolated(title))</h1>
            <p>\(link(to: copy))</p>
            \(facts(of: copy, preview))
            \(Markup.when(preview?.summary) { "<p class=\"summary\">\(Markup.isolated($0))</p>" })
            \(Markup.when(picture ?? shown(copy)) { "<p><img src=\"\($0)\" alt=\"\(title)\"></p>" })
            \(Markup.when(preview) { text(of: $0) })
            \(Markup.when(reason) { "<p class=\"note\">\($0)</p>" })

            """)
    }

    // MARK: Parts

    private func item(_ copy: ExportedLibrary.Copy, also collection: String?) -> Markup {
        """
        <li><a href="\(Self.address(of: copy))">\(Markup.isolated(copy.document.row.label))</a> \
        <small>\(Markup.when(collection) { "\(Markup.isolated($0)) · " })\
        \(ByteCount(copy.file.digest.size).description)</small></li>

        """
    }

    /// A link to the document itself, which downloads what a browser would run as a page of this site.
    private func link(to copy: ExportedLibrary.Copy) -> Markup {
        let name = String(DocumentName.split(copy.document.stored.name).file)
        let isShown = Self.harmless.contains(copy.document.mediaType.essence)
        return """
            <a href="\(copy.file.address)"\(Markup.when(!isShown, " download"))>\(Markup.isolated(name))</a>
            """
    }

    /// Types that a browser shows without running what is in them.
    private static let harmless: Set = [
        "application/pdf", "text/plain", "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif",
        "audio/mpeg", "video/mp4",
    ]

    /// The document itself if it is a picture of a harmless type and moderate size.
    private func shown(_ copy: ExportedLibrary.Copy) -> String? {
        let type = copy.document.mediaType.essence
        guard Self.harmless.contains(type), type.hasPrefix("image/"), copy.file.digest.size <= 16 << 20
        else { return nil }
        return copy.file.address
    }

    /// The most facts of a preview that stand before its text.
    private static let mostFacts = 20

    private func facts(of copy: ExportedLibrary.Copy, _ preview: Preview?) -> Markup {
        var facts: [(String, Markup)] = [
            ("Size", "\(ByteCount(copy.file.digest.size).description)"),
            ("Type", "\((preview?.mediaType ?? copy.document.mediaType).essence)"),
        ]
        if let pages = preview?.pages { facts.append(("Pages", "\(pages)")) }
        for (name, value) in (preview?.metadata ?? [:]).sorted(by: { $0.key < $1.key }).prefix(Self.mostFacts)
        {
            facts.append((Self.words(name), Markup.isolated(value)))
        }
        facts.append(("Stored", "\(copy.document.stored.storedAt.formatted(.iso8601))"))
        let address = copy.document.stored.address(of: copy.document.row.item)
        facts.append(("Source", source(ShownText.of(address))))
        facts.append(("SHA-256", "<code>\(copy.file.digest.sha256)</code>"))
        return "<dl>\(facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" as Markup })</dl>"
    }

    /// The name of a fact as words: `pageSize` is “Page size”.
    private static func words(_ name: String) -> String {
        let spaced = name.reduce(into: "") { text, letter in
            text += letter.isUppercase ? " " + letter.lowercased() : String(letter)
        }
        return spaced.prefix(1).uppercased() + spaced.dropFirst()
    }

    private func source(_ address: String) -> Markup {
        guard RequestTarget.refusal(of: address) == nil else { return Markup.isolated(address) }
        return "<a href=\"\(address)\" rel=\"noopener noreferrer nofollow\">\(Markup.isolated(address))</a>"
    }

    private func text(of preview: Preview) -> Markup {
        let areAllShown = preview.metadata.count <= Self.mostFacts
        let preview = areAllShown ? preview.withoutFactsInText : preview
        let notes = preview.notes.map { note -> Markup in "<p class=\"note\">\(note)</p>" }
        let rest =
            preview.part == .withGaps
            ? "Parts of the text are left out." : "The text goes on in the document."
        let cut = Markup.when(preview.isTruncated, "<p class=\"note\">\(rest)</p>")
        guard !preview.text.isEmpty else { return Markup.joined(notes) }
        let text: Markup =
            switch preview.form {
            case .plain: "<div class=\"text\">\(lines: preview.text)</div>"
            // Only elements of an allow-list, and links to web pages.
            case .markdown: "<div>\(Markup(trusted: MarkdownHTML.fragment(preview.text).html))</div>"
            }
        return "<article dir=\"auto\">\(text)</article>\(cut)\(notes)"
    }

    // MARK: The frame

    // Only the first page is dated: another export leaves the others as they are, unless what they show has changed.
    private func page(
        _ title: String, date: Date? = nil, hasScript: Bool = false, _ content: Markup
    ) -> Markup {
        let scripts: Markup = hasScript ? "; script-src '\(SiteAssets.scriptHash)'" : .none
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; \
            style-src '\(SiteAssets.styleHash)'\(scripts); base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
            <title>\(title)</title><style>\(Markup(trusted: SiteAssets.style))</style></head>
            <body>
            \(content)\
            <footer><small>\(library.generator)\(Markup.when(date) { " · \($0.formatted(.iso8601))" })</small></footer>
            \(Markup.when(hasScript, "<script>\(Markup(trusted: SiteAssets.script))</script>\n"))</body></html>

            """
    }
}

extension Markup {
    /// Pieces one behind the other.
    fileprivate static func joined(_ parts: [Markup]) -> Markup { "\(parts)" }
}
