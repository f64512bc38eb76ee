import CarrelBasics
import CarrelCore
import CarrelDigest
import CarrelModel
import Foundation

/// The stored documents as a Metalink (RFC 5854): where each came from, its size and its digest, so that any other
/// program fetches the same bytes.
struct MetalinkFormat: ListFormat {
    static let name = "metalink"
    static let addresses: WrittenAddresses = [.documents, .origins]
    static let summary = "where each stored document came from, with size and digest"

    func write(_ library: ExportedLibrary, _ write: (String) throws -> Void) rethrows {
        try write(
            xmlDeclaration + """
                <metalink xmlns="urn:ietf:params:xml:ns:metalink">
                <generator>\(library.generator.inXML)</generator>
                <published>\(library.date.formatted(.iso8601))</published>

                """)
        let documents = library.documents
        var names = MetalinkNames(documents.map(\.stored.name))
        for document in documents {
            let (stored, row) = (document.stored, document.row)
            let size = stored.servedSize.map { "<size>\($0)</size>\n" } ?? ""
            try write(
                """
                <file name="\(names.name(for: stored.name).inXML)">
                <identity>\(row.label.singleLine.inXML)</identity>
                \(size)<hash type="sha-256">\(stored.servedSHA256)</hash>

                """)
            for address in stored.addresses(of: row.item) {
                try write("<url>\(address.singleLine.inXML)</url>\n")
            }
            try write("</file>\n")
        }
        try write("</metalink>\n")
    }
}

/// The names of files as readers take them.
///
/// They refuse what Windows reads as a folder or a drive (RFC 5854 section 4.1.2.1), and a document with it.
private struct MetalinkNames {
    private var taken: Set<String>

    /// Names for documents whose own names these are.
    init(_ names: [String]) { taken = Set(names) }

    /// A name for a document, its own if readers take that.
    mutating func name(for name: String) -> String {
        guard name.contains("\\") || name.dropFirst().first == ":" else { return name }
        let safe = DocumentName.components(of: name).map { DocumentName.safe($0) }.joined(separator: "/")
        if taken.insert(safe).inserted { return safe }
        let suffix = String(SHA256.digits(of: name.utf8).prefix(6))
        return DocumentName.adding(suffix: suffix, to: safe)
    }
}
