import CarrelBasics
import Foundation

/// Replaces secrets with placeholders, in texts and in bytes that come in pieces.
struct SecretCover: Sendable {
    /// A secret in one of its spellings, and what is shown instead.
    struct Spelling: Sendable {
        var secret: String
        var placeholder: String
    }

    /// The shortest secret that is covered in content, in bytes: a shorter one may occur there by chance.
    private static let shortestInContent = 8

    private let spellings: [Spelling]
    private let inContent: [(secret: Data, placeholder: Data)]
    // Bytes to hold back, because they may be the beginning of a secret.
    private let reach: Int
    private var kept = Data()

    /// Takes the spellings to cover; one may be part of another.
    ///
    /// - Parameters:
    ///   - spellings: the spellings; of equal ones, the first one gives the placeholder in texts and URLs.
    ///   - plain: the secret itself; in content, its placeholder comes first.
    init(_ spellings: [Spelling], plain: Spelling) {
        func longestFirst(_ spellings: [Spelling]) -> [Spelling] {
            spellings.uniqued(on: \.secret).sorted { $0.secret.utf8.count > $1.secret.utf8.count }
        }
        self.spellings = longestFirst(spellings + [plain])
        inContent = longestFirst([plain] + spellings)
            .filter { $0.secret.utf8.count >= Self.shortestInContent }
            .map { (Data($0.secret.utf8), Data($0.placeholder.utf8)) }
        reach = max(0, (inContent.first?.secret.count ?? 0) - 1)
    }

    /// A text without the secrets.
    func covered(_ text: String) -> String {
        spellings.reduce(text) { $0.replacing(scalarsOf: $1.secret, with: $1.placeholder) }
    }

    /// A URL without the secrets.
    func covered(_ url: URL) -> URL { URL(string: covered(url.absoluteString)) ?? url }

    // MARK: Content

    /// Takes the next bytes of the content.
    ///
    /// - Returns: the covered bytes up to where a secret may begin; perhaps none.
    mutating func cover(_ bytes: UnsafeRawBufferPointer) -> Data {
        kept.append(contentsOf: bytes)
        return release(kept.count - reach)
    }

    /// The bytes that were held back, at the end of the content.
    mutating func rest() -> Data { release(kept.count) }

    /// Covers the secrets that begin in the first `count` bytes, and removes these bytes from `kept`.
    private mutating func release(_ count: Int) -> Data {
        var released = Data()
        var place = 0
        while place < count {
            guard let (range, placeholder) = firstSecret(after: place), range.lowerBound < count else {
                released.append(kept[place..<count])
                place = count
                break
            }
            released.append(kept[place..<range.lowerBound])
            released.append(placeholder)
            place = range.upperBound
        }
        kept = Data(kept.dropFirst(place))
        return released
    }

    private func firstSecret(after place: Int) -> (range: Range<Int>, placeholder: Data)? {
        var first: (range: Range<Int>, placeholder: Data)?
        for (secret, placeholder) in inContent {
            guard let range = kept.range(of: secret, in: place..<kept.count) else { continue }
            if first.map({ range.lowerBound < $0.range.lowerBound }) ?? true { first = (range, placeholder) }
        }
        return first
    }
}
