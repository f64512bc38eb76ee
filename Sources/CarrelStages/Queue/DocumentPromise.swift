import CarrelHTTP
import CarrelModel

/// What catalogue, URL and server promise of a document, against which its body is judged.
public struct DocumentPromise: Sendable, Hashable, Codable {
    /// The file name extension of the URL, or of the title where the URL has none; empty for none.
    public var fileExtension: String
    /// The size in bytes that the catalogue gives.
    public var size: Int64?
    /// The digests that the catalogue or a neighbour file gives.
    public var digests: [ExpectedDigest]

    /// What is promised of an item.
    public init(_ item: Item) {
        fileExtension = DocumentName.fileExtension(of: item)
        size = item.size
        digests = item.digest.map { [$0] } ?? []
    }
}
