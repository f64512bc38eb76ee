import CarrelBasics
import CarrelDigest
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Compares a catalogue with the digests that its server promised, on a thread that may block.
actor CatalogDigests {
    private nonisolated let executor = BlockingExecutor(label: "carrel.source.digests")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let promised: [ExpectedDigest]
    private let location: String

    /// - Parameters:
    ///   - promised: the digests.
    ///   - location: the catalogue's name in errors.
    init(_ promised: [ExpectedDigest], of location: String) {
        (self.promised, self.location) = (promised, location)
    }

    /// Why a document is not what was promised; `nil` if it is.
    ///
    /// - Parameter document: the document as it came.
    /// - Returns: the reason.
    /// - Throws: `SourceError` if it cannot be read, or the task is cancelled.
    func contradiction(to document: CatalogDocument) throws(SourceError) -> String? {
        let running = promised.map { (expected: $0, digest: MessageDigest($0.algorithm)) }
        var offset: Int64 = 0
        while true {
            let piece = try document.piece(at: offset)
            if piece.isEmpty { break }
            if Task.isCancelled { throw .cancelled(location) }
            piece.withUnsafeBytes { bytes in
                for (_, digest) in running { digest.update(bytes) }
            }
            offset += Int64(piece.count)
        }
        for (expected, digest) in running {
            let found = digest.finish()
            guard found != expected.hex else { continue }
            return
                "its \(expected.algorithm.rawValue) digest is \(found), the server promises \(expected.hex)"
        }
        return nil
    }
}
