import CarrelBasics
import CarrelCore
import CarrelModel
import Foundation

/// The stored documents as a Metalink (RFC 5854): where each came from, its size and its digest, so that any other
/// program fetches the same bytes.
struct MetalinkFormat: ListFormat {
    static let name = "metalink"
    static let hasAddresses = true
    static let summary = "where each stored document came from, with size and digest"

    func write(_ library: ExportedLibrary, _ write: (String) throws -> Void) rethrows {
        try write(
            xmlDeclaration + """
                <metalink xmlns="urn:ietf:params:xml:ns:metalink">
                <generator>\(library.generator.inXML)</generator>
                <published>\(library.date.formatted(.iso8601))</published>

                """)
        for document in library.documents {
            let (stored, row) = (document.stored, document.row)
            // Where an earlier version was restored, the addresses have another one, whose size nobody recorded.
            let size = stored.restoredOver == nil ? "<size>\(stored.size)</size>\n" : ""
            try write(
                """
                <file name="\(stored.name.inXML)">
                <identity>\(row.label.singleLine.inXML)</identity>
                \(size)<hash type="sha-256">\(stored.restoredOver ?? stored.sha256)</hash>

                """)
            for address in stored.addresses(of: row.item) {
                try write("<url>\(address.singleLine.inXML)</url>\n")
            }
            try write("</file>\n")
        }
        try write("</metalink>\n")
    }
}
