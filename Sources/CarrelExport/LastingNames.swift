import CarrelBasics
import CarrelDigest
import CarrelModel

/// Names for files, the same in every export of the same thing: what people linked, or an app reads, stays there.
struct LastingNames {
    private var taken: Set<String> = []

    /// A name that begins with a word, for what some texts identify; the first gets it of several that they do not tell apart.
    mutating func name(_ kind: String, of identity: [String]) -> String {
        let digest = SHA256.digits(of: identity.joined(separator: "\n").utf8)
        let name = "\(kind)-\(digest.prefix(12))"
        var (number, unique) = (1, name)
        while !taken.insert(unique).inserted {
            number += 1
            unique = "\(name).\(number)"
        }
        return unique
    }
}

extension ExportedLibrary.Group {
    /// What identifies it; where a secret is covered, what people call it tells it apart.
    var identity: [String] {
        let name = ["collection", catalog, collection.id]
        let shown = name.map { ShownText.of($0) }
        return shown == name ? name : shown + [catalogName, collection.title]
    }
}
