/// Where somebody is in a list, and which part of it is seen.
package struct ListCursor: Sendable, Hashable {
    /// The chosen row, from 0.
    package private(set) var index = 0
    /// The first row that is seen.
    package private(set) var top = 0

    // Rows that stay in sight around the chosen one.
    private static let margin = 2

    package init() {}

    /// Chooses a row, and moves the part that is seen as little as possible.
    ///
    /// - Parameters:
    ///   - place: the row; the nearest one that there is counts.
    ///   - count: how many rows there are.
    ///   - height: how many are seen.
    package mutating func move(to place: Int, of count: Int, height: Int) {
        index = max(0, min(place, count - 1))
        let height = max(1, height)
        let margin = min(Self.margin, (height - 1) / 2)
        top = min(max(top, index - height + 1 + margin), index - margin)
        top = max(0, min(top, count - height))
    }
}
