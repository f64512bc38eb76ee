import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel

extension ExportedLibrary.Document {
    /// The media type that its name suggests, or else the one that its server declared.
    var mediaType: MediaType {
        MediaType.forFileExtension(DocumentName.fileExtension(of: stored.name)) ?? stored.mediaType
            ?? .octetStream
    }
}

extension ExportFolder.File {
    /// Its address relative to the folder.
    var address: String { path.percentEncodedPath }
}

extension ExportedLibrary {
    /// A document that was copied into an export.
    struct Copy {
        /// Its number, from 1.
        var number: Int
        /// What pages of it are called.
        var name: String
        var document: Document
        var file: ExportFolder.File
    }

    /// The copies of a collection's documents, each once, in its order.
    static func copies(of group: Group, among copies: [String: Copy]) -> [Copy] {
        group.rows.compactMap { $0.document.flatMap { copies[$0.name] } }.uniqued(on: \.number)
    }

    /// Copies every document below `documents`.
    ///
    /// - Returns: the copies by the names that the documents have in the library.
    func copies(into folder: ExportFolder) async throws -> [String: Copy] {
        var copies: [String: Copy] = [:]
        var names = LastingNames()
        for (index, document) in documents.enumerated() {
            guard let copy = try await folder.copy(document, into: "documents") else { continue }
            copies[document.stored.name] = Copy(
                number: index + 1, name: names.name("document", of: [document.stored.name]),
                document: copy.document, file: copy.file)
        }
        return copies
    }
}
