import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import HTMLSummaryPreviewing

/// Pages to read, and words to fill them with.
enum Pages {
    /// The preview of a page.
    static func show(_ html: String, limits: PreviewLimits = PreviewLimits()) async throws -> Preview {
        try await preview(Data(html.utf8), as: .html, with: HTMLSummaryPreviewer(), limits: limits)
    }

    /// A paragraph of three sentences that no other number has.
    static func words(_ number: Int) -> String {
        """
        The tide number \(number) rises twice a day, and it falls as often as it rises. Sailors of harbour \(number) note the \
        height of the water every hour, because the sand moves under it. Nobody has measured bank \(number) since the war.
        """
    }

    /// Paragraphs with such words.
    static func paragraphs(_ numbers: ClosedRange<Int>) -> String {
        numbers.map { "<p>\(words($0))</p>" }.joined(separator: "\n")
    }

    /// The same as Markdown.
    static func text(_ numbers: ClosedRange<Int>) -> String {
        numbers.map(words).joined(separator: "\n\n")
    }

    /// A list of links.
    static func links(_ count: Int) -> String {
        "<ul>" + (1...count).map { "<li><a href=\"/\($0)\">Harbour \($0)</a></li>" }.joined() + "</ul>"
    }

    /// Elements that each lead to another page.
    static func cards(_ count: Int, in classes: String = "k7") -> String {
        (1...count).map {
            """
            <div class="\(classes)"><a href="/c\($0)"><img src="/c\($0).jpg"></a><h3><a href="/c\($0)">Why gulls prefer pier \($0)</a>\
            </h3><p>A walk along the shore with number \($0) of the people who count birds.</p><span>2 hours ago</span></div>
            """
        }.joined()
    }

    /// The head of a page that says it is an article.
    static let articleHead = """
        <!DOCTYPE html><html lang="en"><head><title>Of tides | The Shore</title><meta property="og:type" content="article">
        <meta property="og:title" content="Of tides"></head>
        """
}
