import Foundation

/// Puts the lines of a document together again, whose pieces end anywhere.
public struct LinePieces: Sendable {
    /// The beginning of the line that has not ended yet.
    private var rest = Data()
    private let limit: Int
    private let endsAtReturns: Bool

    /// - Parameters:
    ///   - limit: the longest line that is of interest, in bytes. Of a longer one at least as many are kept, and not much
    ///     beyond.
    ///   - endsAtReturns: whether a carriage return ends a line, too, alone or with a line feed behind it.
    public init(limit: Int, endsAtReturns: Bool = false) {
        (self.limit, self.endsAtReturns) = (limit, endsAtReturns)
    }

    /// Takes the next piece.
    ///
    /// - Parameter piece: the bytes.
    /// - Returns: the lines that have ended with it, each with its end.
    public mutating func take(_ piece: Data) -> Data {
        guard let last = endOfLines(piece) else {
            if rest.count <= limit { rest.append(piece) }
            return Data()
        }
        var lines = rest
        if lines.isEmpty { lines = piece[...last] } else { lines.append(piece[...last]) }
        rest = Data(piece[(last + 1)...])
        return lines
    }

    /// Where the last line ends; behind a carriage return at the very end, a line feed may follow with the next piece.
    private func endOfLines(_ piece: Data) -> Data.Index? {
        guard endsAtReturns else { return piece.lastIndex(of: 0x0A) }
        let end = piece.last == 0x0D ? piece.endIndex - 1 : piece.endIndex
        return piece[..<end].lastIndex { $0 == 0x0A || $0 == 0x0D }
    }

    /// Ends the document.
    ///
    /// - Returns: its last line, if that has no end.
    public mutating func end() -> Data {
        defer { rest = Data() }
        return rest
    }
}
