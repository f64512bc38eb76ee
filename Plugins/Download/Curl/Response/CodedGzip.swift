import CarrelCodings
import CarrelHTTP

/// A response to a request for a gzip file that comes coded as gzip, though nobody asked for that.
///
/// Many servers mean the file itself. Others code whatever they send; that shows by what is inside.
struct CodedGzip {
    /// Whether a head may mean the file itself with its coding; a page came in the file's place.
    static func mayBeMeant(by head: ResponseHead) -> Bool {
        guard head.codings == ["gzip"] || head.codings == ["x-gzip"] else { return false }
        let type = head.mediaType?.essence
        return type != "text/html" && type != "application/xhtml+xml"
    }

    /// The head as it came.
    let head: ResponseHead
    /// The content that has come.
    private(set) var beginning: [UInt8] = []

    init(_ head: ResponseHead) { self.head = head }

    /// Takes a piece of the content.
    mutating func add(_ content: UnsafeRawBufferPointer) { beginning.append(contentsOf: content) }

    /// How a gzip file begins (RFC 1952 section 2.3.1).
    private static let magic: [UInt8] = [0x1F, 0x8B, 0x08]
    /// The most coded bytes that are looked at.
    private static let limit = 4 << 10

    /// Whether a gzip file was coded once more; `nil` if too little has come to tell.
    var isCodedTwice: Bool? {
        guard let decoder = ContentDecoder(["gzip"]) else { return false }
        var inside: [UInt8] = []
        let outcome = beginning.withUnsafeBytes { bytes in
            decoder.decode(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.limit))) { piece in
                inside += piece.prefix(Self.magic.count)
                return inside.count < Self.magic.count
            }
        }
        if inside.count >= Self.magic.count { return inside.starts(with: Self.magic) }
        return outcome == .malformed || beginning.count >= Self.limit ? false : nil
    }
}
