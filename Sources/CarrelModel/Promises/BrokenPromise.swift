import CarrelHTTP

/// Says of a document that it is not what was promised: what it is, who promised something else, and what.
package struct BrokenPromise {
    /// What it is.
    private let found: String

    /// A document of another size.
    package init(size: Int64) { found = "\(size) bytes came" }

    /// A document with another digest, in hexadecimal digits.
    package init(_ algorithm: DigestAlgorithm, _ hex: String) {
        found = "the \(algorithm.rawValue) digest is \(hex)"
    }

    /// Who promises what the list gives.
    package static let catalog = "the catalogue"

    /// The words for it.
    ///
    /// - Parameters:
    ///   - promise: the size or digest that was promised.
    ///   - whose: who promised it.
    package func words(_ promise: String, of whose: String = BrokenPromise.catalog) -> String {
        "\(found), \(whose) promises \(promise)"
    }

    /// Whether a reason is that a document is not what its catalogue promised.
    package static func isOfCatalog(_ reason: String) -> Bool { reason.contains(", \(catalog) promises ") }

    /// Whether a reason is that a document is not what its catalogue promised, and that promises the same now.
    package static func stands(_ reason: String, size: Int64?, _ digest: ExpectedDigest?) -> Bool {
        [size.map { "\($0)" }, digest?.hex].compactMap(\.self).contains {
            reason.hasSuffix(", \(catalog) promises \($0)")
        }
    }
}
