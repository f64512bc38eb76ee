/// The words of a page and where they stand on it.
///
/// Lengths are in points, from the upper left corner of the page as it is shown.
public struct PageWords: Sendable, Hashable {
    /// A rectangle on the page.
    public struct Box: Sendable, Hashable {
        /// How far its upper left corner is from the left edge of the page, from its upper edge, and how large it is.
        public let x, y, width, height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// A word: what stands between two spaces.
    public struct Word: Sendable, Hashable {
        /// The word, on one line and not empty.
        public let text: String
        /// Where it stands.
        public let box: Box

        public init(_ text: String, _ box: Box) { (self.text, self.box) = (text, box) }
    }

    /// The page, from 1.
    public let page: Int
    /// How large the page is.
    public let width, height: Double
    /// The lines in the order of reading, each with its words in theirs.
    public let lines: [[Word]]

    public init(page: Int, width: Double, height: Double, lines: [[Word]]) {
        (self.page, self.width, self.height, self.lines) = (page, width, height, lines)
    }
}
