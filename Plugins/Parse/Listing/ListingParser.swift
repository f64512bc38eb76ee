import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Parses the pages that web servers make of folders: each file is an item, and the folders below can be followed.
public struct ListingParser: Parser {
    private let settings: Settings
    private let types: Set<String>

    /// Makes a parser; without settings it is one that takes every file of one folder.
    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        types = Set(
            settings[Self.typesSetting].map { $0.lowercased() }.map {
                $0.hasPrefix(".") ? String($0.dropFirst()) : $0
            })
    }

    static let depthSetting = Setting<Int>(
        "depth", default: 0, constraint: .within(0...8),
        help: "How many levels of folders below the first are read, too")
    static let typesSetting = Setting<[String]>(
        "types", default: [], help: "The file name extensions of the files to take; none takes every file")
    static let robotsSetting = Setting<Bool>(
        "robots", default: true, help: "Whether folders that robots.txt keeps programs out of are left out")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "listing", summary: "Reads web servers' listings of folders",
        settings: [depthSetting, typesSetting, robotsSetting]
    ) { settings, _ throws(PluginError) in ListingParser(settings) }

    /// Certain where the title or the links for sorting are those of a server's listing.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let document = documents.catalog else { return .no }
        return DirectoryListing.isPresent(in: document.data) ? .certain : .no
    }

    /// Parses the listing among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        let start = document.page?.start ?? document.url
        guard let folder = ListingFolder(document.url, below: start, namedBy: document.firstNamingURL) else {
            guard document.page != nil else {
                throw ParseError(
                    location: document.location, reason: "the listing's own address is not known",
                    remedy: "Say where the page is from, with source.location")
            }
            return CatalogHTML.nothing(
                "it leads to \(document.location), which is not below the first folder", in: document)
        }
        guard DirectoryListing.isPresent(in: document.data) else {
            guard document.page == nil else {
                return CatalogHTML.nothing(
                    "the folder shows a page of its own, so its files are not known", in: document)
            }
            throw ParseError(
                location: document.location, place: "line 1, column 1",
                reason: "not a listing of a folder by Apache, nginx, lighttpd, Caddy or Python",
                remedy: "For the links of any page: parse.use = \"html-links\"")
        }
        let budget = CatalogBudget(document, settings)
        var problems = ProblemList()
        let page = CatalogHTML.read(document, ListingReader(), budget, &problems)
        let entries = entries(page, in: folder, budget, &problems)
        try budget.conclude()
        problems.add(budget.addressProblem)
        if document.page == nil, entries.items.isEmpty, !entries.folders.isEmpty,
            settings[Self.depthSetting] == 0
        {
            problems.add(
                "folders",
                "it has no documents itself, and the folders below it are not read; parse.depth=4 reads four levels of them"
            )
        }
        return catalog(of: document, page, folder, entries, problems.problems)
    }

    /// The files and folders among the rows.
    private func entries(
        _ page: ListingReader, in folder: ListingFolder, _ budget: CatalogBudget,
        _ problems: inout ProblemList
    ) -> ListingEntries {
        var entries = ListingEntries(folder)
        for row in page.rows where budget.goesOn() {
            guard let url = budget.resolve(row.reference) else { continue }
            switch entries.add(row, url, takes: takes) {
            case .item: _ = budget.takeItem()
            case .hostile:
                problems.add("“\(row.reference.titleText)”", "a name that leads out of the folder; skipped")
            case .nothing: break
            }
        }
        return entries
    }

    private func catalog(
        of document: CatalogDocument, _ page: ListingReader, _ folder: ListingFolder,
        _ entries: ListingEntries, _ problems: [CatalogProblem]
    ) -> Catalog {
        var collection = ItemCollection(id: folder.id, title: folder.id, items: entries.items)
        if !document.url.isFileURL {
            collection.details.append(Detail("Web page", document.url.absoluteString))
        }
        if let folders = entries.folderNames { collection.details.append(Detail("Folders", folders)) }
        collection.markDuplicates()
        let isEmpty = document.page != nil && entries.items.isEmpty
        var catalog = Catalog(
            title: page.title?.titleText.nonEmpty, collections: isEmpty ? [] : [collection],
            problems: problems)
        catalog.leftOut = entries.leftOut
        if document.page?.depth ?? 0 < settings[Self.depthSetting] {
            catalog.pages = pages(of: entries)
        } else if document.page != nil {
            catalog.deeperFolders = pages(of: entries)
        }
        return catalog
    }

    /// The folders as further pages.
    private func pages(of entries: ListingEntries) -> [CatalogPage] {
        entries.folders.map { url in
            var page = CatalogPage(url: url)
            (page.isFolder, page.heedsRobots) = (true, settings[Self.robotsSetting])
            return page
        }
    }

    private func takes(_ url: String) -> Bool {
        types.isEmpty || URLReference.fileExtension(url).map(types.contains) == true
    }
}
