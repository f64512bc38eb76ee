import CarrelHTTP
import CarrelModel

/// What the catalogue, the URL and the server promise about a document; its content is checked against it.
public struct DocumentPromise: Sendable, Hashable, Codable {
    /// The file name extension of the URL, or of the title where the URL has none; empty for none.
    public var fileExtension: String
    /// The extension of what a compressed file holds, as `html` of `page.html.gz`; `nil` if the name does not say it.
    public var compressedExtension: String?
    /// The extension that says what kind the stored version is, or, before there is one, what the catalogue lists; `nil` if
    /// nothing says it, or the URL's does.
    package var storedKind: String?
    /// The size of the stored version; `nil` if there is none.
    package var storedSize: Int64?
    /// The SHA-256 of the server's version that is known; `nil` if there is none, or somebody took it although it was not promised.
    package var knownSHA256: String?
    /// The size in bytes that the catalogue gives.
    public var size: Int64?
    /// The digests that the catalogue or a checksum file gives.
    public var digests: [ExpectedDigest]
    /// The digests of its pieces, if the catalogue gives them.
    public var pieces: PieceDigests?
    /// What the catalogue says of the version, which it does not promise: there may be another one by now.
    package var listedVersion: String?

    /// Takes what an item promises.
    public init(_ item: Item) {
        fileExtension = DocumentName.fileExtension(of: item)
        // The page `/posts/node.js` of a feed is about that, as that of a wiki is about a file.
        if ContentSniff.isOfUnsignedKind(fileExtension), Self.isPage(item) { fileExtension = "" }
        compressedExtension = DocumentName.compressedExtension(of: item)
        size = item.size
        digests = item.digest.map { [$0] } ?? []
        pieces = item.pieces
        listedVersion = item.listedVersion
    }

    private static func isPage(_ item: Item) -> Bool {
        item.page.map { $0 == item.url } ?? isPageOfWiki(item.url)
    }

    /// Whether an address is that of a page in a namespace of a wiki, such as `/wiki/File:a.flac`, which is not the file itself.
    private static func isPageOfWiki(_ url: String?) -> Bool {
        guard let path = url?.prefix(while: { $0 != "?" && $0 != "#" }).split(separator: "/"),
            let name = path.last, let folder = path.dropLast().last, ["wiki", "index.php"].contains(folder),
            let colon = name.firstIndex(of: ":"), let first = name.first, first.isLetter || first == "%"
        else { return false }
        return name[..<colon].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "%" }
    }

    /// The content coding that a file of its extension is in, as servers name it beside the file itself; `nil` for any other.
    package var fileCoding: String? {
        // Of several, as in `notes.tar.zst`, the last one counts.
        guard let last = fileExtension.lowercased().split(separator: ".").last else { return nil }
        return last.hasSuffix("gz") ? "gzip" : Self.fileCodings[last]
    }

    private static let fileCodings: [Substring: String] = [
        "zst": "zstd", "tzst": "zstd", "br": "br", "bz2": "bzip2", "tbz": "bzip2", "tbz2": "bzip2",
        "xz": "xz", "txz": "xz", "z": "compress", "taz": "compress",
    ]
}
