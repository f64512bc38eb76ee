import CarrelTerminal

/// A line of text with its look.
package struct StyledLine: Sendable, Hashable {
    package var text: String
    package var style: CellStyle

    package init(_ text: String, _ style: CellStyle = .plain) { (self.text, self.style) = (text, style) }
}
