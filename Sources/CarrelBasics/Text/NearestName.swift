/// Finds the name that was probably meant by a mistyped one.
public enum NearestName {
    /// The candidate nearest to a name; `nil` if none is near enough.
    public static func of(_ name: String, among candidates: [String]) -> String? {
        let limit = max(1, name.count / 3)
        // Names that have no letter in common are not alike, however short they are.
        let ranked = candidates.map { ($0, distance(name, $0)) }
            .filter { $0.1 <= limit && $0.1 < max(name.count, $0.0.count) }
        return ranked.min { $0.1 < $1.1 }?.0
            ?? candidates.first { name.count >= 3 && ($0.hasPrefix(name) || $0.hasSuffix(name)) }
    }

    /// Asks at the end of a sentence whether the nearest candidate was meant; `nil` if none is near enough.
    package static func question(_ name: String, among candidates: [String]) -> String? {
        of(name, among: candidates).map { "; did you mean “\($0)”?" }
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours between two words.
    ///
    /// This is the optimal string alignment distance (Damerau 1964, Levenshtein 1966).
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.lowercased()), right = Array(right.lowercased())
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var rows = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
        for row in 0...left.count { rows[row][0] = row }
        for column in 0...right.count { rows[0][column] = column }
        for row in 1...left.count {
            for column in 1...right.count {
                let cost = left[row - 1] == right[column - 1] ? 0 : 1
                var best = min(
                    rows[row - 1][column] + 1, rows[row][column - 1] + 1, rows[row - 1][column - 1] + cost)
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1]
                {
                    best = min(best, rows[row - 2][column - 2] + 1)
                }
                rows[row][column] = best
            }
        }
        return rows[left.count][right.count]
    }
}
