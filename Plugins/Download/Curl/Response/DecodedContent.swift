import CarrelCodings
import CarrelHTTP

/// What comes out of the decoders of one exchange, kept until the sink wants it.
///
/// What is kept is what one piece of libcurl's became: at most its 100 KiB times the greatest ratio.
final class DecodedContent {
    /// What became of a piece of coded content.
    enum Outcome { case taken, malformed, grownTooMuch }

    /// The codings, for messages.
    let codings: String
    private let decoder: ContentDecoder
    private let maxRatio: Int64
    private var coded: Int64 = 0
    private var decoded: Int64 = 0
    private var pieces: [[UInt8]] = []
    private var first = 0

    /// Makes decoders for codings; `nil` if one is not known.
    init?(_ codings: [String], _ limits: FetchLimits) {
        guard let decoder = ContentDecoder(codings) else { return nil }
        self.decoder = decoder
        self.codings = codings.joined(separator: ", ")
        maxRatio = Int64(limits.maxRatio)
    }

    /// Whether content of no length is whole: some servers announce a coding of nothing at all.
    var mayBeNothing = true

    /// Whether all of the content was there.
    var isWhole: Bool { coded == 0 && mayBeNothing || decoder.isWhole }

    /// Decodes a piece.
    func decode(_ content: UnsafeRawBufferPointer) -> Outcome {
        coded += Int64(content.count)
        switch decoder.decode(content, { keep($0) }) {
        case .taken: return .taken
        case .refused: return .grownTooMuch
        case .malformed: return .malformed
        }
    }

    private func keep(_ piece: UnsafeRawBufferPointer) -> Bool {
        decoded += Int64(piece.count)
        let (limit, overflows) = coded.multipliedReportingOverflow(by: maxRatio)
        guard decoded <= 1 << 20 || overflows || decoded <= limit else { return false }
        pieces.append([UInt8](piece))
        return true
    }

    /// The next piece that the sink has not had yet.
    func next() -> [UInt8]? {
        guard first < pieces.count else {
            pieces.removeAll(keepingCapacity: true)
            first = 0
            return nil
        }
        defer { first += 1 }
        return pieces[first]
    }
}
