import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import Foundation

/// A research object (RO-Crate 1.1): the documents, and what is known of them as JSON-LD.
struct CrateFormat: FolderFormat {
    static let name = "ro-crate"
    static let addresses: WrittenAddresses = .documents
    static let summary = "the documents, described in JSON-LD"

    func write(_ library: ExportedLibrary, into folder: ExportFolder) async throws {
        var entities: [Entity] = []
        for document in library.documents {
            if let copy = try await folder.copy(document, into: "files") {
                entities.append(Self.entity(copy.document, copy.file))
            }
        }
        let root = Entity(
            id: "./", type: "Dataset", name: library.title.singleLine,
            description: "Documents of a library, written by \(library.generator).",
            datePublished: library.date.formatted(.iso8601), hasPart: entities.map { Reference(id: $0.id) })
        let descriptor = Entity(
            id: "ro-crate-metadata.json", type: "CreativeWork",
            conformsTo: Reference(id: "https://w3id.org/ro/crate/1.1"), about: Reference(id: "./"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let graph = Graph(entities: [descriptor, root] + entities)
        let text = String(decoding: try encoder.encode(graph), as: UTF8.self)
        _ = try await folder.write(text + "\n", to: "ro-crate-metadata.json")
    }

    private static func entity(_ document: ExportedLibrary.Document, _ file: ExportFolder.File) -> Entity {
        Entity(
            id: file.address, type: "File", name: document.row.label.singleLine,
            encodingFormat: document.stored.mediaType?.essence,
            contentSize: String(file.digest.size), sha256: file.digest.sha256,
            url: document.stored.address(of: document.row.item),
            dateModified: document.stored.storedAt.formatted(.iso8601),
            keywords: document.collection.title.singleLine)
    }

    private struct Graph: Encodable {
        var context = "https://w3id.org/ro/crate/1.1/context"
        var entities: [Entity]

        enum CodingKeys: String, CodingKey {
            case context = "@context"
            case entities = "@graph"
        }
    }

    private struct Reference: Encodable {
        var id: String

        enum CodingKeys: String, CodingKey { case id = "@id" }
    }

    /// An entity with the properties of schema.org that it has.
    private struct Entity: Encodable {
        var id, type: String
        var name, description, datePublished, encodingFormat, contentSize, sha256, url, dateModified,
            keywords: String?
        var conformsTo, about: Reference?
        var hasPart: [Reference]?

        enum CodingKeys: String, CodingKey {
            case id = "@id"
            case type = "@type"
            case name, description, datePublished, encodingFormat, contentSize, sha256, url, dateModified,
                keywords
            case conformsTo, about, hasPart
        }
    }
}
