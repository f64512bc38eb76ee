/// A pattern as in shells: `*` matches any text and `?` any character; case does not matter.
///
/// Matching takes at most the product of the two lengths.
public struct Glob: Sendable, Hashable {
    /// The pattern as it was written.
    public let text: String
    private let pattern: [Character]

    public init(_ text: String) {
        self.text = text
        pattern = Array(text.lowercased())
    }

    /// Whether a text contains `*` or `?`.
    public static func isPattern(_ text: String) -> Bool { text.contains { $0 == "*" || $0 == "?" } }

    /// Whether the pattern matches the whole text.
    public func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased())
        var (place, rest) = (0, 0)
        // Where to try again after the last star, if the rest does not match here.
        var retry: (place: Int, rest: Int)?
        while rest < text.count {
            if place < pattern.count, pattern[place] == "*" {
                retry = (place, rest)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[rest] {
                (place, rest) = (place + 1, rest + 1)
            } else if let last = retry {
                retry = (last.place, last.rest + 1)
                (place, rest) = (last.place + 1, last.rest + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}
