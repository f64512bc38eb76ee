import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelRegex
import CarrelStages
import CarrelText
import CarrelXMLReading
import Foundation

/// Parses sitemaps (sitemaps.org) and indexes of them, with the pictures that they name.
///
/// Each sitemap is a collection; those that an index names are further pages of the catalogue.
public struct SitemapParser: Parser {
    // How many indexes may stand within each other.
    private static let maxDepth = 3

    private let documents: SitemapDocuments
    private let pattern: LinearPattern?
    private let settings: Settings

    /// Makes a parser for the pages that sitemaps list.
    public init() {
        documents = .pages
        pattern = nil
        settings = Settings()
    }

    init(_ settings: Settings) throws(PluginError) {
        self.settings = settings
        documents = settings[Self.documentsSetting]
        pattern = try settings[Self.patternSetting].map { text throws(PluginError) in
            do throws(LinearPattern.SyntaxError) {
                return try LinearPattern(text)
            } catch {
                throw PluginError(
                    setting: Self.patternSetting.name,
                    reason: "“\(text)” is not a valid regular expression: \(error.reason)")
            }
        }
    }

    static let documentsSetting = Setting<SitemapDocuments>(
        "documents", default: .pages,
        help: "What of an entry is fetched: its page, its images, or both")
    static let patternSetting = Setting<String?>(
        "pattern", help: "A regular expression in RE2's syntax that the absolute URL must match somewhere")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "sitemap", summary: "Reads sitemaps and indexes of them, with their images",
        settings: [documentsSetting, patternSetting]
    ) { settings, _ throws(PluginError) in try SitemapParser(settings) }

    /// Certain of the root elements that only sitemaps have.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        XMLOutline.recognition(of: documents, roots: SitemapReader.roots)
    }

    /// Parses the sitemap, or the index, among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        let reader = try read(document)
        if !reader.isUsable, document.page == nil {
            throw ParseError(
                location: document.location, reason: "none of the \(reader.found) entries is wanted",
                remedy: "Check parse.pattern and parse.documents")
        }
        guard reader.isIndex else { return catalog(reader.items, [], reader.problems, of: document) }
        guard document.page?.depth ?? 0 < Self.maxDepth else {
            var problems = reader.problems
            problems.add(
                "sitemapindex",
                "an index within \(Self.maxDepth) others; the sitemaps that it names are not read",
                gap: .lasting)
            return catalog(nil, [], problems, of: document)
        }
        return catalog(nil, reader.pages, reader.problems, of: document)
    }

    private func read(_ document: CatalogDocument) throws(ParseError) -> SitemapReader {
        func make() -> SitemapReader {
            SitemapReader(document, documents, pattern, CatalogBudget(document, settings))
        }
        // An index may name sitemaps in text form, too; such a list by itself is one of `url-list`.
        guard document.page != nil, beginsWithAddress(document) else {
            return try CatalogXML.read(document, make)
        }
        var reader = make()
        reader.read(lines: DecodedText(of: document.data, declared: document.mediaType?.charset).text)
        try reader.budget.conclude()
        reader.problems.add(reader.budget.addressProblem)
        return reader
    }

    private func beginsWithAddress(_ document: CatalogDocument) -> Bool {
        let beginning = XMLOutline.beginning(of: document.data).prefix(8).lowercased()
        return beginning.hasPrefix("http://") || beginning.hasPrefix("https://")
    }

    private func catalog(
        _ items: [Item]?, _ pages: [CatalogPage], _ problems: ProblemList, of document: CatalogDocument
    ) -> Catalog {
        var catalog = Catalog(collections: [], problems: problems.problems)
        catalog.pages = pages
        guard let items else { return catalog }
        let name = SitemapName.of(document.namingURL)
        var collection = ItemCollection(id: name, title: name, items: items)
        collection.markDuplicates()
        catalog.sections = [CatalogSection(collections: [collection])]
        return catalog
    }
}

/// What of a sitemap's entry is fetched.
enum SitemapDocuments: String, Sendable, Hashable, CaseIterable, SettingValue {
    case pages, images, both
}

/// The name of a sitemap's collection: that of its file without extensions, since its folder tells nothing.
enum SitemapName {
    static func of(_ url: URL) -> String {
        var name = url.path.split(separator: "/").last.map(String.init) ?? ""
        for ending in [".gz", ".xml"] where name.lowercased().hasSuffix(ending) {
            name.removeLast(ending.count)
        }
        if let query = url.query, !query.isEmpty { name += "?\(query)" }
        let title = name.titleText
        return title.isEmpty ? "sitemap" : title
    }
}
