import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelXMLReading

/// What a Metalink promises of a file: size, digest, and the digests of its pieces.
struct MetalinkPromise {
    /// The size in bytes.
    private(set) var size: Int64?
    /// The digest of the strongest algorithm that is known.
    private(set) var digest: ExpectedDigest?
    /// The digests of the pieces, of the strongest algorithm that is known.
    private(set) var pieces: PieceDigests?
    /// What could not be used, in a few words each.
    private(set) var problems: [String] = []

    /// The strongest first.
    private static let algorithms: [DigestAlgorithm] = [.sha512, .sha256, .sha1, .md5]

    /// Reads the elements of a file; in Metalink 3 the digests are in a `verification`.
    init(_ file: MarkupElement) {
        if let text = file.line("size") {
            size = Int64(text).flatMap { $0 >= 0 ? $0 : nil }
            if size == nil { problems.append("size “\(text.titleText)”, expected a number of bytes") }
        }
        let promises = file.first("verification")?.elements ?? file.elements
        readDigests(promises.filter { $0.name == "hash" })
        readPieces(promises.filter { $0.name == "pieces" })
    }

    private mutating func readDigests(_ hashes: [MarkupElement]) {
        var found: [ExpectedDigest] = []
        for hash in hashes.prefix(20) {
            guard let algorithm = Self.algorithm(hash["type"]) else { continue }
            let hex = hash.text.prefix(utf8: 256).text.trimmed
            if let digest = ExpectedDigest(algorithm, hex: hex, origin: .catalog) {
                found.append(digest)
            } else {
                problems.append(
                    "the \(algorithm.rawValue) digest is not \(algorithm.length * 2) hexadecimal digits; not used"
                )
            }
        }
        digest =
            Self.algorithms.lazy.compactMap { algorithm in found.first { $0.algorithm == algorithm } }.first
    }

    private mutating func readPieces(_ all: [MarkupElement]) {
        for algorithm in Self.algorithms {
            guard let element = all.first(where: { Self.algorithm($0["type"]) == algorithm }) else {
                continue
            }
            let digits = element.elements.filter { $0.name == "hash" }.map(\.text.trimmed)
            let length = element["length"].flatMap { Int64($0) } ?? 0
            guard let found = PieceDigests(algorithm, length: length, hex: digits) else {
                problems.append("the digests of its pieces cannot be used; it is only checked as a whole")
                continue
            }
            guard size.map(found.fit) ?? true else {
                problems.append(
                    "\(found.count) pieces of \(length) bytes do not make its size; it is only checked as a whole"
                )
                continue
            }
            pieces = found
            return
        }
    }

    /// Metalink 3 writes `sha1` and `sha256`, Metalink 4 `sha-1` and `sha-256`.
    private static func algorithm(_ name: String?) -> DigestAlgorithm? {
        guard let name = name?.trimmed.lowercased() else { return nil }
        return DigestAlgorithm(rawValue: name)
            ?? algorithms.first { $0.rawValue.filter { $0 != "-" } == name }
    }
}
