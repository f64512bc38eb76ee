import CarrelBasics
import CarrelHTTP

/// The digests that a list promises of one document.
enum ListDigests {
    private static let weakestFirst: [DigestAlgorithm] = [.md5, .sha1, .sha256, .sha512]

    /// The stronger one of two; the first one if they are of the same algorithm.
    static func stronger(_ one: ExpectedDigest?, _ other: ExpectedDigest) -> ExpectedDigest {
        guard let one else { return other }
        let (place, otherPlace) = (
            weakestFirst.firstIndex(of: one.algorithm), weakestFirst.firstIndex(of: other.algorithm)
        )
        return (place ?? 0) < (otherPlace ?? 0) ? other : one
    }

    /// The first of some digests that can be used.
    ///
    /// - Parameters:
    ///   - cells: what the list has of each algorithm; `-` says that it has none.
    ///   - report: is told of each that cannot be used.
    static func strongest(
        _ cells: [(algorithm: DigestAlgorithm, text: String?)], report: (String) -> Void
    ) -> ExpectedDigest? {
        var found: ExpectedDigest?
        for (algorithm, text) in cells {
            guard let text, text != "-" else { continue }
            if let digest = ExpectedDigest(algorithm, hex: text, origin: .catalog) {
                found = found ?? digest
            } else {
                report("“\(text.titleText)”, expected \(algorithm.length * 2) hexadecimal digits; not used")
            }
        }
        return found
    }
}
