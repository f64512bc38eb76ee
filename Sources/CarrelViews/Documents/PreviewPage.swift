import CarrelBasics
import CarrelDigest
import CarrelHTTP
import CarrelMarkdown
import CarrelModel
import Foundation

/// A preview as HTML: a page that stands alone, or the part of one that holds the document's text.
///
/// A page has no scripts and makes no request; its own policy (Content Security Policy) forbids them, too.
public enum PreviewPage {
    /// The whole page.
    ///
    /// - Parameters:
    ///   - preview: the preview.
    ///   - name: the title of a document that has none.
    /// - Returns: the page, in UTF-8.
    public static func page(of preview: Preview, name: String) -> String {
        let title = (preview.title ?? name).singleLine
        let words = HTMLText.escaped(title)
        let hasHeading = preview.form == .markdown && preview.text.hasPrefix("# \(title)\n")
        let body = body(of: preview)
        var notes = preview.notes
        if preview.isTruncated || body.isCut { notes.append("There is more in the document.") }
        var parts = [
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="referrer" content="no-referrer">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(words)</title>
            <style>\(style)</style>
            </head>
            <body>
            """
        ]
        if !hasHeading { parts.append("<h1 dir=\"auto\">\(words)</h1>") }
        if let summary = preview.summary, !preview.text.hasPrefix(summary) {
            parts.append("<p class=\"summary\" dir=\"auto\">\(HTMLText.escaped(summary))</p>")
        }
        parts.append(facts(of: preview))
        parts.append("<main\(speech(of: preview))>\n\(body.html)</main>")
        parts += notes.map { "<p class=\"note\">\(HTMLText.escaped($0))</p>" }
        return (parts + ["</body>", "</html>", ""]).joined(separator: "\n")
    }

    /// The document's text as whole elements, page by page where it has pages: `page-3` is where the third one begins.
    ///
    /// - Parameters:
    ///   - preview: the preview.
    ///   - limits: how much of the text is read and written.
    ///   - naming: what stands above a page, such as `Slide 3`; in English unless told.
    /// - Returns: the elements, to stand in `main`, `article` or the like.
    public static func body(
        of preview: Preview, limits: MarkdownHTML.Limits = MarkdownHTML.Limits(),
        naming: ((Int) -> String)? = nil
    ) -> MarkdownHTML.Fragment {
        let kind = preview.pageKind.rawValue.capitalized
        var result = MarkdownHTML.Fragment(html: "", isCut: false)
        var left = limits
        for part in parts(of: preview) {
            if let page = part.page {
                let name = HTMLText.escaped(naming?(page) ?? "\(kind) \(page)")
                result.html += "<p class=\"page\" id=\"page-\(page)\">\(name)</p>\n"
            }
            guard left.maxText > 0, left.maxHTML > 0 else {
                result.isCut = true
                break
            }
            let before = result.html.utf8.count
            switch preview.form {
            case .markdown:
                let made = MarkdownHTML.fragment(part.text, limits: left)
                result.html += made.html
                result.isCut = result.isCut || made.isCut
            case .plain:
                let (text, isCut) = part.text.prefix(utf8: left.maxText)
                if !text.isEmpty { result.html += "<pre class=\"text\">\(HTMLText.escaped(text))</pre>\n" }
                result.isCut = result.isCut || isCut
            }
            left.maxText -= part.text.utf8.count
            left.maxHTML -= result.html.utf8.count - before
        }
        return result
    }

    /// The text of each page, in order.
    private static func parts(of preview: Preview) -> [(page: Int?, text: String)] {
        let bytes = Array(preview.text.utf8)
        let marks = preview.pageMarks.filter { (0..<max(1, bytes.count)).contains($0.offset) }
            .sorted { $0.offset < $1.offset }
        var parts: [(page: Int?, text: String)] = []
        let add = { (page: Int?, range: Range<Int>) in
            parts.append((page, String(decoding: bytes[range], as: UTF8.self)))
        }
        let first = marks.first?.offset ?? bytes.count
        if first > 0 { add(nil, 0..<first) }
        for (index, mark) in marks.enumerated() {
            let end = index + 1 < marks.count ? marks[index + 1].offset : bytes.count
            add(mark.page, mark.offset..<end)
        }
        return parts
    }

    private static func facts(of preview: Preview) -> String {
        var facts = [("type", preview.mediaType.essence)]
        if let pages = preview.pages { facts.append(("\(preview.pageKind.rawValue)s", String(pages))) }
        facts += preview.metadata.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let rows = facts.map { name, value in
            "<tr><th scope=\"row\">\(HTMLText.escaped(name))</th><td dir=\"auto\">\(HTMLText.escaped(value))</td></tr>"
        }
        return "<table class=\"facts\">\n\(rows.joined(separator: "\n"))\n</table>"
    }

    /// The language that the document says it is in, and its direction.
    private static func speech(of preview: Preview) -> String {
        // Source code and notebooks have a language of another kind.
        let isCode = preview.metadata["lines"] != nil || preview.metadata["cells"] != nil
        guard !isCode, let tag = preview.metadata["language"],
            tag.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}/) != nil
        else { return " lang=\"\" dir=\"auto\"" }
        let direction =
            switch Locale.Language(identifier: tag).characterDirection {
            case .rightToLeft: "rtl"
            case .leftToRight: "ltr"
            default: "auto"
            }
        return " lang=\"\(tag)\" dir=\"\(direction)\""
    }

    private static let style = """
        body{max-width:48em;margin:2em auto;padding:0 1em;font-family:serif;line-height:1.4}\
        table{border-collapse:collapse}th,td{border:1px solid;padding:.2em .5em;text-align:start;vertical-align:top}\
        .facts{font-size:smaller}.facts td{white-space:pre-line}.right{text-align:end}.center{text-align:center}\
        pre{white-space:pre-wrap;overflow-wrap:break-word}blockquote{border-inline-start:3px solid;margin:1em;padding:0 1em}\
        .page{border-top:1px solid;margin-top:2em;font-size:smaller}.summary,.note{font-style:italic}
        """

    private static let policy =
        "default-src 'none'; style-src 'sha256-\(styleDigest)'; base-uri 'none'; form-action 'none'"

    private static let styleDigest = SHA256.base64(SHA256.digits(of: style.utf8))
}
