import CarrelBasics
import CarrelCore
import CarrelHTML
import CarrelHTTP
import CarrelModel
import Foundation

/// The stored documents as an Atom feed (RFC 4287), the latest first, with where they came from.
struct AtomFormat: ListFormat {
    static let name = "atom"
    static let addresses: WrittenAddresses = .documents
    static let summary = "a feed of the stored documents, the latest first"

    func write(_ library: ExportedLibrary, _ write: (String) throws -> Void) rethrows {
        let documents = library.documents.sorted { $0.stored.storedAt > $1.stored.storedAt }
        let updated = documents.first?.stored.storedAt ?? library.date
        try write(
            xmlDeclaration + """
                <feed xmlns="http://www.w3.org/2005/Atom">
                <title>\(library.title.singleLine.inXML)</title>
                <id>\(OPDSFeed.identity(["feed"] + library.identity))</id>
                <updated>\(updated.formatted(.iso8601))</updated>
                <generator>\(library.generator.inXML)</generator>

                """)
        for document in documents { try write(Self.entry(document)) }
        try write("</feed>\n")
    }

    private static func entry(_ document: ExportedLibrary.Document) -> String {
        let (stored, entry) = (document.stored, document.row.entry)
        let address = stored.address(of: document.row.item).singleLine.inXML
        let length = stored.servedSize.map { " length=\"\($0)\"" } ?? ""
        let type = stored.mediaType.map { " type=\"\($0.essence.inXML)\"" } ?? ""
        let summary = document.row.item.details.first { $0.label == "Summary" || $0.label == "Description" }
        return """
            <entry>
            <title>\(document.row.label.singleLine.inXML)</title>
            <id>\(OPDSFeed.identity(["item", entry.catalog, entry.collection, entry.item], of: stored.sha256))</id>
            <updated>\(stored.storedAt.formatted(.iso8601))</updated>
            <author><name>\(document.collection.title.singleLine.inXML)</name></author>
            <category term="\(document.collection.id.singleLine.inXML)"/>
            <link href="\(address)"/>
            <link rel="enclosure" href="\(address)"\(length)\(type)/>
            \(summary.map { "<summary>\($0.value.inXML)</summary>\n" } ?? "")</entry>

            """
    }
}
