import CarrelBasics
import CarrelDates
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelRegex
import CarrelStages
import CarrelXMLReading
import Foundation

/// Reads a sitemap or an index entry by entry, and makes an item or a page of each.
struct SitemapReader: CatalogXMLReader {
    static let kind = "a sitemap or an index of sitemaps"
    static let namespaces = [
        "http://www.sitemaps.org/schemas/sitemap/0.9": "",
        "https://www.sitemaps.org/schemas/sitemap/0.9": "",
        "http://www.google.com/schemas/sitemap/0.84": "",
        "http://www.google.com/schemas/sitemap-image/1.1": "image",
    ]
    static let roots: Set<String> = ["urlset", "sitemapindex"]
    static let parts: Set<String> = ["url", "sitemap"]
    // More of one page are of no use to anybody.
    private static let maxImages = 1000

    let budget: CatalogBudget
    var problems = ProblemList()
    private(set) var items: [Item] = []
    private(set) var pages: [CatalogPage] = []
    /// How many entries there are, usable or not.
    private(set) var found = 0
    /// Whether the document names sitemaps, not documents.
    private(set) var isIndex = false

    private let url: URL
    private let documents: SitemapDocuments
    private let pattern: LinearPattern?

    init(
        _ document: CatalogDocument, _ documents: SitemapDocuments, _ pattern: LinearPattern?,
        _ budget: CatalogBudget
    ) {
        url = document.url
        self.documents = documents
        self.pattern = pattern
        self.budget = budget
    }

    var isUsable: Bool { found == 0 || !items.isEmpty || !pages.isEmpty }

    mutating func begin(_ name: String, _ attributes: [String: String]) {
        if name == "sitemapindex" { isIndex = true }
    }

    mutating func take(_ part: MarkupElement, line: Int) {
        found += 1
        let changed = part.line("lastmod").flatMap(WrittenDate.init)
        guard let address = address(of: part, "loc", line) else { return }
        if isIndex {
            takePage(address, changed, line)
        } else {
            takeItems(address, changed, part, line)
        }
    }

    /// Reads a sitemap in text form: an address on each line.
    mutating func read(lines: String) {
        var number = 0
        for line in lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            guard budget.goesOn() else { return }
            let text = String(line).addressText
            guard !text.isEmpty else { continue }
            found += 1
            guard let address = fetchable(text, isAbsolute: true, number), documents != .images,
                isWanted(address)
            else { continue }
            take(Self.page(address))
        }
    }

    /// An absolute address of something to fetch; anything else is reported.
    private mutating func address(of element: MarkupElement, _ name: String, _ line: Int) -> String? {
        guard let text = element.first(name)?.text.addressText, !text.isEmpty else {
            problems.add("line \(line)", "an entry without an address (loc); skipped", gap: .lasting)
            return nil
        }
        return fetchable(text, isAbsolute: false, line)
    }

    private mutating func fetchable(_ text: String, isAbsolute: Bool, _ line: Int) -> String? {
        guard URLReference.hasScheme(text) || !isAbsolute, let address = budget.fetchable(text) else {
            problems.add(
                "line \(line)", "“\(text.titleText)” leads nowhere on the web; skipped", gap: .lasting)
            return nil
        }
        return address
    }

    private mutating func takePage(_ address: String, _ changed: WrittenDate?, _ line: Int) {
        guard let url = URL(string: address), address != self.url.absoluteString else {
            problems.add("line \(line)", "the index lists itself; skipped")
            return
        }
        let listed = changed.flatMap { date in
            date.isOfChange ? date.end.map { CatalogPage.ListedDate(date.text, end: $0) } : nil
        }
        pages.append(CatalogPage(url: address, collection: SitemapName.of(url), lastModified: listed))
    }

    private mutating func takeItems(
        _ address: String, _ changed: WrittenDate?, _ entry: MarkupElement, _ line: Int
    ) {
        if documents != .images, isWanted(address) {
            let details = changed.map { [Detail("Last modified", $0.text, key: .lastModified)] } ?? []
            take(Self.page(address, details))
        }
        guard documents != .pages else { return }
        for image in entry.all("image:image").prefix(Self.maxImages) {
            guard let url = self.address(of: image, "image:loc", line), isWanted(url) else { continue }
            let (title, caption) = (image.line("image:title"), image.line("image:caption"))
            take(
                Item(
                    title: title ?? caption ?? Self.title(url), subtitle: title == nil ? nil : caption,
                    details: [Detail("Page", address)], url: url))
        }
    }

    private func isWanted(_ address: String) -> Bool { pattern?.isFound(in: address) ?? true }

    private mutating func take(_ item: Item) {
        if budget.takeItem() { items.append(item) }
    }

    /// The item of a page; where its address ends like a file it says that it is one, as `/wiki/Node.js` is about that.
    private static func page(_ address: String, _ details: [Detail] = []) -> Item {
        var item = Item(title: title(address), details: details, url: address)
        if ContentSniff.isOfUnsignedKind(DocumentName.fileExtension(of: item)) {
            item.details.append(Detail("Page", address, key: .page))
        }
        return item
    }

    /// The path without its first slash, which tells pages of one name apart; for the site itself its host.
    private static func title(_ address: String) -> String {
        guard let url = URL(string: address) else { return address.titleText }
        let path = url.path(percentEncoded: false).drop { $0 == "/" }
        let text = (url.query(percentEncoded: false).map { "\(path)?\($0)" } ?? String(path)).titleText
        return text.isEmpty ? (url.host ?? address).titleText : text
    }
}
