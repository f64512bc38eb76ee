/// A pattern as shells have it: `*` is any text, `?` any character, everything else is itself; case does not matter.
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

    /// Whether a text has anything in it that makes it a pattern.
    public static func isPattern(_ text: String) -> Bool { text.contains { $0 == "*" || $0 == "?" } }

    /// Whether the pattern is a whole text.
    public func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased())
        var (place, rest) = (0, 0)
        // Where to go on after the last star, should what follows it turn out to be elsewhere.
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
