import CarrelBasics
import CarrelStages

/// The catalogues as a list that readers of feeds take, and `opml` reads again (OPML 2.0).
struct OPMLFormat: ListFormat {
    static let name = "opml"
    static let addresses: WrittenAddresses = .catalogs
    static let listsDocuments = false
    static let summary = "the catalogues, for readers of feeds"

    func write(_ library: ExportedLibrary, _ write: (String) throws -> Void) rethrows {
        try write(
            xmlDeclaration
                + "<opml version=\"2.0\">\n<head><title>\(library.title.singleLine.inXML)</title></head>\n<body>\n"
        )
        for group in library.groups.uniqued(on: \.catalog) {
            let name = group.catalogName.singleLine.inXML
            try write("<outline text=\"\(name)\" title=\"\(name)\"\(Self.target(of: group))/>\n")
        }
        try write("</body>\n</opml>\n")
    }

    /// Readers of feeds subscribe to what is one; other catalogues are links to them, and names where nothing leads to them.
    private static func target(of group: ExportedLibrary.Group) -> String {
        let address = group.catalog.singleLine.inXML
        if group.isFeed { return " type=\"rss\" xmlUrl=\"\(address)\"" }
        if CatalogPlace.input(at: group.catalog) != nil { return "" }
        return " type=\"link\" url=\"\(address)\""
    }
}
