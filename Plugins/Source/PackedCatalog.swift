import CarrelCodings
import CarrelModel
import CarrelStages
import Foundation

extension CatalogDocument {
    /// The document with its gzip taken off, as `.gz` files have it; itself if it has none.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that may come out.
    ///   - location: the catalogue's name in errors.
    /// - Returns: the document.
    /// - Throws: `SourceError` if it is damaged, or larger than the limit.
    func unpacked(limit: Int64, of location: String) throws(SourceError) -> CatalogDocument {
        guard data.starts(with: [0x1F, 0x8B]), let decoder = ContentDecoder(["gzip"]) else { return self }
        var content = Data()
        let outcome = data.withUnsafeBytes { bytes in
            decoder.decode(bytes) { piece in
                guard Int64(content.count + piece.count) <= limit, !Task.isCancelled else { return false }
                content.append(contentsOf: piece)
                return true
            }
        }
        if Task.isCancelled { throw .cancelled(location) }
        guard outcome != .refused else {
            throw .tooLarge(location, limit: limit, found: "it is packed by gzip, and more comes out")
        }
        guard outcome == .taken, decoder.isWhole else {
            throw SourceError(
                .unreadable, subject: location,
                reason: "it is packed by gzip, and \(outcome == .taken ? "its end is missing" : "damaged")",
                remedy: "Fetch it again, or ask whoever makes it")
        }
        var document = self
        document.data = content
        // What was declared is the type of the packed file.
        document.mediaType = nil
        return document
    }
}
