import CarrelBasics
import CarrelCodings
import CarrelModel
import CarrelStages
import Foundation

extension CatalogDocument {
    /// The document with its gzip taken off, as `.gz` files have it, and JSON in UTF-8; itself if it is so already.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that may come out.
    ///   - memory: the most bytes that are held in memory; no limit if nil.
    ///   - location: the catalogue's name in errors.
    /// - Throws: `SourceError` if it is damaged, or larger than the limit.
    func unpacked(
        limit: Int64, memory: Int64? = nil, of location: String
    ) async throws(SourceError) -> CatalogDocument {
        guard data.starts(with: [0x1F, 0x8B]) else { return recoded }
        let unpacking = Unpacking(limit: limit, memory: memory ?? limit, location: location)
        return try await unpacking.unpack(self).recoded
    }
}

/// Takes the gzip off a document, on a thread that may block.
private actor Unpacking {
    private nonisolated let executor = BlockingExecutor(label: "carrel.source.unpacking")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let limit: Int64
    private let memory: Int64
    private let location: String

    init(limit: Int64, memory: Int64, location: String) {
        (self.limit, self.memory, self.location) = (limit, memory, location)
    }

    func unpack(_ packed: CatalogDocument) throws(SourceError) -> CatalogDocument {
        guard let decoder = ContentDecoder(["gzip"]) else { return packed }
        var spool = CatalogSpool(memory: memory, of: location)
        var offset: Int64 = 0
        while true {
            let piece = try packed.piece(at: offset)
            if piece.isEmpty { break }
            if Task.isCancelled { throw .cancelled(location) }
            try decode(piece, decoder, into: &spool)
            offset += Int64(piece.count)
        }
        guard decoder.isWhole else { throw broken("its end is missing") }
        var document = packed
        try spool.fill(&document)
        // What was declared is the type of the packed file.
        document.mediaType = nil
        return document
    }

    private func decode(
        _ piece: Data, _ decoder: ContentDecoder, into spool: inout CatalogSpool
    ) throws(SourceError) {
        var failure: SourceError?
        let outcome = piece.withUnsafeBytes { bytes in
            decoder.decode(bytes) { decoded in
                guard spool.size + Int64(decoded.count) <= limit, !Task.isCancelled else { return false }
                do throws(SourceError) { try spool.append(Data(decoded)) } catch { failure = error }
                return failure == nil
            }
        }
        if let failure { throw failure }
        if Task.isCancelled { throw .cancelled(location) }
        switch outcome {
        case .taken: break
        case .refused:
            throw .tooLarge(location, limit: limit, found: "it is packed by gzip, and more comes out")
        case .malformed: throw broken("damaged")
        }
    }

    private func broken(_ how: String) -> SourceError {
        SourceError(
            .unreadable, subject: location, reason: "it is packed by gzip, and \(how)",
            remedy: "Fetch it again, or ask whoever makes it")
    }
}
