import CarrelModel
import CarrelStages
import CarrelTesting

/// As the parser of lines, with the next page in a line `> URL`.
struct NextParser: Parser {
    func recognition(of documents: [CatalogDocument]) -> Recognition { .certain }

    func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let parsed = try LineParser().parseWithPages(documents)
        var catalog = parsed.catalog
        catalog.pages = parsed.pages.map { CatalogPage(url: String($0), isNext: true) }
        catalog.saysNothing = parsed.catalog.collections.isEmpty
        return catalog
    }
}
