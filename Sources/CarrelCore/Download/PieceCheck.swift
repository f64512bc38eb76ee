import CarrelModel
import CarrelStages

/// Compares the pieces of a document that is being written with their digests, in order.
struct PieceCheck: Sendable {
    /// A piece that is not what was promised.
    struct WrongPiece: Sendable, Hashable {
        /// Which, from 0.
        var index: Int
        /// How many there are.
        var count: Int
        /// Where its bytes are.
        var range: Range<Int64>

        /// What is wrong, as a sentence without its period.
        var reason: String {
            index < count
                ? "piece \(index + 1) of \(count) (bytes \(range.lowerBound) to \(range.upperBound - 1)) is not what the catalogue promises"
                : "there are bytes behind the last of \(count) pieces"
        }
    }

    private let digests: PieceDigests
    /// How many bytes were found to be right.
    private(set) var proven: Int64 = 0
    /// The first piece that is wrong; nothing behind it is checked.
    private(set) var wrong: WrongPiece?

    private var length: Int64 { digests.length }

    /// Where to go on with a later request: behind what is proven, but before the last piece, so that a server has
    /// something to send.
    var continuing: Int64 { proven / length < Int64(digests.count) ? proven : proven - length }

    init(_ digests: PieceDigests) { self.digests = digests }

    /// The same check where only the bytes up to a place are proven: the beginning of a piece.
    func from(_ place: Int64) -> PieceCheck {
        var check = PieceCheck(digests)
        check.proven = place
        return check
    }

    /// Checks the pieces that were written since the last call.
    ///
    /// - Parameters:
    ///   - writer: the document's writer, on its queue.
    ///   - isWhole: whether its last bytes are those of the document, so that the last piece is checked, too.
    /// - Throws: `StoreError` if the bytes cannot be read.
    mutating func check(_ writer: any PartialWriter, isWhole: Bool) throws(StoreError) {
        let written = writer.bytesWritten
        while wrong == nil, proven < written {
            let index = Int(clamping: proven / length)
            let (end, isBeyond) = proven.addingReportingOverflow(length)
            guard isWhole || !isBeyond && end <= written else { return }
            let range = proven..<(isBeyond ? written : min(end, written))
            guard index < digests.count,
                try writer.digest(of: range, digests.algorithm) == digests.hex(of: index)
            else {
                wrong = WrongPiece(index: index, count: digests.count, range: range)
                return
            }
            proven = range.upperBound
        }
    }
}
