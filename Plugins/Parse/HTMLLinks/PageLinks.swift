import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Decides which links lead to further pages of the catalogue.
struct PageLinks: Sendable {
    static let depthSetting = Setting<Int>(
        "depth", default: 0, constraint: .within(0...8),
        help: "How many links lead from the page to the last pages that are read, too; 0 reads the one page")
    static let robotsSetting = Setting<Bool>(
        "robots", default: true, help: "Whether pages that robots.txt keeps programs out of are left out")
    static let nofollowSetting = Setting<Bool>(
        "nofollow", default: true,
        help: "Whether links to further pages that the page marks with nofollow are left out")

    // What pages are called; whatever has another extension is a file.
    private static let extensions: Set<String> = [
        "html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "cgi", "pl",
    ]
    // The most pages that one page may name.
    private static let maxPages = 10_000

    private let depth: Int
    private let heedsRobots: Bool
    private let heedsNofollow: Bool

    /// Follows nothing, unless the settings say so.
    init(_ settings: Settings = Settings()) {
        depth = settings[Self.depthSetting]
        heedsRobots = settings[Self.robotsSetting]
        heedsNofollow = settings[Self.nofollowSetting]
    }

    /// Whether links of a page are followed.
    func follows(_ document: CatalogDocument) -> Bool { document.page?.depth ?? 0 < depth }

    /// The pages that a page leads to: of the same site, in the first page's folder or below, each once.
    ///
    /// - Parameters:
    ///   - page: the page's links.
    ///   - document: the page.
    ///   - budget: resolves references.
    ///   - isDocument: whether a link is to a document instead.
    /// - Returns: the pages, in the page's order.
    func pages(
        _ page: LinkCollector, of document: CatalogDocument, _ budget: CatalogBudget,
        isDocument: (Link) -> Bool
    ) -> [CatalogPage] {
        guard follows(document), !(heedsNofollow && page.isNofollow),
            let scope = FolderScope(document.page?.start ?? document.url)?.seen(from: document.url)
        else { return [] }
        var seen: Set<String> = []
        var pages: [CatalogPage] = []
        for link in page.links {
            guard budget.goesOn(), pages.count < Self.maxPages else { break }
            guard link.embedding == nil, !(heedsNofollow && link.isNofollow), !isDocument(link),
                let url = budget.resolve(link.reference)
            else { continue }
            let address = url.withoutFragment
            guard Self.isPage(address), case .inside = scope.position(of: address),
                seen.insert(address).inserted
            else { continue }
            var page = CatalogPage(url: address)
            page.heedsRobots = heedsRobots
            pages.append(page)
        }
        return pages
    }

    private static func isPage(_ url: String) -> Bool {
        URLReference.fileExtension(url).map(extensions.contains) ?? true
    }
}
