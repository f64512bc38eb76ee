import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

extension CatalogDocument {
    /// A list; with a size of pieces only the first one is in memory, and the others are read when they are asked for.
    static func list(
        _ text: String, tag: String, inPiecesOf size: Int? = nil, named name: String = "list.jsonl"
    ) -> CatalogDocument {
        let data = Data(text.utf8)
        var document = CatalogDocument(
            data: data, url: URL(filePath: "/\(name)"), validators: Validators(entityTag: tag))
        guard let size else { return document }
        document.data = data.prefix(size)
        document.content = CatalogContent(size: Int64(data.count), pieceSize: Int64(size)) { range in
            data[Int(range.lowerBound)..<Int(range.upperBound)]
        }
        return document
    }
}
