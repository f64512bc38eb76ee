import CarrelBasics
import CarrelCore
import CarrelHTML
import CarrelHTTP
import CarrelMarkdown
import CarrelModel
import CarrelViews

/// Two versions of a document beside each other, and what changed between them.
struct VersionsPage: Sendable {
    /// One of the two: the version, and what is inside or why that cannot be shown.
    struct Side: Sendable {
        var version: Desk.Version
        var preview: Preview?
        var trouble: String?
    }

    let context: PageContext
    let row: LibraryView.Row
    /// All versions, oldest first.
    let versions: [Desk.Version]
    let earlier: Side
    let later: Side

    // What a page shows; the whole of it is in the documents.
    private static let (mostChanges, mostPages, contextWords) = (500, 200, 8)

    /// The page.
    var markup: Markup {
        """
        <div class="scroll" tabindex="-1"><div class="sheet-page comparison">\
        <p><a href="\(context.link(PageAddress(row.entry)))">\(.isolated(row.item.title))</a></p>\
        <h1 tabindex="-1">\(context.text(.versions))</h1>\(choice)\(changes)\
        <section><h2>\(context.text(.besideEachOther))</h2>\(beside)</section></div></div>
        """
    }

    // MARK: Which

    private var choice: Markup {
        let hidden = PageAddress(row.entry).fields(context.snapshot).map { name, value -> Markup in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
        }
        return """
            <form class="choice" method="get" action="/versions">\(hidden)\
            \(select("from", .earlierVersion, earlier.version))\(select("to", .laterVersion, later.version))\
            <button>\(context.text(.compare))</button></form>
            """
    }

    private func select(_ name: String, _ label: Phrase, _ chosen: Desk.Version) -> Markup {
        let options = versions.map { version -> Markup in
            let locale = context.locale
            let date = version.date.map { "\(DateMarkup.text($0, locale))" as Markup }
            let attributes = Markup.when(version.date) { DateMarkup.attributes($0, locale) }
            return """
                <option value="\(Self.value(version))"\(.when(version == chosen, " selected"))\(attributes)>\(self.name(version, date))</option>
                """
        }
        return "<label>\(context.text(label)) <select name=\"\(name)\">\(options)</select></label>"
    }

    /// What stands for a version in an address: its number, and 0 for the stored document.
    static func value(_ version: Desk.Version) -> Int { version.number ?? 0 }

    private func short(_ version: Desk.Version) -> String {
        version.number.map { context.text(.versionNumber, String($0)) } ?? context.text(.currentVersion)
    }

    /// A version with its date, its size, and whether it can be read.
    private func name(_ version: Desk.Version, _ date: Markup?) -> Markup {
        let size = version.digest.map { "\(context.size($0.size))" as Markup }
        let trouble = version.trouble.map { _ in "\(context.text(.isUnreadable))" as Markup }
        let rest = [date, size, trouble].compactMap(\.self).map { " · \($0)" as Markup }
        return "\(short(version))\(rest)"
    }

    // MARK: What changed

    private var changes: Markup {
        guard let old = earlier.preview, let new = later.preview else { return .none }
        let all = TextDifference(from: old, to: new).changes
        let items = all.prefix(Self.mostChanges).map { change -> Markup in
            let page = Markup.when(change.page) {
                "<span class=\"soft\">\(new.pageKind.number($0, context.language))</span> "
            }
            return "<li>\(page)\(change.shortened(Self.contextWords).words.map(words))</li>"
        }
        let isCut = all.count > items.count || old.isTruncated || new.isTruncated
        let list: Markup =
            items.isEmpty
            ? "<p class=\"empty\">\(context.text(.sameText))</p>" : "<ol class=\"changes\">\(items)</ol>"
        return """
            <section><h2>\(context.text(.whatChanged))</h2>\(list)\
            \(.when(isCut, "<p class=\"note\">\(context.text(.comparedInPart))</p>"))</section>
            """
    }

    /// Words, told by an element, a sign and a word for whoever listens.
    private func words(_ words: TextDifference.Words) -> Markup {
        switch words.kind {
        case .kept: "\(words.text) "
        case .removed:
            "<del><span class=\"unseen\">\(context.text(.removedWords)): </span>\(words.text)</del> "
        case .added: "<ins><span class=\"unseen\">\(context.text(.addedWords)): </span>\(words.text)</ins> "
        }
    }

    // MARK: Beside each other

    private var beside: Markup {
        guard let old = pictures(earlier), let new = pictures(later) else {
            return "<div class=\"pair\">\(text(earlier))\(text(later))</div>"
        }
        // Page beside page, however far one is longer.
        let pages = (0..<max(old.count, new.count)).map { index -> Markup in
            let empty: Markup = "<div></div>"
            return """
                <div class="pair">\(index < old.count ? old[index] : empty)\(index < new.count ? new[index] : empty)</div>
                """
        }
        return "\(pages)"
    }

    private func text(_ side: Side) -> Markup {
        let body: Markup =
            if let preview = side.preview {
                """
                <section class="reading" data-form="\(preview.form.rawValue)">\(reading(preview))</section>
                """
            } else {
                "<p class=\"empty\">\(.isolated(side.trouble ?? ""))</p>"
            }
        let date = side.version.date.map { DateMarkup.markup($0, context.locale) }
        return "<div><h3>\(name(side.version, date))</h3>\(body)</div>"
    }

    private func reading(_ preview: Preview) -> Markup {
        let body = PreviewPage.body(of: preview) { preview.pageKind.number($0, context.language) }
        return Markup(trusted: body.html)
    }

    /// The pages of a version as pictures; `nil` for a document that has none.
    private func pictures(_ side: Side) -> [Markup]? {
        guard let preview = side.preview else { return nil }
        let pages: Int
        switch preview.mediaType.essence {
        case "application/pdf": pages = min(max(1, preview.pages ?? 1), Self.mostPages)
        case let type where type.hasPrefix("image/"): pages = 1
        default: return nil
        }
        return (1...pages).map { page in
            let link = context.link(
                PageAddress(row.entry), path: "/picture",
                [("page", String(page)), ("width", "1200")]
                    + [side.version.number.map { ("version", String($0)) }].compactMap(\.self))
            let label = context.text(.pageNumber, String(page))
            return """
                <figure class="sheet"><img src="\(link)" alt="\(label)" loading="lazy" decoding="async">\
                <figcaption>\(short(side.version)) · \(page) / \(pages)</figcaption></figure>
                """
        }
    }
}
