import CarrelBasics
import CarrelMarkup

/// What a book says about itself.
struct BookFacts {
    private(set) var title: String?
    /// The book's description of itself.
    private(set) var description: String?
    private(set) var metadata: [String: String] = [:]

    /// The facts of an EPUB, from its package document.
    init(package root: MarkupElement) {
        var (creators, subjects): ([String], [String]) = ([], [])
        for element in root.first("opf:metadata")?.elements.map({ $0 }) ?? [] {
            // Books of the first version have a further element around these.
            for element in element.name == "opf:dc-metadata" ? Array(element.elements) : [element] {
                switch element.name {
                case "dc:title": if title == nil { title = element.text.titleText.nonEmpty }
                case "dc:creator": creators.append(element.text.titleText)
                case "dc:subject": subjects.append(element.text.titleText)
                case "dc:language": note("language", element.text)
                case "dc:publisher": note("publisher", element.text)
                case "dc:identifier": note("identifier", element.text)
                case "dc:date": note("published", element.text)
                case "dc:description": take(description: element.text)
                case "opf:meta" where element["property"] == "dcterms:modified":
                    note("modified", element.text)
                default: break
                }
            }
        }
        note("author", creators.filter { !$0.isEmpty }.joined(separator: ", "))
        note("subject", subjects.filter { !$0.isEmpty }.joined(separator: ", "))
    }

    /// The facts of a FictionBook, from its description.
    init(fiction root: MarkupElement?) {
        let (book, publishing) = (root?.first("title-info"), root?.first("publish-info"))
        title = book?.first("book-title")?.text.titleText.nonEmpty
        let authors = (book?.all("author") ?? []).map { author in
            let name = ["first-name", "middle-name", "last-name"].compactMap {
                author.first($0)?.text.singleLine
            }
            .filter { !$0.isEmpty }.joined(separator: " ")
            return name.isEmpty ? author.first("nickname")?.text.singleLine ?? "" : name
        }
        note("author", authors.filter { !$0.isEmpty }.joined(separator: ", "))
        note("language", book?.first("lang")?.text ?? "")
        note("keywords", book?.first("keywords")?.text ?? "")
        note("subject", (book?.all("genre") ?? []).map(\.text.singleLine).joined(separator: ", "))
        note("published", publishing?.first("year")?.text ?? book?.first("date").map { $0.text } ?? "")
        note("publisher", publishing?.first("publisher")?.text ?? "")
        note("identifier", publishing?.first("isbn")?.text ?? root?.first("document-info", "id")?.text ?? "")
        let paragraphs = book?.first("annotation")?.elements.map { $0.text.singleLine } ?? []
        take(description: paragraphs.joined(separator: " "))
    }

    private mutating func take(description text: String) {
        let words = HTMLFragment.text(text).singleLine
        if description == nil, !words.isEmpty { description = words }
    }

    private mutating func note(_ name: String, _ value: String) {
        let value = value.titleText
        if !value.isEmpty, metadata[name] == nil { metadata[name] = value }
    }
}
