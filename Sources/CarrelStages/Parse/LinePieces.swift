import Foundation

/// Puts the lines of a document together again, whose pieces end anywhere.
public struct LinePieces: Sendable {
    /// The beginning of the line that has not ended yet.
    private var rest = Data()
    private let limit: Int

    /// - Parameter limit: the longest line that is of interest, in bytes. Of a longer one at least as many are kept, and not
    ///   much beyond.
    public init(limit: Int) { self.limit = limit }

    /// Takes the next piece.
    ///
    /// - Parameter piece: the bytes.
    /// - Returns: the lines that have ended with it, each with its line feed.
    public mutating func take(_ piece: Data) -> Data {
        guard let last = piece.lastIndex(of: 0x0A) else {
            if rest.count <= limit { rest.append(piece) }
            return Data()
        }
        var lines = rest
        if lines.isEmpty { lines = piece[...last] } else { lines.append(piece[...last]) }
        rest = Data(piece[(last + 1)...])
        return lines
    }

    /// Ends the document.
    ///
    /// - Returns: its last line, if that has no line feed.
    public mutating func end() -> Data {
        defer { rest = Data() }
        return rest
    }
}
