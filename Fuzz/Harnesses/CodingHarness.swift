import CarrelCodings
import CarrelTesting
import Foundation

extension Harness {
    /// Coded content; its first byte chooses the codings, its second how long the pieces are.
    static let codings = Harness("codings") { data in
        guard data.count > 2 else { return }
        let coded = Data(data.dropFirst(2))
        let codings = choices[Int(data[data.startIndex]) % choices.count]
        let piece = 1 + Int(data[data.startIndex + 1])
        let whole = try decode(coded, codings, piece: coded.count)
        let pieces = try decode(coded, codings, piece: piece)
        // Of content that is both too large and malformed either may be found first.
        try requireEqual(
            pieces.outcome == .taken, whole.outcome == .taken, "whether it is taken in pieces of \(piece)")
        // What came before the fault may come in other pieces.
        if whole.outcome == .taken {
            try requireEqual(pieces.content, whole.content, "the content in pieces")
            try requireEqual(pieces.isWhole, whole.isWhole, "whether it is whole in pieces")
        }
    }

    private static let choices = [
        ["gzip"], ["deflate"], ["br"], ["zstd"], ["gzip", "br"], ["zstd", "deflate", "gzip", "br"],
    ]
    private static let limit = 1 << 20

    private static func decode(
        _ data: Data, _ codings: [String], piece: Int
    ) throws -> (outcome: ContentDecoder.Outcome, content: Data, isWhole: Bool) {
        let decoder = try requireValue(ContentDecoder(codings), "a decoder")
        var content = Data()
        var outcome = ContentDecoder.Outcome.taken
        for start in stride(from: 0, to: data.count, by: piece) where outcome == .taken {
            outcome = data[start..<min(data.count, start + piece)].withUnsafeBytes { bytes in
                decoder.decode(bytes) { decoded in
                    content.append(contentsOf: decoded)
                    return content.count < limit
                }
            }
        }
        return (outcome, content, decoder.isWhole)
    }
}
