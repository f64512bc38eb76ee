import CarrelCodings
import CarrelHTTP
import CarrelModel

/// A response to a request for a gzip file that comes coded as gzip, though nobody asked for that.
///
/// Many servers mean the file itself. Others code whatever they send; that shows by what is inside.
struct CodedGzip {
    /// Whether a head may mean the file itself with its coding.
    ///
    /// Its media type proves nothing: that of a file `page.html.gz` is often the one of the page.
    static func mayBeMeant(by head: ResponseHead) -> Bool {
        head.codings == ["gzip"] || head.codings == ["x-gzip"]
    }

    /// The head as it came.
    let head: ResponseHead
    /// Whether a page inside may be meant.
    private let mayHoldPage: Bool
    /// The content that has come.
    private(set) var beginning: [UInt8] = []

    init(_ head: ResponseHead, mayHoldPage: Bool) { (self.head, self.mayHoldPage) = (head, mayHoldPage) }

    /// Takes a piece of the content.
    mutating func add(_ content: UnsafeRawBufferPointer) { beginning.append(contentsOf: content) }

    /// How a gzip file begins (RFC 1952 section 2.3.1).
    private static let magic: [UInt8] = [0x1F, 0x8B, 0x08]
    /// The most coded bytes that are looked at.
    private static let limit = 4 << 10

    /// Whether the coding is around the file, or around a page in its place; `nil` if too little has come to tell.
    ///
    /// - Parameter isEnded: whether all of the content has come.
    /// - Returns: whether it is to be taken off.
    func isAround(isEnded: Bool) -> Bool? {
        guard !beginning.isEmpty, let decoder = ContentDecoder(["gzip"]) else { return false }
        var inside: [UInt8] = []
        let outcome = beginning.withUnsafeBytes { bytes in
            decoder.decode(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.limit))) { piece in
                inside += piece.prefix(ContentSniff.length - inside.count)
                return inside.count < ContentSniff.length
            }
        }
        if inside.starts(with: Self.magic) { return true }
        let mayTellMore = outcome == .taken && !decoder.isWhole && beginning.count < Self.limit
        if mayTellMore, !isEnded { return nil }
        return outcome != .malformed && !mayHoldPage && ContentSniff.isHTML(inside)
    }
}
