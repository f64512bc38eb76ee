import CarrelBasics
import CarrelCore
import CarrelHTML
import CarrelHTTP
import CarrelModel
import Foundation

/// A catalogue of OPDS 1.2 with the documents, which a reading app reads from any web server: all links are relative.
struct OPDSFormat: FolderFormat {
    static let name = "opds"
    static let summary = "a catalogue for reading apps, with the documents"

    /// The feed where a reading app begins.
    private static let start = "index.xml"
    /// What reading apps show at once.
    private static let pageSize = 100
    /// The latest documents; whoever wants more opens a collection.
    private static let mostRecent = 200

    func write(_ library: ExportedLibrary, into folder: ExportFolder) async throws {
        let copies = try await library.copies(into: folder)
        let latest = copies.values.sorted {
            ($0.document.stored.storedAt, $1.number) > ($1.document.stored.storedAt, $0.number)
        }
        let recent = ["recent"] + library.identity
        var entries = [
            Self.subsection(
                recent, "Recent", "What was stored last", latest, "recent.xml",
                relation: "http://opds-spec.org/sort/new")
        ]
        try await write(
            Array(latest.prefix(Self.mostRecent)), recent, "Recent", as: "recent", into: folder)
        var names = LastingNames()
        for group in library.groups {
            let mine = ExportedLibrary.copies(of: group, among: copies)
            guard !mine.isEmpty else { continue }
            let identity = group.identity
            let name = names.name("collection", of: identity)
            try await write(mine, identity, group.collection.title, as: name, into: folder)
            entries.append(
                Self.subsection(
                    identity, group.collection.title, "\(group.catalogName) · \(mine.count) stored", mine,
                    "\(name).xml", relation: "subsection"))
        }
        let feed = OPDSFeed(
            kind: .navigation, name: ["start"] + library.identity, title: library.title, address: Self.start,
            entries: entries, start: Self.start)
        _ = try await folder.write(feed.xml.html, to: Self.start)
    }

    private static func subsection(
        _ identity: [String], _ title: String, _ summary: String, _ copies: [ExportedLibrary.Copy],
        _ address: String, relation: String
    ) -> OPDSFeed.Entry {
        OPDSFeed.Entry(
            name: identity, title: title, summary: summary,
            updated: copies.map(\.document.stored.storedAt).max() ?? Date(timeIntervalSince1970: 0),
            link: OPDSFeed.Link(
                relation: relation, address: address, type: OPDSFeed.Kind.acquisition.mediaType))
    }

    /// Writes a feed of documents, in pages.
    private func write(
        _ copies: [ExportedLibrary.Copy], _ identity: [String], _ title: String, as name: String,
        into folder: ExportFolder
    ) async throws {
        func address(_ page: Int) -> String { page == 0 ? "\(name).xml" : "\(name)-\(page + 1).xml" }
        let pages = max(1, (copies.count + Self.pageSize - 1) / Self.pageSize)
        for page in 0..<pages {
            let feed = OPDSFeed(
                kind: .acquisition, name: identity, title: title, address: address(page),
                entries: copies.dropFirst(page * Self.pageSize).prefix(Self.pageSize).map(Self.entry),
                next: page + 1 < pages ? address(page + 1) : nil, start: Self.start)
            _ = try await folder.write(feed.xml.html, to: address(page))
        }
    }

    private static func entry(_ copy: ExportedLibrary.Copy) -> OPDSFeed.Entry {
        let (document, row) = (copy.document, copy.document.row)
        let facts = [
            row.item.subtitle, document.collection.title, ByteCount(copy.file.digest.size).description,
        ]
        return OPDSFeed.Entry(
            // The same as that of `carrel serve` if no secret is covered: an app that reads both shows the document once.
            name: ["item", row.entry.catalog, row.entry.collection, row.entry.item], title: row.item.title,
            summary: facts.compactMap(\.self).joined(separator: " · "), updated: document.stored.storedAt,
            link: OPDSFeed.Link(
                relation: "http://opds-spec.org/acquisition", address: copy.file.address,
                type: document.mediaType.essence, length: copy.file.digest.size),
            category: (document.collection.id, document.collection.title), sha256: copy.file.digest.sha256)
    }
}
