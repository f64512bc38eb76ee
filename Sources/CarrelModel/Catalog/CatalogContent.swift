import Foundation

/// The content of a catalogue's document that is too large for memory, in a file that stays open.
public struct CatalogContent: Sendable {
    /// The number of bytes.
    public let size: Int64
    private let pieceSize: Int64
    private let bytes: @Sendable (Range<Int64>) throws -> Data

    /// - Parameters:
    ///   - size: the number of bytes.
    ///   - pieceSize: the most bytes that are read at once.
    ///   - bytes: reads a range of them. It may block, and throws a `SourceError` if the bytes cannot be read or are no
    ///     longer the same.
    public init(
        size: Int64, pieceSize: Int64 = 256 << 10, bytes: @escaping @Sendable (Range<Int64>) throws -> Data
    ) {
        (self.size, self.pieceSize, self.bytes) = (size, pieceSize, bytes)
    }

    /// The piece that begins at an offset; empty at the end.
    ///
    /// May block.
    ///
    /// - Parameter offset: the number of bytes before it.
    /// - Throws: `SourceError` if it cannot be read.
    public func piece(at offset: Int64) throws -> Data {
        guard offset < size else { return Data() }
        return try bytes(offset..<min(size, offset + pieceSize))
    }
}
