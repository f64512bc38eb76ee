import CarrelCodings
import CarrelHTTP
import CarrelModel

/// A response to a request for a compressed file that comes in the coding of that file, though nobody asked for any.
///
/// Many servers mean the file itself. Others code whatever they send; that shows by what is inside.
struct CodedFile {
    /// Whether a head may mean the file itself with its coding.
    ///
    /// Its media type proves nothing: that of a file `page.html.gz` is often the one of the page.
    static func mayBeMeant(by head: ResponseHead, as coding: String?) -> Bool {
        guard let coding else { return false }
        return head.codings == [coding] || head.codings == ["x-" + coding]
    }

    /// The head as it came.
    let head: ResponseHead
    /// Whether a page inside may be meant.
    private let mayHoldPage: Bool
    /// The content that has come.
    private(set) var beginning: [UInt8] = []

    init(_ head: ResponseHead, mayHoldPage: Bool) { (self.head, self.mayHoldPage) = (head, mayHoldPage) }

    /// How a file of the coding begins (RFC 1952 section 2.3.1, RFC 8878 section 3.1.1); `nil` if nothing tells, as for Brotli.
    private var magic: [UInt8]? {
        switch head.codings.first {
        case "gzip", "x-gzip": [0x1F, 0x8B, 0x08]
        case "zstd": [0x28, 0xB5, 0x2F, 0xFD]
        default: nil
        }
    }

    /// Takes a piece of the content.
    mutating func add(_ content: UnsafeRawBufferPointer) { beginning.append(contentsOf: content) }

    /// The most coded bytes that are looked at.
    private static let limit = 4 << 10

    /// Whether the coding is around the file, or around a page in its place; `nil` if too little has come to tell.
    ///
    /// No server codes what it sends in one that nobody here decodes, such as bzip2: it can only be the file's.
    ///
    /// - Parameter isEnded: whether all of the content has come.
    /// - Returns: whether it is to be taken off.
    func isAround(isEnded: Bool) -> Bool? {
        guard !beginning.isEmpty, let decoder = ContentDecoder(head.codings) else { return false }
        var inside: [UInt8] = []
        let outcome = beginning.withUnsafeBytes { bytes in
            decoder.decode(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.limit))) { piece in
                inside += piece.prefix(ContentSniff.length - inside.count)
                return inside.count < ContentSniff.length
            }
        }
        if let magic, inside.starts(with: magic) { return true }
        let mayTellMore = outcome == .taken && !decoder.isWhole && beginning.count < Self.limit
        if mayTellMore, !isEnded { return nil }
        return outcome != .malformed && !mayHoldPage && ContentSniff.isHTML(inside)
    }
}
