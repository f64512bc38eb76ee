import CarrelBasics
import CarrelCore
import CarrelHTML
import CarrelHTTP
import CarrelModel
import Foundation

/// Pages for any web server, or none: an index, a page for each collection and each document, and the documents.
struct SiteFormat: FolderFormat {
    static let name = "site"
    static let summary = "pages with previews, for any web server"

    static let takesPreviews = true

    func write(_ library: ExportedLibrary, into folder: ExportFolder) async throws {
        let copies = try await library.copies(into: folder)
        var names = LastingNames()
        var collections: [SitePages.Collection] = []
        for group in library.groups {
            let mine = ExportedLibrary.copies(of: group, among: copies)
            guard !mine.isEmpty else { continue }
            collections.append(
                SitePages.Collection(
                    address: names.name("collection", of: group.identity) + ".html",
                    title: group.collection.title, catalogName: group.catalogName, copies: mine))
        }
        let pages = SitePages(library)
        _ = try await folder.write(pages.index(collections).html, to: "index.html")
        for collection in collections {
            _ = try await folder.write(pages.page(of: collection).html, to: collection.address)
        }
        // A document that several collections list links to the first one.
        var homes: [String: SitePages.Collection] = [:]
        for collection in collections {
            for copy in collection.copies where homes[copy.file.path] == nil {
                homes[copy.file.path] = collection
            }
        }
        for copy in copies.values.sorted(by: { $0.number < $1.number }) {
            try Task.checkCancellation()
            let preview = await library.previews?(copy.document)
            var picture: String?
            if let png = preview?.picture {
                let file = try await folder.write(png, to: "previews/\(copy.name).png")
                picture = file.address
            }
            let page = pages.page(
                of: copy, in: homes[copy.file.path], preview?.preview, picture: picture,
                reason: preview?.reason)
            _ = try await folder.write(page.html, to: SitePages.address(of: copy))
        }
    }
}
